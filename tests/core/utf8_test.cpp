// SPDX-License-Identifier: Apache-2.0
// The expected counts of U+FFFD are those of the Unicode standard's table 3-8 and its neighbours, and of
// Python's bytes.decode("utf-8", "replace").
#include "core/utf8.h"

#include <gtest/gtest.h>
#include <string>

namespace priory {
namespace {

std::u32string decoded(std::string_view text) {
  std::u32string points;
  decode_utf8(text, points);
  return points;
}

std::string encoded(std::u32string_view points) {
  std::string text;
  for (const char32_t point : points) encode_utf8(point, text);
  return text;
}

TEST(Utf8, EveryScalarValueComesBack) {
  for (char32_t point = 0; point < 0x110000; ++point) {
    if (point >= 0xD800 && point < 0xE000) continue;
    const std::u32string one(1, point);
    ASSERT_EQ(decoded(encoded(one)), one) << static_cast<unsigned>(point);
  }
}

TEST(Utf8, LengthsChangeAtTheirBounds) {
  EXPECT_EQ(encoded(U"\x7F"), "\x7F");
  EXPECT_EQ(encoded(U"\x80"), "\xC2\x80");
  EXPECT_EQ(encoded(U"\x7FF"), "\xDF\xBF");
  EXPECT_EQ(encoded(U"\x800"), "\xE0\xA0\x80");
  EXPECT_EQ(encoded(U"\xFFFF"), "\xEF\xBF\xBF");
  EXPECT_EQ(encoded(U"\x10000"), "\xF0\x90\x80\x80");
  EXPECT_EQ(encoded(U"\x10FFFF"), "\xF4\x8F\xBF\xBF");
}

TEST(Utf8, OneReplacementForEachMaximalIllFormedPart) {
  EXPECT_EQ(decoded("a\xF1\x80\x80\xE1\x80\xC2"
                    "b\x80"
                    "c\x80\xBF"
                    "d"),
            U"a\xFFFD\xFFFD\xFFFD"
            U"b\xFFFD"
            U"c\xFFFD\xFFFD"
            U"d");
}

TEST(Utf8, SequencesCutShortAreOneReplacement) {
  EXPECT_EQ(decoded("\xC3"), U"\xFFFD");
  EXPECT_EQ(decoded("\xE2\x82"), U"\xFFFD");
  EXPECT_EQ(decoded("\xF0\x9F\x98"), U"\xFFFD");
  EXPECT_EQ(decoded("\xE2\x82 "), U"\xFFFD ");
}

TEST(Utf8, OverlongFormsAreOneReplacementAByte) {
  EXPECT_EQ(decoded("\xC0\xAF"), U"\xFFFD\xFFFD");
  EXPECT_EQ(decoded("\xC1\xBF"), U"\xFFFD\xFFFD");
  EXPECT_EQ(decoded("\xE0\x80\xAF"), U"\xFFFD\xFFFD\xFFFD");
  EXPECT_EQ(decoded("\xF0\x80\x80\xAF"), U"\xFFFD\xFFFD\xFFFD\xFFFD");
}

TEST(Utf8, SurrogatesAndValuesTooLargeAreIllFormed) {
  EXPECT_EQ(decoded("\xED\xA0\x80"), U"\xFFFD\xFFFD\xFFFD");
  EXPECT_EQ(decoded("\xED\xBF\xBF"), U"\xFFFD\xFFFD\xFFFD");
  EXPECT_EQ(decoded("\xF4\x90\x80\x80"), U"\xFFFD\xFFFD\xFFFD\xFFFD");
  EXPECT_EQ(decoded("\xF5\xFE\xFF"), U"\xFFFD\xFFFD\xFFFD");
}

TEST(Utf8, NulIsACodePoint) {
  EXPECT_EQ(decoded(std::string_view("a\0b", 3)), std::u32string(U"a\0b", 3));
}

TEST(Utf8, AsciiEndsAt7F) {
  EXPECT_TRUE(is_ascii(""));
  EXPECT_TRUE(is_ascii("a\x7F"));
  EXPECT_FALSE(is_ascii("a long line of plain words and then \xC3\xA9"));
  EXPECT_FALSE(is_ascii("\x80"));
}

}  // namespace
}  // namespace priory
