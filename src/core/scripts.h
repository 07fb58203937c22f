// SPDX-License-Identifier: Apache-2.0
// Scripts that put no spaces between words: Chinese characters and kana; Thai, Lao, Burmese and Khmer; the
// scripts of the Tai languages. Runs of their letters are sentences rather than words.
#pragma once

#include <cstddef>
#include <string_view>

namespace priory {

// Whether a code point is a letter or mark of such a script. Digits and punctuation are none.
bool is_unspaced(char32_t point);

struct ScriptCounts {
  std::size_t unspaced = 0;  // letters and marks of such scripts
  std::size_t others = 0;    // other letters

  bool mostly_unspaced() const { return unspaced > others; }
};

// Counts in the beginning of a cell, which is UTF-8: enough to tell, and the same cost for long cells.
ScriptCounts count_scripts(std::string_view cell);

}  // namespace priory
