// SPDX-License-Identifier: Apache-2.0
// Counts the words of one text. The table is as small as the text, so it stays in the nearest cache, where
// one entry for every word of the vocabulary would not. Scratch for one thread; emptied by counting on, not
// by wiping.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "priory/chunk.h"

namespace priory {

class WordTally {
 public:
  // Appends the different ones of `words` to the bag, in the order they first come, with how often they come.
  void operator()(std::span<const std::uint32_t> words, Bag& bag);

 private:
  struct Slot {
    std::uint32_t word = 0;
    std::uint32_t text = 0;   // the number of the text that filled it: of another one it is free
    std::uint32_t entry = 0;  // in the bag, from the first of the text
  };

  void begin_text(std::size_t n_words);

  std::vector<Slot> slots_;  // a power of two, at most a quarter full
  std::uint32_t text_ = 0;
};

}  // namespace priory
