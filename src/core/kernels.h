// SPDX-License-Identifier: Apache-2.0
// The inner loops of EM over the rows of a chunk, for all cells at once, in the vector instructions of the
// machine at hand. Scores and soft weights are cell-major: entry (cell, row) is at cell * n_rows + row. The
// plain loops they replace stand in tests/core/kernels_test.cpp as their judge.
#pragma once

#include <cstdint>
#include <span>

namespace priory {

// A bit for every row, 64 rows a word.
using Bits = std::span<const std::uint64_t>;

// A column of two values; rows that are not `present` (empty: all are) add nothing.
struct BitColumn {
  Bits ones;
  Bits present;
};

// out += log_zero[cell] or log_one[cell].
void score_bits(const BitColumn& column, std::size_t n_rows, std::span<const double> log_zero,
                std::span<const double> log_one, double* out);

// For every cell the weight of the rows that have the second value (and are present), and of those present.
void count_bits(const BitColumn& column, std::size_t n_rows, const double* soft, std::span<double> ones,
                std::span<double> present);

// out += log N(x; mean, variance) for every cell, NaN adding nothing; inverse_sd and log_norm as in
// gaussian.h.
void score_normal(std::span<const double> x, std::span<const double> mean, std::span<const double> inverse_sd,
                  std::span<const double> log_norm, double* out);

// Weighted sums about a shift: for every cell n = sum w, first = sum w (x - shift), second = sum w (x -
// shift)^2 over the rows where x is a number.
struct ShiftedMoments {
  std::span<double> n, first, second;
};
void soft_moments(std::span<const double> x, const double* soft, double shift, const ShiftedMoments& out);

// Bayes' rule: soft weights in proportion to exp(beta * score), rounded to multiples of 2^-grid, that sum to
// the row's weight exactly (the largest takes what rounding left). log_sum is the log of the sum of
// exp(score) when beta is 1, and of exp(beta * score) otherwise. A row that no cell can have produced gets
// log_sum -inf and no weights.
struct SoftWeights {
  double beta = 1;
  int grid = 43;
};
void soft_weights(const double* scores, std::size_t n_rows, std::size_t n_cells,
                  std::span<const double> weight, const SoftWeights& how, double* soft,
                  std::span<double> log_sum);

}  // namespace priory
