// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_parameters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/cholesky.h"
#include "kernels/dense.h"

namespace priory {
namespace {

// The matrix `at` of some parameters, new or written over, of zeros.
Matrix& renew(Parameters& p, std::size_t at, std::string_view name, std::size_t rows, std::size_t cells) {
  if (at == p.size()) p.emplace_back(name, 0, 0);
  p[at].rows = rows, p[at].cells = cells;
  p[at].data.assign(rows * cells, 0.0);
  return p[at];
}

void renew_shown(std::size_t n_columns, std::size_t n_cells, bool shared, Parameters& out) {
  renew(out, 0, "mean", n_columns, n_cells);
  Matrix& covariance = renew(out, 1, "covariance", n_columns * n_columns, shared ? 1 : n_cells);
  covariance.form = Form::table;
  covariance.shared = shared;
}

void renew_hidden(Parameters& p, std::size_t at, std::string_view name, std::size_t size) {
  Matrix& out = renew(p, at, name, size, 1);
  out.shown = false, out.shared = true;
}

// The mean of the cells that have the k-th covariance; their deviations from it are small numbers.
double centre_of_cells(const Matrix& mean, std::size_t column, std::size_t k, bool shared) {
  if (!shared) return mean.at(column, k);
  double out = 0;
  for (const double each : mean.row(column)) out += each / static_cast<double>(mean.cells);
  return out;
}

void whiten_mean(const GroupParameters& p, std::size_t cell, double* target) {
  const std::size_t n = p.n_columns(), k = p.covariance_of(cell);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i <= j; ++i)
      target[j] += p.factor_of(k)[j * n + i] * (p.mean.at(i, cell) - p.centre_of(k)[i]);
  }
}

// Rows whitened together, as a chunk has them: one after the other, or here and there.
void fill_tile(std::span<const double* const> columns, std::span<const std::uint32_t> rows,
               const double* centre, double* tile) {
  const bool in_turn = rows.back() - rows.front() + 1 == rows.size();
  for (std::size_t j = 0; j < columns.size(); ++j) {
    double* out = tile + j * dense::kTile;
    if (in_turn) {
      dense::centre(columns[j] + rows.front(), rows.size(), centre[j], out);
      continue;
    }
    for (std::size_t r = 0; r < rows.size(); ++r) out[r] = columns[j][rows[r]] - centre[j];
    std::fill(out + rows.size(), out + dense::kTile, 0.0);
  }
}

// The hidden matrices from those shown.
void find_factors(Parameters& p) {
  thread_local std::vector<double> covariance, scratch;  // kept: scoring a row allocates nothing
  const std::size_t n = p[0].rows, n_cells = p[0].cells, n_covariances = p[1].cells;
  renew_hidden(p, 2, "factor", n_covariances * n * n);
  renew_hidden(p, 3, "centre", n_covariances * n);
  renew_hidden(p, 4, "target", n_cells * n);
  renew_hidden(p, 5, "log_norm", n_covariances);
  const double log_two_pi = std::log(2 * std::numbers::pi);
  covariance.resize(n * n), scratch.resize(n * n);
  for (std::size_t k = 0; k < n_covariances; ++k) {
    for (std::size_t i = 0; i < n * n; ++i) covariance[i] = p[1].at(i, k);
    const std::optional<double> log_determinant =
        inverse_factor(covariance, n, scratch, {p[2].data.data() + k * n * n, n * n});
    p[5].data[k] = log_determinant ? -0.5 * (static_cast<double>(n) * log_two_pi + *log_determinant)
                                   : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t j = 0; j < n; ++j) p[3].data[k * n + j] = centre_of_cells(p[0], j, k, p[1].shared);
  }
  for (std::size_t cell = 0; cell < n_cells; ++cell)
    whiten_mean(GroupParameters(p), cell, p[4].data.data() + cell * n);
}

}  // namespace

Parameters group_parameters(std::size_t n_columns, std::size_t n_cells, bool shared) {
  Parameters out;
  renew_shown(n_columns, n_cells, shared, out);
  return out;
}

Parameters marginal(const Parameters& parameters, std::span<const std::uint32_t> columns) {
  Parameters out;
  marginal(parameters, columns, out);
  return out;
}

void marginal(const Parameters& parameters, std::span<const std::uint32_t> columns, Parameters& out) {
  const GroupParameters from(parameters);
  const std::size_t n = columns.size();
  renew_shown(n, from.n_cells(), from.covariance.shared, out);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t cell = 0; cell < from.n_cells(); ++cell)
      out[0].at(i, cell) = from.mean.at(columns[i], cell);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < from.n_covariances(); ++k)
        out[1].at(i * n + j, k) = from.covariance.at(columns[i] * from.n_columns() + columns[j], k);
    }
  }
  find_factors(out);
}

Parameters with_factors(Parameters shown) {
  find_factors(shown);
  return shown;
}

void score_group(std::span<const double* const> columns, std::span<const std::uint32_t> rows,
                 const Parameters& parameters, LogScores& out) {
  const GroupParameters p(parameters);
  thread_local dense::Doubles tile, white, distance;  // kept: scoring a row allocates nothing
  tile.reserve(columns.size() * dense::kTile), white.reserve(columns.size() * dense::kTile);
  distance.reserve(dense::kTile);
  for (std::size_t at = 0; at < rows.size(); at += dense::kTile) {
    const auto some = rows.subspan(at, std::min(dense::kTile, rows.size() - at));
    for (std::size_t k = 0; k < p.n_covariances(); ++k) {
      const std::size_t first = p.covariance.shared ? 0 : k, last = p.covariance.shared ? p.n_cells() : k + 1;
      fill_tile(columns, some, p.centre_of(k), tile.data());
      dense::whiten(tile.data(), p.factor_of(k).data(), columns.size(), white.data());
      for (std::size_t cell = first; cell < last; ++cell) {
        dense::squared_distances(white.data(), p.target_of(cell), columns.size(), distance.data());
        double* score = out.of(cell).data();
        for (std::size_t r = 0; r < some.size(); ++r)
          score[some[r]] += p.log_norm.data[k] - 0.5 * distance[r];
      }
    }
  }
}

}  // namespace priory
