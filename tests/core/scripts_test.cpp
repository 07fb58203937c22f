// SPDX-License-Identifier: Apache-2.0
#include "core/scripts.h"

#include <gtest/gtest.h>
#include <string>

namespace priory {
namespace {

TEST(Scripts, WithoutSpacesBetweenWords) {
  for (const char32_t point : U"漢々〇あアーｱกำກកကᥐ𠀀") {
    if (point != 0) {
      EXPECT_TRUE(is_unspaced(point)) << static_cast<unsigned>(point);
    }
  }
  for (const char32_t point : U"a1 éЖא한ㄱहব、。・『３๓฿₀\u0DFF\U00040000") {
    if (point != 0) {
      EXPECT_FALSE(is_unspaced(point)) << static_cast<unsigned>(point);
    }
  }
}

TEST(Scripts, LettersAreCountedAndNothingElse) {
  const ScriptCounts counts = count_scripts("漢字、仮名 “ab” é 12");
  EXPECT_EQ(counts.unspaced, 4);
  EXPECT_EQ(counts.others, 3);
  EXPECT_TRUE(counts.mostly_unspaced());
  EXPECT_FALSE(count_scripts("漢字 abc").mostly_unspaced());
  EXPECT_FALSE(count_scripts("").mostly_unspaced());
}

TEST(Scripts, OnlyTheBeginningOfALongCellIsLookedAt) {
  std::string cell = "ab";  // so that the last character looked at is cut apart
  for (int i = 0; i < 1000; ++i) cell += "漢";
  EXPECT_EQ(count_scripts(cell).unspaced, 84);
}

}  // namespace
}  // namespace priory
