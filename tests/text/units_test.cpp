// SPDX-License-Identifier: Apache-2.0
// Both ways of laying out units, and the order and the bounds of n-grams, up to lengths near the largest
// std::size_t.
#include "text/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace priory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string_view> n_grams(const Units& units, std::size_t min_n, std::size_t max_n) {
  std::vector<Slice> out;
  units.append_n_grams(min_n, max_n, out);
  const Slices all(units.bytes.data(), out);
  return {all.begin(), all.end()};
}

Units words() {
  Units units;
  for (const auto* word : {U"to", U"bé", U"or"}) units.add_word(word);
  return units;
}

TEST(Units, WordsHaveOneSpaceBetweenThem) {
  EXPECT_EQ(words().bytes, "to bé or");
}

TEST(Units, NGramsAreInOrderOfLengthThenPosition) {
  const Units units = words();
  EXPECT_THAT(n_grams(units, 1, 1), ElementsAre("to", "bé", "or"));
  EXPECT_THAT(n_grams(units, 1, 3), ElementsAre("to", "bé", "or", "to bé", "bé or", "to bé or"));
  EXPECT_THAT(n_grams(units, 2, 2), ElementsAre("to bé", "bé or"));
}

TEST(Units, NGramsLongerThanTheTextAreNone) {
  const Units units = words();
  EXPECT_THAT(n_grams(units, 3, std::numeric_limits<std::size_t>::max()), ElementsAre("to bé or"));
  EXPECT_THAT(n_grams(units, 4, 9), IsEmpty());
  EXPECT_THAT(n_grams(Units(), 1, 9), IsEmpty());
}

TEST(Units, CharactersHaveNothingBetweenThem) {
  Units units;
  for (const char32_t point : {U'a', U'é', U'漢'}) units.add_character(point);
  EXPECT_THAT(n_grams(units, 1, 2), ElementsAre("a", "é", "漢", "aé", "é漢"));
}

TEST(Units, ClearForgetsAll) {
  Units units = words();
  units.clear();
  units.add_word(U"be");
  EXPECT_THAT(n_grams(units, 1, 2), ElementsAre("be"));
}

std::vector<std::string_view> n_grams_of_words(const Units& units, std::size_t min_n, std::size_t max_n) {
  std::vector<Slice> out;
  units.append_n_grams_of_words(min_n, max_n, out);
  const Slices all(units.bytes.data(), out);
  return {all.begin(), all.end()};
}

Units grouped() {
  Units units;
  for (const std::u32string word : {U"ab", U"é"}) {
    for (const char32_t point : word) units.add_character(point);
    units.end_word();
  }
  return units;
}

TEST(Units, GroupsOfCharactersKeepTheirNGramsApart) {
  EXPECT_THAT(n_grams_of_words(grouped(), 1, 1), ElementsAre("a", "b", "é"));
  EXPECT_THAT(n_grams_of_words(grouped(), 1, 2), ElementsAre("a", "b", "ab", "é"));
}

TEST(Units, AGroupShorterThanTheShortestNGramIsOne) {
  constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();
  for (const auto& [min_n, max_n] :
       {std::pair<std::size_t, std::size_t>{2, 2}, {3, 9}, {2, kHuge}, {kHuge, kHuge}})
    EXPECT_THAT(n_grams_of_words(grouped(), min_n, max_n), ElementsAre("ab", "é"));
  EXPECT_THAT(n_grams_of_words(Units(), 1, 3), IsEmpty());
}

}  // namespace
}  // namespace priory
