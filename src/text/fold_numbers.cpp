// SPDX-License-Identifier: Apache-2.0
#include "text/fold_numbers.h"

#include <algorithm>

#include "core/utf8.h"
#include "text/properties.h"

namespace priory {

void fold_numbers(std::u32string& text) {
  std::size_t end = 0;
  bool before = false;  // whether a digit stands before
  for (const char32_t point : text) {
    const bool digit = is_digit(point);
    if (!digit || !before) text[end++] = digit ? U'0' : point;
    before = digit;
  }
  text.resize(end);
}

std::string_view NumberFolder::operator()(std::string_view word) {
  const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80 && !(c >= '0' && c <= '9'); };
  if (std::ranges::all_of(word, plain)) return word;
  points_.clear();
  decode_utf8(word, points_);
  if (std::ranges::none_of(points_, is_digit)) return word;
  fold_numbers(points_);
  folded_.clear();
  for (const char32_t point : points_) encode_utf8(point, folded_);
  return folded_;
}

}  // namespace priory
