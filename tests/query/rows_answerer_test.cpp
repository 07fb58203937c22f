// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include "query/asking.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

// Mitchell, Machine Learning (1997), table 2.1.
const std::string kSport =
    "Sky,AirTemp,Humidity,Wind,Water,Forecast,EnjoySport\n"
    "Sunny,Warm,Normal,Strong,Warm,Same,Yes\n"
    "Sunny,Warm,High,Strong,Warm,Same,Yes\n"
    "Rainy,Cold,High,Strong,Warm,Change,No\n"
    "Sunny,Warm,High,Strong,Cool,Change,Yes\n";

TEST(Rows, SharesOfTheRows) {
  const JointDistribution sport = rows_of(kSport);
  EXPECT_EQ(p(sport, "P(EnjoySport=Yes)"), 3.0 / 4);
  EXPECT_EQ(p(sport, "P(EnjoySport=Yes | Sky=Sunny)"), 1);
  EXPECT_DOUBLE_EQ(p(sport, "P(EnjoySport=Yes | Humidity=High)"), 2.0 / 3);
  EXPECT_EQ(p(sport, "P(Water=Cool or Sky=Rainy)"), 2.0 / 4);
  EXPECT_EQ(p(sport, "P(Water=Cool and Sky=Rainy)"), 0);
  EXPECT_DOUBLE_EQ(answer(sport, "odds P(EnjoySport=Yes)").odds, 3);
  EXPECT_EQ(answer(sport, "odds P(EnjoySport=Yes | Sky=Sunny)").odds, HUGE_VAL);
}

TEST(Rows, ATableOfAVariableWithoutAValue) {
  const QueryAnswer table = answer(rows_of(kSport), "P(Water, EnjoySport=Yes | Humidity=High)");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].values, std::vector<std::string>{"Cool"});
  EXPECT_DOUBLE_EQ(table.rows[0].probability, 1.0 / 3);
  EXPECT_DOUBLE_EQ(table.rows[1].probability, 1.0 / 3);
  const QueryAnswer best = answer(rows_of(kSport), "argmax P(Sky, Water)");
  EXPECT_EQ(best.rows[0].values, (std::vector<std::string>{"Sunny", "Warm"}));
  EXPECT_EQ(best.rows[0].probability, 0.5);
}

TEST(Rows, NumbersCompareAsNumbersAndAreListedInTheirOrder) {
  const JointDistribution rows = rows_of("x,y\n2,a\n10,b\n2.0,b\n9,a\n");
  EXPECT_EQ(p(rows, "P(x=2)"), 0.5);
  EXPECT_EQ(p(rows, "P(x>9)"), 0.25);
  EXPECT_EQ(p(rows, "P(2<x<=10)"), 0.5);
  EXPECT_EQ(p(rows, "P(x=7)"), 0);
  const QueryAnswer table = answer(rows, "P(x)");
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0].values[0], "2");
  EXPECT_EQ(table.rows[0].probability, 0.5);
  EXPECT_EQ(table.rows[2].values[0], "10");
}

TEST(Rows, WhatIsMissingIsLeftOutAndSaid) {
  const JointDistribution rows = rows_of("x,y\n1,a\nNA,a\n1,\n2,b\n");
  const QueryAnswer both = answer(rows, "P(x=1 | y=a)");
  EXPECT_EQ(both.log_probability, 0);
  ASSERT_EQ(both.notes.size(), 1U);
  EXPECT_THAT(both.notes[0], HasSubstr("2 of 4 rows"));
  EXPECT_DOUBLE_EQ(p(rows, "P(y=a)"), 2.0 / 3);
}

TEST(Rows, RowsWeighWhatTheirColumnSays) {
  const JointDistribution rows = rows_of("x,w\na,3\nb,1\n", {}, "w");
  EXPECT_EQ(p(rows, "P(x=a)"), 0.75);
}

TEST(Rows, WordsOfATextAreSearchedFor) {
  const JointDistribution rows = rows_of("body,label\nA free prize!,spam\nfree beer,ham\nPrize free,spam\n");
  EXPECT_EQ(p(rows, "P(label=spam | body:\"FREE prize\")"), 1);
  EXPECT_DOUBLE_EQ(p(rows, "P(body:\"free prize\")"), 2.0 / 3);
}

TEST(Rows, SlipsAndImpossibleConditionsAreSaid) {
  const JointDistribution sport = rows_of(kSport);
  EXPECT_THAT(trouble(sport, "P(Skye=Sunny)"), HasSubstr("did you mean 'Sky'?\n  P(Skye=Sunny)\n    ^"));
  EXPECT_THAT(trouble(sport, "P(Sky=Suny)"), HasSubstr("did you mean 'Sunny'?\n  P(Sky=Suny)\n        ^"));
  EXPECT_THAT(trouble(sport, "P(Sky>3)"), HasSubstr("no numbers"));
  const std::string impossible = trouble(sport, "P(Water | Sky=Rainy and Wind=Strong and AirTemp=Warm)");
  EXPECT_THAT(impossible, HasSubstr("Sky=Rainy and Wind=Strong and AirTemp=Warm has probability zero"));
}

