// SPDX-License-Identifier: Apache-2.0
#include "input/lines.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

TEST(Lines, AreCountedAsAnEditorCounts) {
  EXPECT_EQ(count_line_ends(""), 0U);
  EXPECT_EQ(count_line_ends("a"), 0U);
  EXPECT_EQ(count_line_ends("a\nb\r\nc\rd"), 3U);
  EXPECT_EQ(count_line_ends("\r"), 1U);
  EXPECT_EQ(count_line_ends("\r\r\n\n\r"), 4U);
}

TEST(Lines, PlaceInARecordOfSeveralLines) {
  EXPECT_EQ(place_in("f", "ab,cd", 7, 3).text(), "f:7:4");
  EXPECT_EQ(place_in("f", "\"a\nb\r\nc\",d", 7, 9).text(), "f:9:4");
  EXPECT_EQ(place_in("f", "ab", 7, 100).text(), "f:7:3");
}

TEST(Lines, AreCutAtLineFeeds) {
  LineCutter lines("a\r\n\nb\rc\nd", 5);
  Texts seen;
  while (lines.next()) seen.push_back(std::to_string(lines.line()) + std::string(lines.text()));
  EXPECT_THAT(seen, ::testing::ElementsAre("5a", "6", "7b\rc", "9d"));
}

TEST(Lines, WholeOnes) {
  EXPECT_EQ(whole_lines(""), 0U);
  EXPECT_EQ(whole_lines("ab"), 0U);
  EXPECT_EQ(whole_lines("a\nb\nc"), 4U);
}

TEST(Lines, TrimAndCompare) {
  EXPECT_EQ(trim(" \ta b\r"), "a b");
  EXPECT_EQ(trim(" \r"), "");
  EXPECT_TRUE(equal_ignoring_case("@DaTa", "@data"));
  EXPECT_FALSE(equal_ignoring_case("@data", "@dat"));
}

}  // namespace
}  // namespace priory::testing
