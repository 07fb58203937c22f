// SPDX-License-Identifier: Apache-2.0
// The statistics of a group of real columns with nothing rounded: rows in any order, cut into chunks in any
// way, add the same numbers, and what was added can be taken away to the last bit.
#pragma once

#include "family/covariance/group_rows.h"

namespace priory {

// Groups of more columns are summed in double within a chunk: see group_moments.h. Exact sums take six times
// the multiplications; up to here training from a CSV file takes less than twice as long with them.
inline constexpr std::size_t kMostExactColumns = 64;

// Adds the rows without a missing cell.
void add_exact_group_rows(Columns columns, const GroupRows& rows, const Cells& cells, bool shared,
                          Block& block);

}  // namespace priory
