// SPDX-License-Identifier: Apache-2.0
// Words where some scripts have no spaces between them.
#include "text/pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace priory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> pairs(std::u32string_view text) {
  Units units;
  cut_pairs(text, 2, units);
  std::vector<std::string> out;
  for (std::size_t k = 0; k < units.units.size(); ++k) out.emplace_back(units.word(k));
  return out;
}

TEST(Pairs, OverlapAndOneAloneIsAUnit) {
  EXPECT_THAT(pairs(U"漢字仮名"), ElementsAre("漢字", "字仮", "仮名"));
  EXPECT_THAT(pairs(U"漢字、仮"), ElementsAre("漢字", "仮"));
  EXPECT_THAT(pairs(U""), IsEmpty());
}

TEST(Pairs, OtherWordsStayWords) {
  EXPECT_THAT(pairs(U"python入門書 v2 a été"), ElementsAre("python", "入門", "門書", "v2", "été"));
  EXPECT_THAT(pairs(U"2024年5月"), ElementsAre("2024", "年", "月"));
}

TEST(Pairs, KanaAndKanjiAreOneRun) {
  EXPECT_THAT(pairs(U"コーヒー飲む"), ElementsAre("コー", "ーヒ", "ヒー", "ー飲", "飲む"));
}

TEST(Pairs, MarksBelongToTheLetterBefore) {
  // Thai "water": no nu, mai tho, sara am. "That": tho thahan, sara ii, mai ek.
  EXPECT_THAT(pairs(U"\u0E19\u0E49\u0E33"), ElementsAre("\u0E19\u0E49\u0E33"));
  EXPECT_THAT(pairs(U"\u0E17\u0E35\u0E48"), ElementsAre("\u0E17\u0E35\u0E48"));
  EXPECT_THAT(pairs(U"\u0E17\u0E35\u0E48\u0E01\u0E02"),
              ElementsAre("\u0E17\u0E35\u0E48\u0E01", "\u0E01\u0E02"));
  EXPECT_THAT(pairs(U"葛\U000E0100城"), ElementsAre("葛\U000E0100城"));  // a variant of a character
}

TEST(Pairs, PunctuationAndZeroWidthSpacesPartRuns) {
  EXPECT_THAT(pairs(U"漢字\u200B仮名・平仮"), ElementsAre("漢字", "仮名", "平仮"));
}

}  // namespace
}  // namespace priory
