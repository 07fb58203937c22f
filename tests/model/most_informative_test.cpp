// SPDX-License-Identifier: Apache-2.0
// The features that tell a class from the others, against hand-worked values.
#include <gmock/gmock.h>

#include "training.h"

namespace priory::testing {
namespace {

const std::string kTexts = "y,t\na,xx xx yy\nb,yy\nc,zz\n";

TEST(MostInformative, WordsByTheirLogOdds) {
  const Classifier model = trained(kTexts, with_types("y", "t=text"));
  const auto features = model.most_informative(0, 10);
  // xx in a: 3/6; in b and c, which weigh the same: 1/4 each.
  ASSERT_GE(features.size(), 1U);
  EXPECT_EQ(features[0].feature, "xx");
  EXPECT_NEAR(features[0].log_odds, std::log((3. / 6) / (1. / 4)), 1e-15);
  EXPECT_NEAR(features[0].information, 3. / 6 * std::log(2), 1e-15);
  for (const InformativeFeature& each : features) EXPECT_GT(each.information, 0);
  EXPECT_EQ(model.most_informative(0, 1).size(), 1U);
}

TEST(MostInformative, NumbersByTheDivergenceOfNormals) {
  PlanOptions options = with_types("y", "x=gaussian");
  options.settings = parse_setting("var-smoothing", "0");
  const auto features = trained("y,x\na,-1\na,1\nb,2\nb,6\n", options).most_informative(1, 5);
  // N(4, 4) against N(0, 1): (4 - 1 - ln 4 + 16) / 2 nats, and 4 deviations off.
  ASSERT_EQ(features.size(), 1U);
  EXPECT_NEAR(features[0].information, 0.5 * (4 - 1 - std::log(4) + 16), 1e-14);
  EXPECT_NEAR(features[0].log_odds, 4, 1e-14);
  EXPECT_THAT(features[0].feature, ::testing::HasSubstr("x about 4"));
}

TEST(MostInformative, ValuesSeenInOneClassOnlyWithoutSmoothing) {
  const Classifier model = trained("y,x\na,p\nb,q\n", with_alpha(with_types("y", "x=categorical"), "0"));
  const auto features = model.most_informative(0, 5);
  ASSERT_EQ(features.size(), 1U);
  EXPECT_EQ(features[0].feature, "x=p");
  EXPECT_EQ(features[0].log_odds, HUGE_VAL);
}

TEST(MostInformative, ThereIsNothingToTellOneClassFrom) {
  EXPECT_TRUE(trained("y,x\na,p\na,q\n", with_types("y", "x=categorical")).most_informative(0, 5).empty());
}

TEST(MostInformative, TheMostInformativeStandFirstWhateverTheirKind) {
  const Classifier model = trained("y,x,c,t\na,0,p,xx yy\na,1,p,xx\nb,50,q,yy\nb,53,p,zz\n",
                                   with_types("y", "x=gaussian,c=categorical,t=text"));
  const auto features = model.most_informative(0, 10);
  EXPECT_TRUE(std::is_sorted(features.begin(), features.end(),
                             [](const InformativeFeature& a, const InformativeFeature& b) {
                               return a.information > b.information;
                             }));
  EXPECT_THAT(features[0].feature, ::testing::StartsWith("x about"));
}

}  // namespace
}  // namespace priory::testing
