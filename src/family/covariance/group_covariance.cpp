// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_covariance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace priory {
namespace {

// Rows that a sum stands for, less those that the means have used up.
Exact divisor(const Exact& n, double n_means, const Settings& settings) {
  return settings["unbiased"] != 0 ? n - Exact(n_means) : n;
}

// A covariance as a table: scatter(i, j) / divisor for all pairs. What is below the noise of both columns is
// rounding and nothing else; so a column that is constant, or constant in each cell, has no variance.
template <class Scatter, class Noise>
void fill_covariance(const Scatter& scatter, const Noise& noise, const Exact& divisor, std::size_t cell,
                     std::size_t n_columns, Matrix& out) {
  if (sgn(divisor.m) <= 0) {
    for (std::size_t k = 0; k < out.rows; ++k) out.at(k, cell) = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  std::vector<double> least(n_columns);
  for (std::size_t i = 0; i < n_columns; ++i) {
    least[i] = std::sqrt(noise(i));
    for (std::size_t j = 0; j <= i; ++j) {
      double value = quotient(scatter(i, j), divisor);
      if (std::abs(value) < least[i] * least[j]) value = 0;
      out.at(i * n_columns + j, cell) = out.at(j * n_columns + i, cell) = value;
    }
  }
}

// Raw products have 104 bits.
double noise_of(const Exact& squares, const Exact& n) {
  return 0x1p-100 * quotient(squares, n);
}

// No rows at all: the standard normal, or with a ridge that.
void fill_unknown(const std::vector<double>& ridge, std::size_t cell, Matrix& out) {
  const std::size_t n_columns = ridge.size();
  for (std::size_t j = 0; j < n_columns; ++j) out.at(j * n_columns + j, cell) = ridge[j] > 0 ? 0 : 1;
}

// Towards the mean of the variances, each in units of its column's scale.
void shrink(double shrinkage, const std::vector<double>& scale, std::size_t cell, Matrix& covariance) {
  const std::size_t n_columns = scale.size();
  double trace = 0;
  for (std::size_t j = 0; j < n_columns; ++j)
    if (scale[j] > 0) trace += covariance.at(j * n_columns + j, cell) / scale[j];
  for (std::size_t k = 0; k < n_columns * n_columns; ++k) covariance.at(k, cell) *= 1 - shrinkage;
  for (std::size_t j = 0; j < n_columns; ++j)
    covariance.at(j * n_columns + j, cell) += shrinkage * trace / static_cast<double>(n_columns) * scale[j];
}

// Towards the covariance within all classes.
void pool(double pooling, const Matrix& within, std::size_t cell, Matrix& covariance) {
  for (std::size_t k = 0; k < covariance.rows; ++k)
    covariance.at(k, cell) = (1 - pooling) * covariance.at(k, cell) + pooling * within.at(k, 0);
}

}  // namespace

CovarianceSmoothing::CovarianceSmoothing(const GroupEstimate& rows, const Settings& settings,
                                         const Context& context)
    : scale(rows.n_columns(), 1) {
  const bool own = settings["standardise"] != 0;
  for (std::size_t j = 0; own && j < scale.size() && !rows.all().empty(); ++j) {
    scale[j] = quotient(rows.scatter_of_all(j, j), rows.all().n);
    if (!(scale[j] > 0)) scale[j] = context.largest_variance;
  }
  for (const double each : scale)
    ridge.push_back(own ? (settings["var-smoothing"] + settings["ridge"]) * each
                        : settings["var-smoothing"] * context.largest_variance + settings["ridge"]);
}

void fill_covariances(const GroupEstimate& rows, const Settings& settings,
                      const CovarianceSmoothing& smoothing, Matrix& out) {
  const std::size_t n = rows.n_columns();
  const Exact& n_all = rows.all().n;
  const auto noise_of_all = [&](std::size_t j) { return noise_of(rows.squares_of_all(j), n_all); };
  // Cells of few rows have been summed about one shift, in double.
  const auto noise_within = [&](std::size_t j) {
    return std::max(noise_of_all(j), 0x1p-46 * quotient(rows.scatter_of_all(j, j), n_all));
  };
  const auto fill_within = [&](Matrix& to) {
    fill_covariance([&](std::size_t i, std::size_t j) { return rows.scatter_within(i, j); }, noise_within,
                    divisor(n_all, static_cast<double>(rows.n_cells()), settings), 0, n, to);
  };
  const double pooling = out.shared ? 0 : settings["pooling"];
  Matrix within("within", out.rows, 1);
  if (pooling > 0 && !rows.all().empty()) fill_within(within);
  for (std::size_t k = 0; k < out.cells; ++k) {
    if (rows.all().empty()) {
      fill_unknown(smoothing.ridge, k, out);
    } else if (out.shared) {
      fill_within(out);
    } else if (rows.cell(k).empty()) {  // says nothing of its own: it is given what all cells share
      fill_covariance([&](std::size_t i, std::size_t j) { return rows.scatter_of_all(i, j); }, noise_of_all,
                      divisor(n_all, 1, settings), k, n, out);
    } else {
      fill_covariance([&](std::size_t i, std::size_t j) { return rows.scatter(k, i, j); },
                      [&](std::size_t j) { return noise_of(rows.squares(k, j), rows.cell(k).n); },
                      divisor(rows.cell(k).n, 1, settings), k, n, out);
      if (pooling > 0) pool(pooling, within, k, out);
    }
    if (settings["shrinkage"] != 0) shrink(settings["shrinkage"], smoothing.scale, k, out);
    for (std::size_t j = 0; j < n; ++j) out.at(j * n + j, k) += smoothing.ridge[j];
  }
}

}  // namespace priory
