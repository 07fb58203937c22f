// SPDX-License-Identifier: Apache-2.0
#include "priory/plan.h"

#include <gmock/gmock.h>

#include "input/reading.h"
#include "plan/chunk_layout.h"
#include "training.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kTable =
    "age,city,flag,n1,n2,body,y\n"
    "31.5,Rome,0,1,0,good plain film,a\n"
    "42,Oslo,1,0,2,a very bad film,b\n"
    "27.25,Bonn,1,3,1,it was good fun,a\n";

std::vector<std::string> families_of(const Plan& plan) {
  std::vector<std::string> out;
  for (const PartPlan& part : plan.parts) out.push_back(part.family + ":" + part.columns[0]);
  return out;
}

double setting(const PartPlan& part, std::string_view name) {
  for (const auto& [key, value] : part.settings) {
    if (key == name) return value;
  }
  return NAN;
}

TEST(Plan, FollowsTheValues) {
  const Plan plan = plan_of(kTable, with_types("y", "n1=multinomial,n2=multinomial"));
  EXPECT_THAT(families_of(plan), ElementsAre("gaussian:age", "categorical:city", "bernoulli:flag",
                                             "multinomial:n1", "multinomial:body"));
  EXPECT_THAT(plan.parts[3].columns, ElementsAre("n1", "n2"));  // counts are one part
  EXPECT_TRUE(plan.parts[4].text);
  EXPECT_EQ(plan.roles.size(), 7U);
  EXPECT_EQ(plan.roles[6].role, "target");
}

TEST(Plan, FollowsTheUser) {
  PlanOptions options = with_types("y", "age=ignore,n1=weight,n2=count,flag=categorical{0,1,2}");
  options.ignore = {"city"};
  const Plan plan = plan_of(kTable, options);
  EXPECT_EQ(plan.weight, "n1");
  EXPECT_THAT(families_of(plan), ElementsAre("categorical:flag", "poisson:n2", "multinomial:body"));
  EXPECT_THAT(plan.parts[0].declared, ElementsAre("0", "1", "2"));
}

TEST(Plan, OneFamilyForAll) {
  PlanOptions options = with_types("y", "");
  options.ignore = {"age", "body"};
  options.family = "categorical";
  EXPECT_THAT(families_of(plan_of(kTable, options)),
              ElementsAre("categorical:city", "categorical:flag", "categorical:n1", "categorical:n2"));
}

TEST(Plan, PartsAreGroups) {
  PlanOptions options = with_types("y", "");
  options.ignore = {"age", "city", "flag", "body"};
  options.parts = parse_parts("n1+n2=complement");
  const Plan plan = plan_of(kTable, options);
  ASSERT_EQ(plan.parts.size(), 1U);
  EXPECT_THAT(plan.parts[0].columns, ElementsAre("n1", "n2"));
  options.parts = parse_parts("n1+n2=gaussian");
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { plan_of(kTable, options); }),
              HasSubstr("one column at a time"));
}

TEST(Plan, ColumnsOutsideAGroupDoNotJoinIt) {
  PlanOptions options = with_types("y", "");
  options.ignore = {"age", "city", "body"};
  options.parts = parse_parts("n1=multinomial,n2+flag=multinomial");
  const Plan plan = plan_of(kTable, options);
  ASSERT_EQ(plan.parts.size(), 2U);
  EXPECT_THAT(plan.parts[0].columns, ElementsAre("flag", "n2"));  // in the order of the file
  EXPECT_THAT(plan.parts[1].columns, ElementsAre("n1"));
}

TEST(Plan, UnknownNamesHaveASuggestion) {
  const auto error = [](const PlanOptions& options) {
    return error_of(ErrorKind::usage, [&] { plan_of(kTable, options); });
  };
  EXPECT_THAT(error(with_types("yy", "")),
              HasSubstr("target names the column 'yy', which is not there; did you mean 'y'?"));
  EXPECT_THAT(error(with_types("y", "agee=gaussian")), HasSubstr("did you mean 'age'?"));
  EXPECT_THAT(error(with_types("y", "age=guassian")),
              HasSubstr("there is no type 'guassian'; did you mean 'gaussian'?"));
  PlanOptions options = with_types("y", "");
  options.ignore = {"bodi"};
  EXPECT_THAT(error(options), HasSubstr("did you mean 'body'?"));
  options.ignore = {}, options.settings = parse_setting("alpha", "1,citi=2");
  EXPECT_THAT(error(options), HasSubstr("did you mean 'city'?"));
}

TEST(Plan, SettingsAreOfTheColumnFirst) {
  PlanOptions options = with_types("y", "");
  options.ignore = {"age", "n1", "n2", "body"};
  options.settings = parse_setting("alpha", "0.25,city=3");
  const Plan plan = plan_of(kTable, options);
  EXPECT_EQ(setting(plan.parts[0], "alpha"), 3);     // city
  EXPECT_EQ(setting(plan.parts[1], "alpha"), 0.25);  // flag
}

