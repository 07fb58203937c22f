// SPDX-License-Identifier: Apache-2.0
// A walk over the cells of a table, the last dimension fastest, that knows where it stands in other tables
// over some of the same variables.
#pragma once

#include <cstddef>
#include <vector>

namespace priory {

class TableWalk {
 public:
  explicit TableWalk(std::size_t n_operands) : offsets_(n_operands, 0) {}

  // Slower dimensions first; `strides` says how far a step goes in each of the other tables.
  void add_dimension(std::size_t size, const std::vector<std::size_t>& strides) {
    sizes_.push_back(size);
    strides_.insert(strides_.end(), strides.begin(), strides.end());
  }

  // Calls `visit` with the place in each of the other tables, for every cell in turn.
  template <class Visit>
  void each_cell(const Visit& visit) {
    std::vector<std::size_t> digits(sizes_.size(), 0);
    do {
      visit(offsets_.data());
    } while (step(digits));
  }

 private:
  bool step(std::vector<std::size_t>& digits) {
    for (std::size_t d = sizes_.size(); d-- > 0;) {
      const std::size_t* stride = strides_.data() + d * offsets_.size();
      const bool wraps = ++digits[d] == sizes_[d];
      const std::size_t back = wraps ? digits[d] : 0;
      for (std::size_t k = 0; k < offsets_.size(); ++k) offsets_[k] += stride[k] - back * stride[k];
      if (!wraps) return true;
      digits[d] = 0;
    }
    return false;
  }

  std::vector<std::size_t> sizes_, strides_, offsets_;  // strides: dimensions x operands
};

}  // namespace priory
