// SPDX-License-Identifier: Apache-2.0
// The statistics of a group of real columns: n, the sum of each column and the products of each pair of them,
// raw, that is about zero, so that blocks add up. Rows of one cell each are summed exactly, see
// group_exact.h. Shares of rows, and groups too wide for that, are summed in double within a call about a
// shift in the midst of the rows; then the shift is taken off with twice the digits, and what remains is
// added exactly. So the same call always adds the same numbers, and another way of cutting rows into calls
// may change the last digits of the central moments, not more.
#pragma once

#include <array>

#include "family/covariance/group_rows.h"
#include "kernels/dense.h"

namespace priory {

constexpr std::size_t kGroupCount = 0, kGroupSums = 1, kGroupProducts = 2;  // in a block

// With one matrix of products for each cell, or one for all.
template <bool kShared>
inline constexpr std::array<Statistic, 3> kGroupStatistics = {{
    {"n", Per::part, true},
    {"sum", Per::column, true, true},
    {"products", Per::pair, !kShared, true},
}};

// Moments of some rows about a shift.
struct ShiftedMoments {
  double n = 0;
  dense::Doubles shift, sum, products;

  void clear(std::size_t n_columns);
  void add(const dense::Rows& rows, const double* weight);
  dense::Shifted view() const { return {n, shift.data(), sum.data(), products.data()}; }
};

// Adds the rows without a missing cell.
void add_group_rows(Columns columns, const GroupRows& rows, const Cells& cells, bool shared, Block& block);
// Adds the moments of rows of one cell.
void add_group_moments(const ShiftedMoments& moments, std::size_t n_columns, std::uint32_t cell, bool shared,
                       Block& block);

}  // namespace priory
