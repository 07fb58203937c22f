// SPDX-License-Identifier: Apache-2.0
// From the keys of strings to their codes: an open-addressed table that holds short strings itself, so that
// looking one up touches one place of memory. Long ones have the same key with others once in a blue moon:
// the caller compares. Many readers or one writer at a time.
#pragma once

#include <bit>
#include <cstdint>

#include "core/large_pages.h"
#include "core/word_key.h"

namespace priory {

class WordTable {
 public:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;

  // For as many more than there are, so that at most half of the slots are taken.
  void make_room(std::size_t n_more) {
    if (2 * (size_ + n_more) > slots_.size()) grow(std::bit_ceil(2 * (size_ + n_more)));
  }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask()]); }

  // The code of a short string, if one of the first two places tells it: nearly always one does. Otherwise
  // kFree.
  std::uint32_t first_look(const WordKey& key, std::uint64_t hash) const {
    const Slot& slot = slots_[hash & mask()];
    if (slot.low == key.low && slot.high == key.high && key.is_whole()) [[likely]]
      return slot.code;
    const Slot& next = slots_[(hash + 1) & mask()];
    return next.low == key.low && next.high == key.high && key.is_whole() ? next.code : kFree;
  }

  // The code, or kFree. is_same(code) says of a long string with the same key whether it is the one.
  template <class IsSame>
  std::uint32_t find(const WordKey& key, std::uint64_t hash, const IsSame& is_same) const {
    return slots_.empty() ? kFree : slots_[place(key, hash, is_same)].code;
  }

  // The same, and if there is none `code` is entered; there must be room.
  template <class IsSame>
  std::uint32_t find_or_enter(const WordKey& key, std::uint64_t hash, std::uint32_t code,
                              const IsSame& is_same) {
    Slot& slot = slots_[place(key, hash, is_same)];
    if (slot.code != kFree) return slot.code;
    slot = {key.low, key.high, code};
    ++size_;
    return code;
  }

 private:
  struct Slot {
    std::uint64_t low = 0;
    std::uint32_t high = 0xFFFFFFFF;  // a free one has the key of no short string
    std::uint32_t code = kFree;
  };

  std::size_t mask() const { return slots_.size() - 1; }

  template <class IsSame>
  std::size_t place(const WordKey& key, std::uint64_t hash, const IsSame& is_same) const {
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      const Slot& slot = slots_[at];
      if (slot.code == kFree) return at;
      if (slot.low == key.low && slot.high == key.high && (key.is_whole() || is_same(slot.code))) return at;
    }
  }

  void grow(std::size_t n_slots) {
    constexpr std::size_t kFewest = 16;  // a wide table has a dictionary a column
    LargeVector<Slot> old(n_slots < kFewest ? kFewest : n_slots);
    old.swap(slots_);
    for (const Slot& each : old) {
      if (each.code == kFree) continue;
      std::size_t at = WordKey{each.low, each.high}.hash() & mask();
      while (slots_[at].code != kFree) at = (at + 1) & mask();
      slots_[at] = each;
    }
  }

  LargeVector<Slot> slots_;  // a power of two
  std::size_t size_ = 0;
};

}  // namespace priory
