// SPDX-License-Identifier: Apache-2.0
// The loops add multiples of rows to rows, which compilers vectorise without reordering a sum.
#include "kernels/cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace priory {
namespace {

// row[0, n) += factor * other[0, n)
void add_multiple(double factor, const double* other, std::size_t n, double* row) {
  for (std::size_t k = 0; k < n; ++k) row[k] += factor * other[k];
}

// One step of Gauss's elimination of a symmetric matrix, of which the upper triangle is kept, and the same
// step on what was the unit matrix.
void eliminate(std::size_t k, std::size_t n, double* c, double* inverse) {
  for (std::size_t i = k + 1; i < n; ++i) {
    const double factor = -c[k * n + i] / c[k * n + k];
    if (factor == 0) continue;
    add_multiple(factor, c + k * n + i, n - i, c + i * n + i);
    add_multiple(factor, inverse + k * n, k + 1, inverse + i * n);
  }
}

}  // namespace

// C = M D M' with the pivots in D, and the inverse of L = M D^1/2 is D^-1/2 M^-1.
std::optional<double> inverse_factor(std::span<const double> covariance, std::size_t n,
                                     std::span<double> scratch, std::span<double> rows) {
  std::copy(covariance.begin(), covariance.end(), scratch.begin());
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t k = 0; k < n; ++k) rows[k * n + k] = 1;
  const double tolerance = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = scratch[k * n + k];
    if (!(pivot > tolerance * covariance[k * n + k]) || !std::isfinite(pivot)) {
      std::fill(rows.begin(), rows.end(), 0.0);
      return std::nullopt;
    }
    eliminate(k, n, scratch.data(), rows.data());
  }
  double log_determinant = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double scale = 1 / std::sqrt(scratch[k * n + k]);
    for (std::size_t i = 0; i <= k; ++i) rows[k * n + i] *= scale;
    log_determinant += std::log(scratch[k * n + k]);
  }
  return log_determinant;
}

std::optional<InverseFactor> inverse_factor(std::span<const double> covariance, std::size_t n) {
  std::vector<double> scratch(n * n);
  InverseFactor out{std::vector<double>(n * n), 0};
  const std::optional<double> log_determinant = inverse_factor(covariance, n, scratch, out.rows);
  if (!log_determinant) return std::nullopt;
  out.log_determinant = *log_determinant;
  return out;
}

std::vector<double> precision(std::span<const double> inverse_factor, std::size_t n) {
  std::vector<double> out(n * n);
  for (std::size_t k = 0; k < n; ++k) {
    const double* row = inverse_factor.data() + k * n;
    for (std::size_t i = 0; i <= k; ++i) add_multiple(row[i], row, k + 1, &out[i * n]);
  }
  return out;
}

}  // namespace priory
