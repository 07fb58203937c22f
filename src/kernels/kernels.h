// SPDX-License-Identifier: Apache-2.0
// The inner loops of EM over the rows of a chunk, for all cells and many columns at once, in the vector
// instructions of the machine at hand. Scores and soft weights are cell-major: entry (cell, row) is at
// cell * n_rows + row. The plain loops they replace stand in tests/core/kernels_test.cpp as their judge.
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

struct BitScore {
  BitColumn column;
  const double* log_zero;  // of every cell
  const double* log_one;
};

// out += log_zero[cell] or log_one[cell], for every column.
void score_bits(std::span<const BitScore> columns, std::size_t n_rows, std::size_t n_cells, double* out);

// For every column and cell (at column * n_cells + cell): the weight of the rows that have the second value,
// and of those present. `totals` are the weights of all rows in each cell.
void count_bits(std::span<const BitColumn> columns, std::size_t n_rows, const double* soft,
                std::span<const double> totals, double* ones, double* present);

struct NormalScore {
  std::span<const double> x;  // NaN is missing and adds nothing
  const double* mean;         // of every cell, as in gaussian.h
  const double* inverse_sd;
  const double* log_norm;
};

// out += log N(x; mean, variance), for every column.
void score_normal(std::span<const NormalScore> columns, std::size_t n_rows, std::size_t n_cells, double* out);

struct ShiftedColumn {
  std::span<const double> x;  // NaN is missing
  double shift;
};

// For every column and cell, over the rows where x is a number: n = sum w, first = sum w (x - shift), second
// = sum w (x - shift)^2.
void soft_moments(std::span<const ShiftedColumn> columns, std::size_t n_rows, const double* soft,
                  std::span<const double> totals, double* n, double* first, double* second);

// Bayes' rule: soft weights in proportion to exp(beta * score), rounded down to multiples of 2^-grid, that
// sum to the row's weight exactly (the largest takes what rounding left). log_sum is the log of the sum of
// exp(beta * score). A row that no cell can have produced gets log_sum -inf and no weights.
struct SoftWeights {
  double beta = 1;
  int grid = 43;
};
void soft_weights(const double* scores, std::size_t n_rows, std::size_t n_cells,
                  std::span<const double> weight, const SoftWeights& how, double* soft,
                  std::span<double> log_sum);

}  // namespace priory
