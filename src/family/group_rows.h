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

inline std::size_t n_rows_of(Columns columns) {
  return columns[0]->reals.size();
}

}  // namespace priory
