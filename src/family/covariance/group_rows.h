// SPDX-License-Identifier: Apache-2.0
// The rows of a group of real columns, sorted by which of their cells are missing.
#pragma once

#include <vector>

#include "family/family.h"

namespace priory {

struct Pattern {
  std::vector<std::uint32_t> present;  // the columns that are not missing, by their place in the group
  std::vector<std::uint32_t> rows;
};

struct GroupRows {
  std::vector<std::uint32_t> complete;  // the rows without a missing cell, and
  std::vector<Pattern> partial;         // those with some; rows without any cell are in neither
  bool moderate = true;                 // no column of which the squares leave the range of doubles

  explicit GroupRows(Columns columns);

 private:
  void sort_out(Columns columns, const std::vector<bool>& whole);
};

std::vector<std::uint32_t> present_in(Columns columns, std::size_t row);

// Rows of one cell that stand one after the other in an order.
struct CellRun {
  std::uint32_t cell = 0;
  std::size_t first = 0;
  std::size_t count = 0;
};

// Puts the rows in the order of their cells: hard ones, in the order in which the rows meet them, since their
// numbers depend on what the thread has read before.
std::vector<CellRun> sort_by_cell(std::span<const std::uint32_t> rows, const Cells& cells,
                                  std::vector<std::uint32_t>& order);

inline std::size_t n_rows_of(Columns columns) {
  return columns[0]->reals.size();
}

}  // namespace priory
