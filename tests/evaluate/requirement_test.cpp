// SPDX-License-Identifier: Apache-2.0
// Gates: how they are written, what they say when they fail, and the figures they name.
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/error.h"
#include "priory/evaluation.h"

namespace priory {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> failed(const char* gates, const std::vector<Figure>& figures) {
  return failures(parse_requirements(gates), figures);
}

TEST(Requirement, IsAFigureARelationAndANumber) {
  const std::vector<Requirement> gates = parse_requirements(" auc >= .85,recall[a,b<c]<1e-3 , ece<=0,x>-inf");
  ASSERT_EQ(gates.size(), 4U);
  EXPECT_EQ(gates[0].text, "auc >= .85");
  EXPECT_EQ(gates[0].name, "roc_auc");
  EXPECT_EQ(gates[0].relation, Relation::at_least);
  EXPECT_EQ(gates[0].bound, 0.85);
  EXPECT_EQ(gates[1].name, "recall[a,b<c]");
  EXPECT_EQ(gates[1].relation, Relation::below);
  EXPECT_EQ(gates[1].bound, 1e-3);
  EXPECT_EQ(gates[2].relation, Relation::at_most);
  EXPECT_EQ(gates[3].relation, Relation::above);
  EXPECT_EQ(gates[3].bound, -HUGE_VAL);
}

TEST(Requirement, OtherTextIsRefused) {
  for (const char* text : {"", "auc", "auc>=", ">=1", "auc=>1", "auc>=1x", "auc>=.5,", "auc>=nan", "auc==1"})
    EXPECT_THROW(parse_requirements(text), Error) << text;
}

TEST(Requirement, SaysWhichFigureFailedByHowMuch) {
  const std::vector<Figure> figures = {{"accuracy", 0.75}, {"roc_auc", std::nullopt}};
  EXPECT_TRUE(failed("accuracy>=.75, accuracy<=.75, accuracy>.7, accuracy<.8", figures).empty());
  EXPECT_THAT(failed("accuracy>.75,accuracy>=.9,accuracy<.5", figures),
              ElementsAre("accuracy>.75 is not met: accuracy is 0.75, off by 0",
                          "accuracy>=.9 is not met: accuracy is 0.75, off by 0.15",
                          "accuracy<.5 is not met: accuracy is 0.75, off by 0.25"));
  EXPECT_THAT(failed("auc>=0", figures),
              ElementsAre("auc>=0 is not met: roc_auc is undefined on these rows"));
}

TEST(Requirement, AnUnknownFigureIsRefusedWithTheNearestName) {
  try {
    failed("acuracy>=0", {{"accuracy", 1}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.message(), HasSubstr("did you mean 'accuracy'?"));
  }
}

TEST(Figures, OfTwoClassesIncludeThePositiveOnes) {
  Evaluation evaluation({"no", "yes"});
  const std::vector<double> scores = {std::log(0.5), std::log(0.5)};
  evaluation.add("yes", scores, 1);
  evaluation.add("no", scores, 1);
  const std::vector<Figure> all = figures(evaluation.measure());
  const auto value = [&](std::string_view name) {
    for (const Figure& each : all) {
      if (each.name == name) return *each.value;
    }
    return std::nan("");
  };
  EXPECT_EQ(value("precision"), 0.5);
  EXPECT_EQ(value("recall"), 1);
  EXPECT_EQ(value("recall[no]"), 0);
  EXPECT_EQ(value("support[no]"), 1);
  EXPECT_EQ(value("macro.recall"), 0.5);
  EXPECT_EQ(value("zero_one"), 0.5);
  EXPECT_EQ(value("rows"), 2);
}

TEST(Figures, OfAComparisonAreDifferencesWithTheirEnds) {
  Comparison comparison;
  comparison.differences = {{"accuracy", 0.5, 0.75, 0.25, Interval{0.125, 0.5}},
                            {"roc_auc", 0, 0, std::nan(""), std::nullopt}};
  comparison.mcnemar.p_value = 0.04;
  EXPECT_TRUE(
      failed("accuracy>=.25,accuracy.low>=.125,accuracy.high<=.5,p_value<.05", figures(comparison)).empty());
  EXPECT_EQ(failed("roc_auc>=-1", figures(comparison)).size(), 1U);
}

}  // namespace
}  // namespace priory
