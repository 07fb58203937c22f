// SPDX-License-Identifier: Apache-2.0
// Only its first unit and its last say where an n-gram lies: what is between them is
// already in place, space or nothing, so that words and characters share the loop.
#include "text/units.h"

#include <algorithm>

#include "core/utf8.h"

namespace priory {

void Units::clear() {
  bytes.clear();
  units.clear();
  word_ends.clear();
}

void Units::join() {
  joined.clear();
  joined.reserve(bytes.size() + units.size());
  for (Slice& unit : units) {
    if (!joined.empty()) joined.push_back(' ');
    const auto begin = static_cast<std::uint32_t>(joined.size());
    joined.append(bytes, unit.begin, unit.end - unit.begin);
    unit = {begin, static_cast<std::uint32_t>(joined.size())};
  }
  bytes.swap(joined);
}

void Units::add_word(std::u32string_view word) {
  if (!units.empty()) bytes.push_back(' ');
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  for (const char32_t point : word) encode_utf8(point, bytes);
  units.emplace_back(begin, static_cast<std::uint32_t>(bytes.size()));
}

void Units::add_word(std::string_view word) {
  if (!units.empty()) bytes.push_back(' ');
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  bytes.append(word);
  units.emplace_back(begin, static_cast<std::uint32_t>(bytes.size()));
}

void Units::add_character(char32_t point) {
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  encode_utf8(point, bytes);
  units.emplace_back(begin, static_cast<std::uint32_t>(bytes.size()));
}

void Units::append_n_grams(std::size_t min_n, std::size_t max_n, std::vector<Slice>& out) const {
  const std::size_t longest = std::min(max_n, units.size());
  for (std::size_t n = min_n; n <= longest; ++n) {
    for (std::size_t last = n - 1; last < units.size(); ++last) out.push_back(between(last - (n - 1), last));
  }
}

void Units::append_n_grams_of_words(std::size_t min_n, std::size_t max_n, std::vector<Slice>& out) const {
  std::size_t begin = 0;
  for (const std::size_t end : word_ends) {
    const std::size_t size = end - begin;
    const std::size_t longest = std::min(max_n, std::max(min_n, size));
    for (std::size_t n = min_n; n <= longest; ++n) {
      const std::size_t length = std::min(n, size);
      for (std::size_t first = begin; first + length <= end; ++first)
        out.push_back(between(first, first + length - 1));
      if (n >= size) break;  // also where the longest is the largest number there is
    }
    begin = end;
  }
}

}  // namespace priory
