// SPDX-License-Identifier: Apache-2.0
// Tells of numbers that come in groups whether one is the first of its kind in its group: the words of texts.
// Scratch for one thread; a new group wipes nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace priory {

class FirstInGroup {
 public:
  // A value of its own, so that a loop keeps it in registers; good until the next begin_group().
  struct Group {
    std::uint16_t* last;
    std::uint16_t number;

    bool operator()(std::uint32_t kind) const {
      const bool out = last[kind] != number;
      last[kind] = number;
      return out;
    }
    void fetch(std::uint32_t kind) const { __builtin_prefetch(last + kind, 1); }
  };

  // For kinds below `n_kinds`.
  Group begin_group(std::size_t n_kinds) {
    if (last_.size() < n_kinds) last_.resize(n_kinds);
    if (++group_ == 0) std::fill(last_.begin(), last_.end(), 0), group_ = 1;
    return {last_.data(), group_};
  }

 private:
  std::vector<std::uint16_t> last_;  // the group that each kind was last in; 0: none
  std::uint16_t group_ = 0;
};

}  // namespace priory
