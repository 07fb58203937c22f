// SPDX-License-Identifier: Apache-2.0
// Exact sums of x and x * x in each cell, for many columns of numbers at once, in about the time that inexact
// ones take. The judge is `add_powers`, number by number.
//
// The rows of a chunk are put in the order of their cells, a vector of columns wide. With T such that all of
// a column are below 2^T, each number is cut into three pieces a + b + c, whole multiples of 2^(T - 21),
// 2^(T - 43) and 2^(T - 65): adding 1.5 * 2^52 times such a unit and taking it off again rounds to it without
// error. Pieces have at most 21 bits beside the sign, so that a double holds the sum of 1024 of their
// products, and no sum of a cell is rounded before it is added to the exact ones. Numbers with digits below
// 2^(T - 65) are left: they are tried again among themselves, with the T that they have, and the last few
// added one by one.
#pragma once

#include <cstdint>
#include <span>

#include "exact/sums.h"

namespace priory {

// A column and where it is summed: 1 x cells each.
struct MomentColumn {
  std::span<const double> x;  // NaN is missing
  Sums* n = nullptr;          // null: its rows are counted elsewhere
  Sums* sum = nullptr;
  Sums* squares = nullptr;  // null: not wanted
};

// One number that is not missing, of weight w; its row is not counted.
inline void add_powers(const MomentColumn& to, std::uint32_t cell, double w, double x) {
  to.sum->add_product(0, cell, w, x);
  if (to.squares != nullptr) to.squares->add_product(0, cell, w, x, x);
}

// All of them, of weight 1: row r is in cell[r] of n_cells. All columns want squares or none does.
void add_moments(std::span<const MomentColumn> columns, std::span<const std::uint32_t> cell,
                 std::size_t n_cells);

}  // namespace priory
