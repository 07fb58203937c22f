// SPDX-License-Identifier: Apache-2.0
// The Cholesky factor L of a covariance, C = L L', as what a Gaussian needs of it: the inverse of L, by which
// columns are whitened, and the logarithm of the determinant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace priory {

struct InverseFactor {
  std::vector<double> rows;    // n x n, row by row, zero above the diagonal
  double log_determinant = 0;  // of C
};

// None if the matrix (n x n, row by row) is not positive definite, or so near to it that rounding decides.
std::optional<InverseFactor> inverse_factor(std::span<const double> covariance, std::size_t n);
// The same into memory of the caller's, all of it n x n: the factor into `rows`, which are zeros where there
// is none. Returns the logarithm of the determinant.
std::optional<double> inverse_factor(std::span<const double> covariance, std::size_t n,
                                     std::span<double> scratch, std::span<double> rows);

// Its product with itself, L'^-1 L^-1: the inverse of C, n x n.
std::vector<double> precision(std::span<const double> inverse_factor, std::size_t n);

}  // namespace priory