TEST(Plan, SettingsThatDoNothingAreSaid) {
  PlanOptions options = with_types("y", "");
  options.settings = parse_setting("trials", "7");
  EXPECT_THAT(plan_of(kTable, options).notes, ElementsAre(HasSubstr("‹trials› has no effect")));
  options.settings = parse_setting("ridge", "0,city=1");
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { plan_of(kTable, options); }),
              HasSubstr("ridge for the column 'city' has no effect"));
  options.settings = parse_setting("alpha", "-1");
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { plan_of(kTable, options); }), HasSubstr("at least 0"));
}

TEST(Plan, TrialsAreTheLargestValueUnlessGiven) {
  PlanOptions options = with_types("y", "n1=binomial");
  EXPECT_EQ(setting(plan_of(kTable, options).parts[3], "trials"), 3);
  options.settings = parse_setting("trials", "9");
  EXPECT_EQ(setting(plan_of(kTable, options).parts[3], "trials"), 9);
  EXPECT_EQ(chunk_spec(plan_of(kTable, options)).columns[3].most, 9);
}

TEST(Plan, BernoulliTakesTwoValues) {
  EXPECT_THAT(error_of(ErrorKind::data, [] { plan_of(kTable, with_types("y", "city=bernoulli")); }),
              HasSubstr("column 'city' has 3 values (Bonn, Oslo, Rome, ...)"));
  const std::string two = "x,y\nb,1\nc,2\n";
  EXPECT_NO_THROW(plan_of(two, with_types("y", "x=bernoulli{b,c}")));
  // Declared a and b, seen b and c: three values.
  EXPECT_THAT(error_of(ErrorKind::data, [&] { plan_of(two, with_types("y", "x=bernoulli{a,b}")); }),
              HasSubstr("has 3 values"));
}

TEST(Plan, ZerosAloneAreStillOneOfTwo) {
  const Plan plan = plan_of("x,y\n0,1\n0,2\n", with_types("y", "x=bernoulli"));
  EXPECT_THAT(plan.parts[0].declared, ElementsAre("0", "1"));
}

TEST(Plan, NumbersAreNeededWhereTheFamilySaysSo) {
  EXPECT_THAT(error_of(ErrorKind::data, [] { plan_of(kTable, with_types("y", "city=gaussian")); }),
              HasSubstr("test.csv:2:6: column 'city': 'Bonn', 'Oslo', 'Rome' are no number"));
}

TEST(Plan, TwoWeightsAreOneTooMany) {
  EXPECT_THAT(error_of(ErrorKind::usage, [] { plan_of(kTable, with_types("y", "n1=weight,n2=weight")); }),
              HasSubstr("two columns are the weight"));
}

TEST(Plan, WithNothingToLearnFromSaysWhy) {
  EXPECT_THAT(error_of(ErrorKind::data, [] { plan_of("x,y\n7,1\n7,2\n", with_types("y", "")); }),
              HasSubstr("one value only ('7')"));
}

const std::string kUnspaced =
    "text,latin,y\n今日はとても良い天気です,the film was fun,a\n明日は雨が降るでしょう,a bad "
    "film,b\n昨日は寒かったですね,it was plain,a\n";

TEST(Plan, TextsWithoutSpacesArePairsOfCharacters) {
  const Plan plan = plan_of(kUnspaced, with_types("y", ""));
  ASSERT_EQ(plan.parts.size(), 2U);
  EXPECT_EQ(plan.parts[0].text_options.tokens.tokens, Tokens::pairs);
  EXPECT_EQ(plan.parts[1].text_options.tokens.tokens, Tokens::unicode);
  EXPECT_THAT(plan.roles[0].reason, HasSubstr("no spaces: character pairs"));
  ASSERT_EQ(plan.notes.size(), 1U);
  EXPECT_THAT(plan.notes[0], HasSubstr("column 'text'"));
}

TEST(Plan, TextsWithoutSpacesAreWhatTheUserSays) {
  PlanOptions given = with_types("y", "text=text"), characters = given;
  given.tokens_given = true;
  characters.text_options.tokens = {Tokens::characters, 1, 2};
  EXPECT_EQ(plan_of(kUnspaced, given).parts[0].text_options.tokens.tokens, Tokens::unicode);
  EXPECT_EQ(plan_of(kUnspaced, characters).parts[0].text_options.tokens.tokens, Tokens::characters);
  EXPECT_TRUE(plan_of(kUnspaced, given).notes.empty());
}

}  // namespace
}  // namespace priory::testing