// 40 to 80 rows of four columns with few values, some missing; every formula against a loop over the rows.
struct RandomRows {
  std::vector<std::vector<std::string>> cells;
  std::string csv = "a,b,c,d\n";

  explicit RandomRows(unsigned seed) {
    std::mt19937_64 random(seed);
    const std::size_t n = 40 + random() % 41;
    for (std::size_t row = 0; row < n; ++row) {
      cells.emplace_back();
      for (std::size_t k = 0; k < 4; ++k) {
        cells.back().push_back(random() % 12 == 0 ? "" : std::to_string(random() % (2 + k)));
        csv += cells.back().back() + (k < 3 ? "," : "\n");
      }
    }
  }

  template <class Holds>
  double count(const Holds& holds) const {
    double out = 0;
    for (const auto& row : cells) {
      const bool missing = std::any_of(row.begin(), row.end(), [](const auto& cell) { return cell.empty(); });
      if (!missing && holds(std::stoi(row[0]), std::stoi(row[1]), std::stoi(row[2]), std::stoi(row[3])))
        ++out;
    }
    return out;
  }
};

TEST(Rows, CountsOfALoopHoweverTheRowsAreRead) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const RandomRows rows(seed);
    const auto condition = [](int, int b, int c, int) { return b != 0 || c > 1; };
    const auto event = [](int a, int, int c, int d) { return (a == 1 || d >= 3) && !(c == 0); };
    const double given = rows.count(condition), both = rows.count([&](int a, int b, int c, int d) {
      return condition(a, b, c, d) && event(a, b, c, d);
    });
    for (const Way way : {Way{}, Way{3, 64, 5}}) {
      const JointDistribution joint = rows_of(rows.csv, way);
      EXPECT_DOUBLE_EQ(p(joint, "P((a=1 or d>=3) and not c=0 | b!=0 or c>1)"), both / given);
      const QueryAnswer table = answer(joint, "P(d, a=1 or d>=3, not c=0 | b!=0 or c>1)");
      double sum = 0;
      for (const QueryRow& row : table.rows) sum += row.probability;
      EXPECT_NEAR(sum, both / given, 1e-14);
    }
  }
}

// The admissions of Berkeley's six largest departments in 1973 (Bickel, Hammel, O'Connell 1975), as R's
// UCBAdmissions has them. G and its degrees by hand: 2 sum n log(n / expected), one for each department.
TEST(Rows, TheGTestOfBerkeley) {
  const int counts[6][4] = {{512, 313, 89, 19},   {353, 207, 17, 8},  {120, 205, 202, 391},
                            {138, 279, 131, 244}, {53, 138, 94, 299}, {22, 351, 24, 317}};
  std::string csv = "sex,admitted,department,n\n";
  double g = 0, n = 0;
  for (int d = 0; d < 6; ++d) {
    const double total = counts[d][0] + counts[d][1] + counts[d][2] + counts[d][3];
    n += total;
    for (int k = 0; k < 4; ++k) {
      const double row = counts[d][k / 2 * 2] + counts[d][k / 2 * 2 + 1];
      const double column = counts[d][k % 2] + counts[d][2 + k % 2];
      g += 2 * counts[d][k] * std::log(counts[d][k] * total / (row * column));
      csv += fmt::format("{},{},{},{}\n", k / 2, k % 2, "ABCDEF"[d], counts[d][k]);
    }
  }
  const auto test = *answer(rows_of(csv, {}, "n"), "independent(sex; admitted | department)").independence;
  EXPECT_NEAR(test.statistic, g, 1e-10);
  EXPECT_EQ(test.degrees_of_freedom, 6);
  EXPECT_NEAR(test.mutual_information, g / (2 * n), 1e-15);
  EXPECT_NEAR(test.p_value, 0.0014,
              0.0001);  // Agresti, An Introduction to Categorical Data Analysis: G^2 = 21.7
  EXPECT_NEAR(test.statistic, 21.7, 0.05);
}

TEST(Rows, StrataOfOneValueHaveNoDegreesOfFreedom) {
  const auto test =
      *answer(rows_of("a,b,c\n0,0,x\n1,0,x\n0,1,y\n1,1,y\n"), "independent(a; b | c)").independence;
  EXPECT_EQ(test.degrees_of_freedom, 0);
  EXPECT_EQ(test.p_value, 1);
  EXPECT_EQ(test.statistic, 0);
}

}  // namespace
}  // namespace priory::testing
