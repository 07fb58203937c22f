// SPDX-License-Identifier: Apache-2.0
// A few code points of each kind, with the answers of Python 3.11; tests/peers/tokens.py asks it about all.
#include "text/properties.h"

#include <gtest/gtest.h>
#include <string_view>

namespace priory {
namespace {

TEST(Properties, WordsAreLettersNumbersAndTheUnderscore) {
  // Letters of all five kinds, digits of several scripts, fractions, Roman and circled and CJK numbers.
  for (const char32_t point : std::u32string_view(U"aZ09_éßǅʰªא漢٣०¼²Ⅷ⑳㊀〇𝔸𝟘𐄇")) {
    EXPECT_TRUE(is_word(point)) << static_cast<unsigned>(point);
  }
}

TEST(Properties, MarksSignsAndSpacesAreNotOfWords) {
  const std::u32string_view others =
      U" -'.@$€©\u0301\u0903\u20DD\u200D\u203F\u00A0\uFFFD😀\U0001F130\U000E0041";
  for (const char32_t point : others) EXPECT_FALSE(is_word(point)) << static_cast<unsigned>(point);
  EXPECT_FALSE(is_word(0));
  EXPECT_FALSE(is_word(0xE000));
  EXPECT_FALSE(is_word(0x10FFFF));
}

TEST(Properties, WhiteSpaceIsExactlyThatOfPython) {
  const std::u32string_view white =
      U"\t\n\v\f\r\x1C\x1D\x1E\x1F "
      U"\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
      U"\u200A\u2028\u2029\u202F\u205F\u3000";
  for (char32_t point = 0; point < 0x110000; ++point) {
    ASSERT_EQ(is_space(point), white.find(point) != white.npos) << static_cast<unsigned>(point);
  }
}

TEST(Properties, LowerCaseOfOneCodePoint) {
  EXPECT_EQ(simple_lower(U'A'), U'a');
  EXPECT_EQ(simple_lower(U'@'), U'@');
  EXPECT_EQ(simple_lower(U'['), U'[');
  EXPECT_EQ(simple_lower(U'É'), U'é');
  EXPECT_EQ(simple_lower(U'ẞ'), U'ß');
  EXPECT_EQ(simple_lower(U'ǅ'), U'ǆ');
  EXPECT_EQ(simple_lower(U'\u212A'), U'k');               // the Kelvin sign
  EXPECT_EQ(simple_lower(U'\u1C90'), U'\u10D0');          // Georgian
  EXPECT_EQ(simple_lower(U'\u13A0'), U'\uAB70');          // Cherokee
  EXPECT_EQ(simple_lower(U'\U0001E900'), U'\U0001E922');  // Adlam
  EXPECT_EQ(simple_lower(U'Ⅷ'), U'ⅷ');
  EXPECT_EQ(simple_lower(U'ß'), U'ß');
}

TEST(Properties, WhatTheFinalSigmaLooksPast) {
  const std::u32string_view points_in_words =
      U"'.:\u00B7\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";
  for (const char32_t point : points_in_words) {
    EXPECT_TRUE(is_case_ignorable(point)) << static_cast<unsigned>(point);
  }
  for (const char32_t point : std::u32string_view(U"\u0301\u00AD\u200Dʰ^`¨\u20DD")) {
    EXPECT_TRUE(is_case_ignorable(point)) << static_cast<unsigned>(point);
  }
  for (const char32_t point : std::u32string_view(U"aΣ -_,;!1א\u0903")) {
    EXPECT_FALSE(is_case_ignorable(point)) << static_cast<unsigned>(point);
  }
}

TEST(Properties, WhatHasCase) {
  for (const char32_t point : std::u32string_view(U"aZΣǅªºⅧⅷⓐⒶ\U0001F130\U0001F169\U0001F189")) {
    EXPECT_TRUE(is_cased(point)) << static_cast<unsigned>(point);
  }
  for (const char32_t point : std::u32string_view(U"1_א漢 \u1160\U0001F14A\U0001F18A")) {
    EXPECT_FALSE(is_cased(point)) << static_cast<unsigned>(point);
  }
}

}  // namespace
}  // namespace priory
