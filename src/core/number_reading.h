// SPDX-License-Identifier: Apache-2.0
// Numbers as people write them: a decimal comma, groups of three digits, a unit before or after, thousands as
// k. What a column means is decided by all its cells; here are one cell and one way to read it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "priory/cells.h"

namespace priory {

// Without white space at its ends: spaces, tabs, no-break and thin spaces.
std::string_view without_spaces(std::string_view text);
inline bool may_begin_or_end_with_space(std::string_view text) {
  const auto unusual = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte >= 0x80;
  };
  return !text.empty() && (unusual(text.front()) || unusual(text.back()));
}
// The same, at the cost of two comparisons for nearly every cell.
inline std::string_view trimmed(std::string_view text) {
  return may_begin_or_end_with_space(text) ? without_spaces(text) : text;
}

// A cell that has the shape of a number: sign, digits with what separates them, and what stands around.
struct NumberShape {
  bool minus = false;
  std::string_view digits = {};  // "1.234,5", "1 234", "1,5E+03"
  std::string unit = {};         // what stands before or after; empty: nothing
  int zeros = 0;                 // that k, M and bn stand for: 3, 6, 9
  bool parentheses = false;      // around it, or a minus behind it, which say minus
};
std::optional<NumberShape> number_shape(std::string_view cell);

// The ways to separate digits: which sign is the decimal, which one parts thousands.
struct Separators {
  char decimal;
  char thousands;
};
inline constexpr std::array<Separators, 8> kSeparators = {
    {{'.', 0}, {'.', ','}, {'.', ' '}, {'.', '\''}, {',', 0}, {',', '.'}, {',', ' '}, {',', '\''}}};

// The number that digits are, separated in this way and with so many zeros more; nothing if they cannot be.
std::optional<double> parse_digits(std::string_view digits, Separators by, int zeros = 0);

// The number that a cell is by a reading; nothing if it is none.
std::optional<double> read_number(std::string_view cell, const Reading& reading);

}  // namespace priory
