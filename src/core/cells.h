// SPDX-License-Identifier: Apache-2.0
// The context of each row of a chunk: the cell it belongs to. Cells are classes, hidden components or
// configurations of parents; a row is in one of them (hard) or in each with a weight (soft).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace priory {

struct Cells {
  std::span<const std::uint32_t> hard;  // one cell a row, or
  std::span<const double> soft;         // a weight per (cell, row), cell-major
  std::size_t count = 0;                // how many cells there are
  std::span<const double> weight;       // of the rows; empty: all 1

  // Soft weights times the weights of the rows; `own` is room for them.
  friend const double* weights_of(const Cells& cells, std::size_t n_rows, std::vector<double>& own) {
    if (cells.weight.empty()) return cells.soft.data();
    own.assign(cells.soft.begin(), cells.soft.end());
    for (std::size_t k = 0; k < own.size(); ++k) own[k] *= cells.weight[k % n_rows];
    return own.data();
  }

  double weight_of(std::size_t row) const { return weight.empty() ? 1.0 : weight[row]; }

  // Calls take(cell, weight) for every cell that row is in.
  template <class Take>
  void visit(std::size_t row, std::size_t n_rows, Take&& take) const {
    if (!hard.empty()) return take(hard[row], weight_of(row));
    for (std::uint32_t cell = 0; cell < count; ++cell) {
      if (const double part = soft[cell * n_rows + row]; part != 0) take(cell, part * weight_of(row));
    }
  }
};

}  // namespace priory
