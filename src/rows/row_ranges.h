// SPDX-License-Identifier: Apache-2.0
// Rows in memory are handed out as ranges of them.
#pragma once

#include <algorithm>
#include <memory>

#include "priory/chunk.h"

namespace priory {

struct RowRange final : Batch {
  std::size_t begin = 0, end = 0;
};

class RowRanges {
 public:
  RowRanges(std::size_t n_rows, std::size_t at_once) : n_rows_(n_rows), at_once_(at_once) {}

  std::unique_ptr<Batch> next() {  // null at the end
    if (next_ == n_rows_) return nullptr;
    auto out = std::make_unique<RowRange>();
    out->begin = next_;
    next_ = out->end = std::min(next_ + at_once_, n_rows_);
    return out;
  }

 private:
  std::size_t n_rows_, at_once_, next_ = 0;
};

}  // namespace priory
