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
  std::span<const double> total = {};   // of soft cells: the sum of each over the rows; empty: not known

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

// Soft weights times the weights of the rows, and their totals, made where they are not there.
class WeightedCells {
 public:
  WeightedCells(const Cells& cells, std::size_t n_rows) : soft_(cells.soft), total_(cells.total) {
    if (!cells.weight.empty()) {
      own_.assign(cells.soft.begin(), cells.soft.end());
      for (std::size_t k = 0; k < own_.size(); ++k) own_[k] *= cells.weight[k % n_rows];
      soft_ = own_, total_ = {};
    }
    if (!total_.empty()) return;
    own_total_.resize(cells.count);
    for (std::size_t k = 0; k < soft_.size(); ++k) own_total_[k / n_rows] += soft_[k];
    total_ = own_total_;
  }
  WeightedCells(const WeightedCells&) = delete;
  WeightedCells& operator=(const WeightedCells&) = delete;

  const double* soft() const { return soft_.data(); }
  std::span<const double> total() const { return total_; }

 private:
  std::vector<double> own_, own_total_;
  std::span<const double> soft_, total_;
};

}  // namespace priory
