// SPDX-License-Identifier: Apache-2.0
#include "text/pairs.h"

#include "core/scripts.h"
#include "text/properties.h"

namespace priory {
namespace {

// Where the character that begins at `i` ends: past its marks.
std::size_t character_end(std::u32string_view text, std::size_t i) {
  ++i;
  while (i < text.size() && is_mark(text[i])) ++i;
  return i;
}

// Adds the pairs of the run that begins at `begin`, and returns its end.
std::size_t add_pairs(std::u32string_view text, std::size_t begin, Units& out) {
  std::size_t end = character_end(text, begin);
  if (end == text.size() || !is_unspaced(text[end])) out.add_word(text.substr(begin, end - begin));
  while (end < text.size() && is_unspaced(text[end])) {
    const std::size_t second = end;
    end = character_end(text, second);
    out.add_word(text.substr(begin, end - begin));
    begin = second;
  }
  return end;
}

}  // namespace

void cut_pairs(std::u32string_view text, std::size_t shortest_word, Units& out) {
  for (std::size_t i = 0; i < text.size();) {
    if (is_unspaced(text[i])) {
      i = add_pairs(text, i, out);
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_word(text[i]) && !is_unspaced(text[i])) ++i;
    if (i - begin >= shortest_word) out.add_word(text.substr(begin, i - begin));
    if (i == begin) ++i;
  }
}

}  // namespace priory
