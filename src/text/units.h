// SPDX-License-Identifier: Apache-2.0
// The units of a text, words or characters, side by side in one run of bytes: words with one space between
// them, characters with nothing. An n-gram is then n neighbours with what lies between, a view into those
// bytes, and making n-grams copies no text.
//
//   words       "to be or"   units [0,2) [3,5) [6,8)   the 2-gram at 1 is [3,8) "be or"
//   characters  "aé"         units [0,1) [1,3)         the 2-gram at 0 is [0,3) "aé"
//
// Characters can be grouped into words by end_word(): " to  be " has the groups " to " and " be ".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "priory/dictionary.h"

namespace priory {

struct Units {
  struct Unit {
    std::uint32_t begin;  // bytes; no text is longer than 1 GiB
    std::uint32_t end;
  };

  std::string bytes;
  std::vector<Unit> units;
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

  // Appends the n-grams for each n from `min_n` to `max_n`, by n, then by position. Views of `bytes`.
  void append_n_grams(std::size_t min_n, std::size_t max_n, std::vector<std::string_view>& out) const;

  // The same in each group by itself. A group no longer than n is one n-gram, and has none for a larger n.
  void append_n_grams_of_words(std::size_t min_n, std::size_t max_n,
                               std::vector<std::string_view>& out) const;

 private:
  std::string_view between(std::size_t first, std::size_t last) const {
    return {bytes.data() + units[first].begin, units[last].end - units[first].begin};
  }
};

}  // namespace priory
