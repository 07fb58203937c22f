// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_expected.h"

#include "family/covariance/group_moments.h"
#include "family/covariance/group_parameters.h"
#include "kernels/cholesky.h"

namespace priory {
namespace {

// The missing columns as linear functions of the present ones, and the covariance of the rest:
// B = C_mp C_pp^-1 and C_mm - B C_pm.
struct Regression {
  std::span<const std::uint32_t> present;
  std::vector<std::uint32_t> missing;
  std::vector<double> slope;  // missing x present
  std::vector<double> rest;   // missing x missing

  Regression(const GroupParameters& p, std::size_t cell, std::span<const std::uint32_t> given);
};

std::vector<std::uint32_t> others(std::span<const std::uint32_t> present, std::size_t n_columns) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t j = 0, at = 0; j < n_columns; ++j) {
    if (at < present.size() && present[at] == j)
      ++at;
    else
      out.push_back(j);
  }
  return out;
}

Regression::Regression(const GroupParameters& p, std::size_t cell, std::span<const std::uint32_t> given)
    : present(given),
      missing(others(given, p.n_columns())),
      slope(missing.size() * given.size()),
      rest(missing.size() * missing.size()) {
  const std::size_t n = present.size();
  std::vector<double> covariance;
  for (const std::uint32_t i : present) {
    for (const std::uint32_t j : present) covariance.push_back(p.covariance_at(cell, i, j));
  }
  const std::vector<double> inverse = precision(inverse_factor(covariance, n).value().rows, n);
  for (std::size_t m = 0; m < missing.size(); ++m) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        slope[m * n + j] += p.covariance_at(cell, missing[m], present[i]) * inverse[i * n + j];
    }
    for (std::size_t k = 0; k < missing.size(); ++k) {
      double& left = rest[m * missing.size() + k];
      left = p.covariance_at(cell, missing[m], missing[k]);
      for (std::size_t j = 0; j < n; ++j)
        left -= slope[m * n + j] * p.covariance_at(cell, missing[k], present[j]);
    }
  }
}

// A row about the mean of the cell, with what is expected in place of the missing.
void fill_row(Columns columns, std::size_t row, const Regression& regression, const double* mean,
              double* out) {
  for (const std::uint32_t j : regression.present) out[j] = columns[j]->reals[row] - mean[j];
  const double* slope = regression.slope.data();
  for (const std::uint32_t m : regression.missing) {
    out[m] = 0;
    for (const std::uint32_t j : regression.present) out[m] += *slope++ * out[j];
  }
}

double weight_in(const Cells& cells, std::size_t cell, std::size_t row, std::size_t n_rows) {
  if (!cells.hard.empty()) return cells.hard[row] == cell ? cells.weight_of(row) : 0;
  return cells.soft[cell * n_rows + row] * cells.weight_of(row);
}

// The rows of a pattern that are in the cell, about its mean, which is the shift of the moments.
void add_pattern(Columns columns, const Pattern& pattern, const Cells& cells, std::size_t cell,
                 const GroupParameters& p, ShiftedMoments& out) {
  const std::size_t width = dense::padded(columns.size());
  const Regression regression(p, cell, pattern.present);
  dense::Doubles rows(pattern.rows.size() * width);
  std::vector<double> weight;
  for (const std::uint32_t row : pattern.rows) {
    const double w = weight_in(cells, cell, row, n_rows_of(columns));
    if (w == 0) continue;
    fill_row(columns, row, regression, out.shift.data(), rows.data() + weight.size() * width);
    weight.push_back(w);
  }
  const double before = out.n;
  out.add({rows.data(), weight.size(), columns.size()}, weight.data());
  for (std::size_t m = 0; m < regression.missing.size(); ++m) {
    for (std::size_t k = m; k < regression.missing.size(); ++k)
      out.products[regression.missing[m] * width + regression.missing[k]] +=
          (out.n - before) * regression.rest[m * regression.missing.size() + k];
  }
}

}  // namespace

void add_expected_rows(Columns columns, std::span<const Pattern> patterns, const Cells& cells,
                       const Parameters& parameters, Block& block) {
  const GroupParameters p(parameters);
  ShiftedMoments moments;
  for (std::uint32_t cell = 0; cell < p.n_cells() && !patterns.empty(); ++cell) {
    moments.clear(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) moments.shift[j] = p.mean.at(j, cell);
    for (const Pattern& pattern : patterns) add_pattern(columns, pattern, cells, cell, p, moments);
    if (moments.n > 0) add_group_moments(moments, columns.size(), cell, p.covariance.shared, block);
  }
}

}  // namespace priory
