// SPDX-License-Identifier: Apache-2.0
// Different strings in code point order in the memory of others: their bytes one after the other, and where
// each ends. They are found by halving, with nothing built; `index` builds a hash table where many are looked
// for. Immutable; any number of threads may use one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

#include "core/backing.h"

namespace priory {

class SortedStrings {
 public:
  // String k is bytes[ends[k - 1], ends[k]); the first one begins at `begin`. With `chosen`, there are only
  // those of these places, which must ascend and exist.
  struct Place {
    std::size_t begin = 0;
    std::span<const std::uint64_t> ends;
    std::string_view bytes;
    std::span<const std::uint32_t> chosen = {};
  };
  SortedStrings(Place place, std::shared_ptr<const Backing> backing);

  std::size_t size() const { return place_.chosen.empty() ? place_.ends.size() : place_.chosen.size(); }
  std::string_view operator[](std::size_t k) const;
  std::uint32_t find(std::string_view text) const;  // its place, or Dictionary::kAbsent

  void check_order() const;  // fails if they are not in order

  // All of them in a dictionary of their own, made at the first call; from then on `find` asks that. Fails if
  // they are not in order.
  const Dictionary& index() const;
  const Dictionary* if_indexed() const {  // null: it was not asked for yet
    return indexed_.load(std::memory_order_acquire) ? &index_ : nullptr;
  }

 private:
  std::uint32_t halve(std::string_view text) const;
  std::vector<std::string_view> in_order() const;  // all; fails if they are not

  Place place_;
  std::shared_ptr<const Backing> backing_;
  mutable std::once_flag once_;
  mutable Dictionary index_;
  mutable std::atomic<bool> indexed_{false};
};

// Strings of a dictionary in memory of their own: the codes are in code point order.
std::shared_ptr<const SortedStrings> sorted_copy(const Dictionary& from,
                                                 std::span<const std::uint32_t> codes);

}  // namespace priory
