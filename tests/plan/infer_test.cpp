// SPDX-License-Identifier: Apache-2.0
// What a column is taken for, one rule a test, from real readings.
#include "plan/infer.h"

#include <gmock/gmock.h>

#include "training.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

// What a column of these cells is taken for.
Guess guess_of(const std::string& name, const std::vector<std::string>& cells) {
  std::string csv = name + ",y\n";
  for (const std::string& cell : cells) csv += cell + ",1\n";
  return infer_type(profile(table_of(csv))[0]);
}

std::vector<std::string> numbers(int from, int to, int step = 1) {
  std::vector<std::string> out;
  for (int k = from; k <= to; k += step) out.push_back(std::to_string(k));
  return out;
}

std::vector<std::string> repeated(const std::vector<std::string>& cells, int times) {
  std::vector<std::string> out;
  for (int k = 0; k < times; ++k) out.insert(out.end(), cells.begin(), cells.end());
  return out;
}

TEST(Infer, NumbersAreGaussian) {
  EXPECT_EQ(guess_of("x", {"1.5", "2.25", "-3", "1e3"}).type, "gaussian");
  EXPECT_EQ(guess_of("x", {"-5", "100", "2000"}).type, "gaussian");  // whole, but no counts
}

TEST(Infer, SmallWholeCountsArePoisson) {
  const Guess guess = guess_of("x", repeated({"0", "1", "1", "2", "2", "2", "3", "4"}, 3));
  EXPECT_EQ(guess.type, "poisson");
  EXPECT_THAT(guess.reason, HasSubstr("0 to 4"));
}

TEST(Infer, WholeNumbersTooWideForCountsAreGaussian) {
  EXPECT_EQ(guess_of("x", repeated({"0", "1000", "5000"}, 5)).type, "gaussian");
  EXPECT_EQ(guess_of("x", repeated({"40", "41", "43"}, 5)).type, "gaussian");  // far from 0
}

TEST(Infer, TwoValuesAreBernoulli) {
  EXPECT_EQ(guess_of("x", {"0", "1", "1", "NA"}).type, "bernoulli");
  EXPECT_EQ(guess_of("x", {"yes", "no", "yes"}).type, "bernoulli");
  EXPECT_THAT(guess_of("x", {"yes", "no"}).reason, HasSubstr("no, yes"));
}

TEST(Infer, WordsAreCategorical) {
  EXPECT_EQ(guess_of("x", {"red", "green", "blue", "red"}).type, "categorical");
}

TEST(Infer, ProseIsText) {
  const Guess guess = guess_of("x", {"the film was fun", "it was very plain", "a summer of films"});
  EXPECT_EQ(guess.type, "text");
  EXPECT_THAT(guess.reason, HasSubstr("4.0 words a cell"));
}

TEST(Infer, OneValueIsIgnored) {
  EXPECT_EQ(guess_of("x", {"a", "a", "NA"}).type, "ignore");
  EXPECT_EQ(guess_of("x", {"7", "7"}).type, "ignore");
}

TEST(Infer, NothingIsIgnored) {
  EXPECT_THAT(guess_of("x", {"", "NA"}).reason, HasSubstr("every cell is missing"));
}

TEST(Infer, NumbersInARowAreAnId) {
  EXPECT_EQ(guess_of("x", numbers(1, 50)).type, "ignore");
  EXPECT_NE(guess_of("x", numbers(1, 5)).type, "ignore");  // too few to tell
  EXPECT_NE(guess_of("x", numbers(1, 100, 2)).type, "ignore");
}

TEST(Infer, AnIdByItsName) {
  EXPECT_EQ(guess_of("user_id", numbers(100, 1000, 17)).type, "ignore");
  EXPECT_EQ(guess_of("ID", numbers(100, 1000, 17)).type, "ignore");
  EXPECT_EQ(guess_of("paid", numbers(100, 1000, 17)).type, "gaussian");
  EXPECT_EQ(guess_of("user_id", repeated(numbers(3, 5), 20)).type, "categorical");  // they repeat
}

TEST(Infer, WordsThatAllDifferAreAnId) {
  std::vector<std::string> cells;
  for (int k = 0; k < 30; ++k) cells.push_back("name" + std::to_string(k));
  EXPECT_THAT(guess_of("x", cells).reason, HasSubstr("30 different values in 30 rows"));
  EXPECT_EQ(guess_of("x", cells).type, "ignore");
}

TEST(Infer, NearlyAllNumbersIsDoubtful) {
  std::vector<std::string> cells = repeated({"1.5", "2.5", "3.5"}, 10);
  cells[12] = "nought";
  const Guess guess = guess_of("x", cells);
  EXPECT_TRUE(guess.doubtful);
  EXPECT_THAT(guess.reason, HasSubstr("29 of 30 cells are numbers, but 'nought' is not"));
  for (int k = 0; k < 10; ++k) cells[static_cast<std::size_t>(k)] = "nought";
  EXPECT_FALSE(guess_of("x", cells).doubtful);
}

TEST(Infer, WhatTheFileDeclaresHolds) {
  const Table table = Table::from_text(
      "@relation r\n@attribute a {x,y,z}\n@attribute b {0,1}\n@attribute c string\n@data\nx,0,one\ny,0,two\n",
      "test.arff");
  const auto columns = profile(table);
  EXPECT_EQ(infer_type(columns[0]).type, "categorical");
  EXPECT_EQ(infer_type(columns[1]).type, "bernoulli");
  EXPECT_EQ(infer_type(columns[2]).type, "text");
}

TEST(Infer, ProseWithoutSpacesIsText) {
  const Guess guess =
      guess_of("x", {"今日はとても良い天気です", "明日は雨が降るでしょう", "昨日は寒かったですね"});
  EXPECT_EQ(guess.type, "text");
  EXPECT_EQ(guess.reason, "prose");
}

TEST(Infer, NamesWithoutSpacesAreCategorical) {
  EXPECT_EQ(guess_of("x", {"東京", "大阪", "京都", "東京"}).type, "categorical");
  // Long ones among many that are not.
  EXPECT_EQ(guess_of("x", {"今日はとても良い天気です", "red", "green", "red"}).type, "categorical");
}

}  // namespace
}  // namespace priory::testing
