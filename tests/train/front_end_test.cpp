// SPDX-License-Identifier: Apache-2.0
#include "priory/front_end.h"

#include <gtest/gtest.h>

namespace priory {
namespace {

TEST(FrontEnd, SpellingsOfMissingCellsAreAddedOrReplaced) {
  std::vector<std::string> missing = {"NA"};
  bool guess = true;
  take_missing("+-,?", missing, guess);
  EXPECT_EQ(missing, (std::vector<std::string>{"NA", "-", "?"}));
  EXPECT_TRUE(guess);
  take_missing("none", missing, guess);
  EXPECT_EQ(missing, std::vector<std::string>{"none"});
  EXPECT_FALSE(guess);
}

TEST(FrontEnd, SizesOfMemory) {
  EXPECT_EQ(parse_memory("64M"), std::size_t{64} << 20);
  EXPECT_EQ(parse_memory("1.5G"), std::size_t{3} << 29);
  EXPECT_EQ(parse_memory("33554432"), std::size_t{32} << 20);
  for (const char* none : {"", "1K", "many", "2X", "2GB", "-2G", "nan", "1e300"})
    EXPECT_THROW(parse_memory(none), Error) << none;
}

TEST(FrontEnd, TheUsualCaseIsNotToldApart) {
  TokenOptions words;
  settle_case(words, LetterCase::lower);
  EXPECT_EQ(words, TokenOptions());
  settle_case(words, LetterCase::keep);
  EXPECT_FALSE(words.lowers());
  TokenOptions characters;
  characters.tokens = Tokens::characters;
  settle_case(characters, LetterCase::keep);
  EXPECT_EQ(characters.letter_case, LetterCase::usual);
}

TEST(FrontEnd, WhatASearchLeavesAsItIs) {
  EXPECT_EQ(fixed_by({"alpha", "parts", "stem", "char-ngrams", "binary"}),
            (std::set<std::string>{"alpha", "family", "tokens", "ngrams", "tf"}));
}

std::string refusal(const PlanOptions& options, const std::set<std::string>& given) {
  try {
    check_options(options, given);
  } catch (const Error& error) {
    return error.message();
  }
  return "";
}

TEST(FrontEnd, OptionsThatContradictEachOtherAreRefused) {
  EXPECT_EQ(refusal({}, {}), "");
  EXPECT_EQ(refusal({}, {"ngrams", "char-ngrams"}), "‹ngrams› and ‹char-ngrams› exclude each other");
  PlanOptions options;
  options.text_options.tokens.max_n = kLongestGram + 1;
  EXPECT_EQ(refusal(options, {"ngrams"}), "‹ngrams› takes numbers up to 64, not '65'");
  options = {};
  options.text_options.min_df = {10, false}, options.text_options.max_df = {5, false};
  EXPECT_NE(refusal(options, {}).find("contradict each other"), std::string::npos);
  options = {};
  options.structure = "tann";
  EXPECT_NE(refusal(options, {}).find("did you mean 'tan'"), std::string::npos);
}

TEST(FrontEnd, AColumnLeftOutByItsUserIsNoNews) {
  ColumnRole role;
  role.name = "id", role.role = "ignored", role.reason = "all differ";
  EXPECT_EQ(left_out(role), "column 'id' is left out: all differ");
  role.reason = "by ‹ignore›";
  EXPECT_EQ(left_out(role), "");
}

TEST(FrontEnd, SkippedRowsAreCounted) {
  ReadCounts counts;
  EXPECT_TRUE(notes_on(counts).empty());
  counts.rows = 4, counts.skipped = 1, counts.first_skipped = "no number";
  ASSERT_EQ(notes_on(counts).size(), 1U);
  EXPECT_EQ(notes_on(counts)[0].substr(0, 32), "5 rows read, 4 used, 1 skipped; ");
}

}  // namespace
}  // namespace priory
