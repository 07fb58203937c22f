// SPDX-License-Identifier: Apache-2.0
// Only its first unit and its last say where an n-gram lies: what is between them is
// already in place, space or nothing, so that words and characters share the loop.
#include "text/units.h"

#include <algorithm>

#include "text/utf8.h"

namespace priory {

void Units::clear() {
  bytes.clear();
  units.clear();
}

void Units::join() {
  std::string joined;
  joined.reserve(bytes.size() + units.size());
  for (Unit& unit : units) {
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
  units.push_back({begin, static_cast<std::uint32_t>(bytes.size())});
}

void Units::add_character(char32_t point) {
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  encode_utf8(point, bytes);
  units.push_back({begin, static_cast<std::uint32_t>(bytes.size())});
}

void Units::append_n_grams(std::size_t min_n, std::size_t max_n, std::vector<std::string_view>& out) const {
  const std::string_view all = bytes;
  const std::size_t longest = std::min(max_n, units.size());
  for (std::size_t n = min_n; n <= longest; ++n) {
    for (std::size_t last = n - 1; last < units.size(); ++last) {
      const std::size_t begin = units[last - (n - 1)].begin;
      out.push_back(all.substr(begin, units[last].end - begin));
    }
  }
}

}  // namespace priory
