// SPDX-License-Identifier: Apache-2.0
// From the keys of strings to their codes: an open-addressed table that holds short strings itself, so that
// looking one up touches one place of memory. Long ones have the same key with others once in a blue moon:
// the caller compares. Codes are 0, 1, 2, ... in the order of entering. Many readers or one writer at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/large_pages.h"
#include "words/word_key.h"

namespace priory {

class WordTable {
 public:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;

  // For as many more than there are, so that at most half of the slots are taken.
  void make_room(std::size_t n_more) {
    if (2 * (size_ + n_more) > slots_.size()) grow(std::bit_ceil(2 * (size_ + n_more)));
  }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }

  // The code of the string with this key, or kFree. Of a long one: of a string that has its key, which the
  // caller compares.
  std::uint32_t look(const WordKey& key, std::uint64_t hash) const {
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.low == key.low && slot.high == key.high) [[likely]]
        return slot.code;
      if (slot.code == kFree) return kFree;
    }
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

  template <class IsSame>
  std::size_t place(const WordKey& key, std::uint64_t hash, const IsSame& is_same) const {
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.code == kFree) return at;
      if (slot.low == key.low && slot.high == key.high && (key.is_whole() || is_same(slot.code))) return at;
    }
  }

  // In the order of their codes, which is that of their coming: words that come often come early, and take
  // the places where they are looked for first.
  void grow(std::size_t n_slots) {
    constexpr std::size_t kFewest = 16;  // a wide table has a dictionary a column
    std::vector<Slot> by_code(size_);
    for (const Slot& each : slots_) {
      if (each.code != kFree) by_code[each.code] = each;
    }
    LargeVector<Slot>(n_slots < kFewest ? kFewest : n_slots).swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& each : by_code) {
      std::size_t at = WordKey{each.low, each.high}.hash() & mask_;
      while (slots_[at].code != kFree) at = (at + 1) & mask_;
      slots_[at] = each;
    }
  }

  LargeVector<Slot> slots_;  // a power of two
  std::size_t mask_ = 0;     // one less
  std::size_t size_ = 0;
};

}  // namespace priory
