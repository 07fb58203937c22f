// SPDX-License-Identifier: Apache-2.0
#include "learn/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace priory {
namespace {

using ::testing::ElementsAre;

TEST(Translation, LearnsWhatIsNewAndFollowsAGrowingDictionary) {
  Dictionary from, to;
  to.insert("z");
  from.insert("a"), from.insert("z");
  Translation translation;
  EXPECT_THAT(translation.learn(from, to), ElementsAre(1, 0));
  from.insert("b");
  EXPECT_THAT(translation.learn(from, to), ElementsAre(1, 0, 2));
  EXPECT_EQ(to.size(), 3U);
}

TEST(Translation, LooksUpWithoutLearning) {
  Dictionary from, to;
  to.insert("z");
  from.insert("a"), from.insert("z");
  Translation translation;
  EXPECT_THAT(translation.look_up(from, to, 7), ElementsAre(7, 0));
  EXPECT_EQ(to.size(), 1U);
}

TEST(Translation, StartsAnewWithAnotherDictionary) {
  Dictionary one, two, to;
  one.insert("a"), one.insert("b");
  two.insert("b"), two.insert("a");
  Translation translation;
  EXPECT_THAT(translation.learn(one, to), ElementsAre(0, 1));
  EXPECT_THAT(translation.learn(two, to), ElementsAre(1, 0));
  const Dictionary copy = one;  // as long, and not the same
  EXPECT_THAT(translation.learn(copy, to), ElementsAre(0, 1));
}

TEST(Recode, ChangesCodesAndKeepsTheMissing) {
  Column column, out;
  column.kind = CellKind::codes;
  column.codes = {0, kMissingCode, 1, 0};
  const std::uint32_t codes[] = {5, kMissingCode};
  recode(column, codes, out);
  EXPECT_THAT(out.codes, ElementsAre(5, kMissingCode, kMissingCode, 5));
}

TEST(Recode, LeavesOutUnknownWordsAndKeepsTheRows) {
  Column column, out;
  column.kind = CellKind::bag;
  column.bag.word = {0, 1, 1}, column.bag.count = {2, 3, 4};
  column.bag.begin = {0, 2, 2, 3}, column.bag.missing = {false, true, false};
  const std::uint32_t codes[] = {kMissingCode, 9};
  recode(column, codes, out);
  EXPECT_THAT(out.bag.begin, ElementsAre(0, 1, 1, 2));
  EXPECT_THAT(out.bag.word, ElementsAre(9, 9));
  EXPECT_THAT(out.bag.count, ElementsAre(3, 4));
  EXPECT_THAT(out.bag.missing, ElementsAre(false, true, false));
}

}  // namespace
}  // namespace priory
