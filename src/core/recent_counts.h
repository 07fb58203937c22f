// SPDX-License-Identifier: Apache-2.0
// Small whole numbers on their way into a large matrix of sums: a byte an entry, so that of a table which
// is counted into all over eight times as much is near the processor. What outgrows them is handed on. Empty,
// or as large as the matrix.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/large_pages.h"

namespace priory {

class RecentCounts {
 public:
  static constexpr std::size_t kWorthwhile = 1 << 16;  // entries: smaller matrices are near as they are

  bool empty() const { return counts_.empty(); }
  void begin(std::size_t n_rows, std::size_t n_cells) {
    counts_.assign(n_rows * n_cells, 0), cells_ = n_cells;
  }
  void resize(std::size_t n_rows) { counts_.resize(n_rows * cells_); }

  const std::uint8_t* row(std::size_t r) const { return counts_.data() + r * cells_; }
  void fetch(std::size_t row, std::size_t cell) const {
    __builtin_prefetch(counts_.data() + row * cells_ + cell, 1);
  }

  // Adds `count`; where the sum has no room, it is `hand_on`(sum)'s, who says whether it was taken.
  template <class HandOn>
  bool add(std::size_t row, std::size_t cell, std::int32_t count, const HandOn& hand_on) {
    std::uint8_t& here = counts_[row * cells_ + cell];
    const std::int64_t sum = std::int64_t{here} + count;
    if (static_cast<std::uint64_t>(sum) > std::numeric_limits<std::uint8_t>::max()) [[unlikely]] {
      if (!hand_on(sum)) return false;
      here = 0;
      return true;
    }
    here = static_cast<std::uint8_t>(sum);
    return true;
  }

 private:
  LargeVector<std::uint8_t> counts_;
  std::size_t cells_ = 0;
};

}  // namespace priory
