// SPDX-License-Identifier: Apache-2.0
// The units of a text, words or characters, side by side in one run of bytes: words with one space between
// them, characters with nothing. An n-gram is then n neighbours with what lies between, a slice of those
// bytes, and making n-grams copies no text.
//
//   words       "to be or"   units [0,2) [3,5) [6,8)   the 2-gram at 1 is [3,8) "be or"
//   characters  "aé"         units [0,1) [1,3)         the 2-gram at 0 is [0,3) "aé"
//
// Characters can be grouped into words by end_word(): " to  be " has the groups " to " and " be ".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

#include "words/slices.h"

namespace priory {

struct Units {
  std::string bytes;
  std::vector<Slice> units;
  std::string joined;                  // what `join` writes into, kept for the next text
  std::vector<std::size_t> word_ends;  // of groups of characters: the number of units up to the end of each

  void clear();
  // Moves words that lie anywhere in `bytes` side by side, with one space between them.
  void join();
  void add_word(std::u32string_view word);
  void add_word(std::string_view word);
  void add_character(char32_t point);
  void end_word() { word_ends.push_back(units.size()); }

  std::string_view word(std::size_t k) const {
    return std::string_view(bytes).substr(units[k].begin, units[k].end - units[k].begin);
  }

  // Makes room behind `bytes` for who reads words some bytes at a time.
  void pad() { bytes.reserve(bytes.size() + Dictionary::kReadable); }

  // Appends the n-grams for each n from `min_n` to `max_n`, by n, then by position. Slices of `bytes`.
  void append_n_grams(std::size_t min_n, std::size_t max_n, std::vector<Slice>& out) const;

  // The same in each group by itself. A group no longer than n is one n-gram, and has none for a larger n.
  void append_n_grams_of_words(std::size_t min_n, std::size_t max_n, std::vector<Slice>& out) const;

 private:
  Slice between(std::size_t first, std::size_t last) const { return {units[first].begin, units[last].end}; }
};

}  // namespace priory
