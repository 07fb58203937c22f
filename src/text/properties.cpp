// SPDX-License-Identifier: Apache-2.0
// utf8proc knows general categories, bidirectional classes and simple case mappings. It knows neither the
// properties Other_Lowercase and Other_Uppercase nor word breaks; the few code points of those that matter
// to the final sigma are listed here, as Unicode 14 has them (found by asking Python about every code point).
#include "text/properties.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace priory {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Other_Lowercase and Other_Uppercase without those that are case-ignorable.
constexpr std::array kOtherCased = {
    Range{0xAA, 0xAA},       Range{0xBA, 0xBA},       Range{0x2160, 0x217F},   Range{0x24B6, 0x24E9},
    Range{0x1F130, 0x1F149}, Range{0x1F150, 0x1F169}, Range{0x1F170, 0x1F189},
};

// Word_Break = MidLetter, MidNumLet or Single_Quote.
constexpr std::array<char32_t, 17> kPointsInWords = {0x27,   0x2E,   0x3A,   0xB7,   0x387,  0x55F,
                                                     0x5F4,  0x2018, 0x2019, 0x2024, 0x2027, 0xFE13,
                                                     0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A};

utf8proc_category_t category_of(char32_t point) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(point));
}

bool is_ascii_letter(char32_t point) {
  return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
}

}  // namespace

bool is_word(char32_t point) {
  // The tables would say the same of ASCII; texts in most languages are full of it.
  if (point < 0x80) return is_ascii_letter(point) || (point >= '0' && point <= '9') || point == '_';
  const utf8proc_category_t category = category_of(point);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

bool is_space(char32_t point) {
  if (point < 0x80) return (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x20);
  const utf8proc_property_t& property = *utf8proc_get_property(static_cast<utf8proc_int32_t>(point));
  return property.category == UTF8PROC_CATEGORY_ZS || property.bidi_class == UTF8PROC_BIDI_CLASS_WS ||
         property.bidi_class == UTF8PROC_BIDI_CLASS_B || property.bidi_class == UTF8PROC_BIDI_CLASS_S;
}

bool is_digit(char32_t point) {
  if (point < 0x80) return point >= '0' && point <= '9';
  return category_of(point) == UTF8PROC_CATEGORY_ND;
}

bool is_mark(char32_t point) {
  const utf8proc_category_t category = category_of(point);
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool is_cased(char32_t point) {
  const utf8proc_category_t category = category_of(point);
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL ||
         category == UTF8PROC_CATEGORY_LT ||
         std::ranges::any_of(kOtherCased, [&](Range r) { return point >= r.first && point <= r.last; });
}

bool is_case_ignorable(char32_t point) {
  switch (category_of(point)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return std::ranges::binary_search(kPointsInWords, point);
  }
}

char32_t simple_lower(char32_t point) {
  if (point < 0x80) return point >= 'A' && point <= 'Z' ? point + 0x20 : point;
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point)));
}

}  // namespace priory
