// SPDX-License-Identifier: Apache-2.0
// The little languages of the command line.
#include <gmock/gmock.h>

#include "priory/plan.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Act>
std::string usage_error(const Act& act) {
  return error_of(ErrorKind::usage, act);
}

TEST(Spec, Lists) {
  EXPECT_THAT(parse_list("a,b c, d "), ElementsAre("a", "b c", "d"));
  EXPECT_THAT(parse_list("'c,d',\"it's\",'it''s'"), ElementsAre("c,d", "it's", "it's"));
  EXPECT_THAT(parse_list("''"), ElementsAre(""));
  EXPECT_THAT(parse_list(""), IsEmpty());
  EXPECT_THAT(parse_list("  "), IsEmpty());
}

TEST(Spec, ListErrorsNameTheCharacter) {
  EXPECT_THAT(usage_error([] { parse_list("a,,b"); }), HasSubstr("character 3: expected a name"));
  EXPECT_THAT(usage_error([] { parse_list("a,"); }), HasSubstr("character 3"));
  EXPECT_THAT(usage_error([] { parse_list("a,'b"); }), HasSubstr("character 3: this quote is not closed"));
  EXPECT_THAT(usage_error([] { parse_list("'a'b"); }), HasSubstr("character 4: expected ',' or the end"));
}

TEST(Spec, Types) {
  const auto types = parse_types("age=gaussian, job = categorical{a, 'b,c'} ,'x=y'=text");
  ASSERT_EQ(types.size(), 3U);
  EXPECT_EQ(types[0].column, "age");
  EXPECT_EQ(types[0].type, "gaussian");
  EXPECT_THAT(types[0].values, IsEmpty());
  EXPECT_EQ(types[1].column, "job");
  EXPECT_EQ(types[1].type, "categorical");
  EXPECT_THAT(types[1].values, ElementsAre("a", "b,c"));
  EXPECT_EQ(types[2].column, "x=y");
}

TEST(Spec, TypeErrorsNameTheCharacter) {
  EXPECT_THAT(usage_error([] { parse_types("age"); }), HasSubstr("types 'age', character 4: expected '='"));
  EXPECT_THAT(usage_error([] { parse_types(""); }), HasSubstr("character 1: expected a name"));
  EXPECT_THAT(usage_error([] { parse_types("a="); }), HasSubstr("character 3: expected a name"));
  EXPECT_THAT(usage_error([] { parse_types("a=categorical{b"); }), HasSubstr("character 16: expected '}'"));
  EXPECT_THAT(usage_error([] { parse_types("a=categorical{}"); }),
              HasSubstr("character 15: expected a name"));
}

TEST(Spec, Parts) {
  const auto parts = parse_parts("a+b = multinomial,'c+d'=categorical");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_THAT(parts[0].columns, ElementsAre("a", "b"));
  EXPECT_EQ(parts[0].family, "multinomial");
  EXPECT_THAT(parts[1].columns, ElementsAre("c+d"));
  EXPECT_THAT(usage_error([] { parse_parts("a+=x"); }), HasSubstr("character 3: expected a name"));
  EXPECT_THAT(usage_error([] { parse_parts("a+b"); }), HasSubstr("character 4: expected '='"));
}

TEST(Spec, Settings) {
  const auto settings = parse_setting("alpha", "1, city=0.5,'a,b'=2e-3");
  ASSERT_EQ(settings.size(), 3U);
  EXPECT_EQ(settings[0].column, "");
  EXPECT_EQ(settings[0].value, 1);
  EXPECT_EQ(settings[1].column, "city");
  EXPECT_EQ(settings[1].value, 0.5);
  EXPECT_EQ(settings[2].column, "a,b");
  EXPECT_EQ(settings[2].value, 0.002);
  for (const OptionValue& each : settings) EXPECT_EQ(each.name, "alpha");
}

TEST(Spec, SettingErrorsNameTheCharacter) {
  EXPECT_THAT(usage_error([] { parse_setting("alpha", "x"); }),
              HasSubstr("alpha 'x', character 1: 'x' is not a number"));
  EXPECT_THAT(usage_error([] { parse_setting("alpha", "city=x"); }), HasSubstr("character 6: 'x' is not"));
  EXPECT_THAT(usage_error([] { parse_setting("alpha", "1,2"); }), HasSubstr("stands first, and once"));
  for (const char* bad : {"nan", "inf", "1e999", "0x10", "1 2"})
    EXPECT_THAT(usage_error([&] { parse_setting("alpha", bad); }), HasSubstr("is not a number"));
}

TEST(Spec, Priors) {
  EXPECT_EQ(parse_prior("empirical", 0.5), (ClassPrior{PriorKind::empirical, {}, 0.5}));
  EXPECT_EQ(parse_prior("uniform", 0), (ClassPrior{PriorKind::uniform, {}, 0}));
  EXPECT_EQ(parse_prior("a=0.2,b=0.8", 0), (ClassPrior{PriorKind::given, {{"a", 0.2}, {"b", 0.8}}, 0}));
  EXPECT_EQ(parse_prior("a=1,b=0", 0).given[1].second, 0);
}

TEST(Spec, PriorErrors) {
  EXPECT_THAT(usage_error([] { parse_prior("flat", 0); }),
              HasSubstr("expected empirical, uniform or CLASS="));
  EXPECT_THAT(usage_error([] { parse_prior("a=0.2,b=0.7", 0); }), HasSubstr("not to 1"));
  EXPECT_THAT(usage_error([] { parse_prior("a=0.5,a=0.5", 0); }), HasSubstr("'a' is named twice"));
  EXPECT_THAT(usage_error([] { parse_prior("a=-1,b=2", 0); }), HasSubstr("a probability is not negative"));
}

}  // namespace
}  // namespace priory::testing
