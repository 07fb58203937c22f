// SPDX-License-Identifier: Apache-2.0
// The order of columns that come in none: of rows that name their own columns, and of models joined.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace priory {

// Indices as numbers first, in their order, then names; svmlight's columns are numbers.
inline bool column_before(std::string_view a, std::string_view b) {
  const auto index = [](std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  };
  const auto x = index(a), y = index(b);
  if (x && y && *x != *y) return *x < *y;
  return x.has_value() != y.has_value() ? x.has_value() : a < b;
}

}  // namespace priory
