// SPDX-License-Identifier: Apache-2.0
// Worked examples of textbooks, with their fractions.
#include <gmock/gmock.h>
#include <numbers>

#include "training.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;

// A small 0/1 table: class 1 has four rows, class 0 two.
const std::string kBitRows =
    "a,b,c\n"
    "1,0,1\n"
    "1,1,1\n"
    "0,1,1\n"
    "1,1,1\n"
    "0,0,0\n"
    "0,1,0\n";

Classifier bits(const std::string& alpha) {
  return trained(kBitRows, with_alpha(with_types("c", "a=bernoulli,b=bernoulli"), alpha));
}

TEST(Textbook, BernoulliByMaximumLikelihood) {
  const Classifier model = bits("0");
  EXPECT_DOUBLE_EQ(std::exp(model.log_prior()[1]), 4. / 6);
  EXPECT_DOUBLE_EQ(probability(model, 0, 1, 1), 3. / 4);  // a = 1 given 1
  EXPECT_DOUBLE_EQ(probability(model, 1, 1, 1), 3. / 4);  // b = 1 given 1
  EXPECT_DOUBLE_EQ(probability(model, 0, 1, 0), 0. / 2);
  EXPECT_DOUBLE_EQ(probability(model, 1, 1, 0), 1. / 2);
}

TEST(Textbook, BernoulliWithTheLaplaceCorrection) {
  const Classifier model = bits("1");
  EXPECT_DOUBLE_EQ(probability(model, 0, 1, 1), (3. + 1) / (4 + 2));
  EXPECT_DOUBLE_EQ(probability(model, 0, 1, 0), (0. + 1) / (2 + 2));
  EXPECT_DOUBLE_EQ(probability(model, 1, 1, 0), (1. + 1) / (2 + 2));
  const double one = 4. / 6 * 4 / 6 * 4 / 6, zero = 2. / 6 * 1 / 4 * 2 / 4;  // of a = b = 1
  EXPECT_NEAR(std::exp(posteriors(model, "a,b\n1,1\n")[0][1]), one / (one + zero), 1e-15);
}

TEST(Textbook, BernoulliLogLikelihoodOfTheData) {
  // Class 1: (1,0) (1,1) (0,1) (1,1); class 0: (0,0) (0,1).
  const double by_hand = 4 * std::log(4. / 6) + 2 * std::log(2. / 6)     // the classes
                         + 3 * std::log(3. / 4) + 1 * std::log(1. / 4)   // a given 1
                         + 3 * std::log(3. / 4) + 1 * std::log(1. / 4)   // b given 1
                         + 2 * std::log(2. / 2)                          // a given 0
                         + 1 * std::log(1. / 2) + 1 * std::log(1. / 2);  // b given 0
  const Classifier model = bits("0");
  EXPECT_NEAR(model.log_likelihood(*rows_for(model, table_of(kBitRows))), by_hand, 1e-14);
}

TEST(Textbook, BernoulliWeightsAreLogsOfOddsRatios) {
  const LinearView view = bits("1").linear();
  const double p[] = {4. / 6, 4. / 6}, q[] = {1. / 4, 2. / 4};
  ASSERT_EQ(view.weights.size(), 2U);
  EXPECT_EQ(view.weights[0].feature, "a=1");
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(view.weights[i].weight, std::log(p[i] * (1 - q[i]) / (q[i] * (1 - p[i]))), 1e-15);
  EXPECT_NEAR(view.bias, std::log(4. / 2) + std::log((2. / 6) / (3. / 4)) + std::log((2. / 6) / (2. / 4)),
              1e-15);
}

const std::string kEnjoySport =
    "Sky,Temp,Humid,Wind,Water,Forecast,EnjoySport\n"
    "Sunny,Warm,Normal,Strong,Warm,Same,Yes\n"
    "Sunny,Warm,High,Strong,Warm,Same,Yes\n"
    "Rainy,Cold,High,Strong,Warm,Change,No\n"
    "Sunny,Warm,High,Strong,Cool,Change,Yes\n";
const std::string kNewDay = "Sky,Temp,Humid,Wind,Water,Forecast\nSunny,Warm,High,Strong,Cool,Change\n";

// All six columns count, Wind too, which has one value only.
Classifier enjoy_sport(const std::string& alpha) {
  PlanOptions options = with_types("EnjoySport", "");
  options.family = "categorical";
  return trained(kEnjoySport, with_alpha(options, alpha));
}

TEST(Textbook, EnjoySportByMaximumLikelihood) {
  const Classifier model = enjoy_sport("0");
  ASSERT_EQ(model.parts().size(), 6U);
  EXPECT_THAT(model.classes(), ElementsAre("No", "Yes"));
  EXPECT_DOUBLE_EQ(std::exp(model.log_prior()[1]), 3. / 4);
  EXPECT_DOUBLE_EQ(probability(model, 0, 1, 1), 3. / 3);  // Sky: Rainy, Sunny
  EXPECT_DOUBLE_EQ(probability(model, 2, 0, 1), 2. / 3);  // Humid: High, Normal
  EXPECT_DOUBLE_EQ(probability(model, 3, 0, 1), 1);       // Wind: Strong
  EXPECT_DOUBLE_EQ(probability(model, 4, 0, 1), 1. / 3);  // Water: Cool, Warm
  EXPECT_DOUBLE_EQ(probability(model, 5, 0, 1), 1. / 3);  // Forecast: Change, Same
  // No: 1/4 * 0/1 ...; Yes: 3/4 * 3/3 * 3/3 * 2/3 * 3/3 * 1/3 * 1/3.
  EXPECT_EQ(std::exp(posteriors(model, kNewDay)[0][0]), 0);
  EXPECT_EQ(std::exp(posteriors(model, kNewDay)[0][1]), 1);
}

TEST(Textbook, EnjoySportWithLaplace) {
  const Classifier model = enjoy_sport("1");
  EXPECT_DOUBLE_EQ(probability(model, 3, 0, 1), (3. + 1) / (3 + 1));  // Wind has one value
  const double yes = 3. / 4 * (3 + 1) / (3 + 2) * (3 + 1) / (3 + 2) * (2 + 1) / (3 + 2) * 1 * (1 + 1) /
                     (3 + 2) * (1 + 1) / (3 + 2);
  const double no = 1. / 4 * (0 + 1) / (1 + 2) * (0 + 1) / (1 + 2) * (1 + 1) / (1 + 2) * 1 * (0 + 1) /
                    (1 + 2) * (1 + 1) / (1 + 2);
  EXPECT_NEAR(std::exp(posteriors(model, kNewDay)[0][1]), yes / (yes + no), 1e-15);
  EXPECT_NEAR(std::exp(posteriors(model, kNewDay)[0][0]), no / (yes + no), 1e-15);
}

TEST(Textbook, GaussianMeanVarianceAndDensity) {
  PlanOptions options = with_types("y", "X1=gaussian,X2=gaussian,X3=gaussian");
  options.settings = parse_setting("var-smoothing", "0");
  options.settings.push_back({"ridge", "", 1e-9});  // class 0 has one row only
  const Classifier model = trained("X1,X2,X3,y\n2,3,1,1\n-1.2,2,0.4,1\n1.2,0.3,0,0\n2.2,1.1,0,1\n", options);
  const auto parts = model.parts();
  const double mean = parts[0].parameters[0].at(0, 1), variance = parts[0].parameters[1].at(0, 1) - 1e-9;
  EXPECT_NEAR(mean, 1, 1e-15);             // (2 - 1.2 + 2.2) / 3
  EXPECT_NEAR(variance, 7.28 / 3, 1e-14);  // (1 + 4.84 + 1.44) / 3
  EXPECT_NEAR(std::sqrt(2 * std::numbers::pi * variance), 3.905, 5e-4);
  EXPECT_NEAR(parts[1].parameters[0].at(0, 1), 6.1 / 3, 1e-15);
  EXPECT_NEAR(parts[2].parameters[0].at(0, 1), 1.4 / 3, 1e-15);
}

const std::string kReviews =
    "mood,review\n"
    "-,just plain boring\n"
    "-,entirely predictable and lacks energy\n"
    "-,no surprises and very few laughs\n"
    "+,very powerful\n"
    "+,the most fun film of the summer\n";

Classifier reviews(const std::string& alpha, const std::string& unseen = "ignore") {
  PlanOptions options = with_alpha(with_types("mood", "review=text"), alpha);
  options.unseen = unseen == "smooth" ? Unseen::smooth : unseen == "error" ? Unseen::error : Unseen::ignore;
  return trained(kReviews, options);
}

TEST(Textbook, MultinomialText) {
  const Classifier model = reviews("1");
  EXPECT_THAT(model.classes(), ElementsAre("+", "-"));
  EXPECT_EQ(model.parts()[0].values.size(), 20U);  // |V|
  const std::string test = "review\npredictable with no fun\n";
  const auto explained = explanations(model, test)[0];
  // "with" is unknown and dropped; 14 words of -, 9 of +, 20 of the vocabulary.
  EXPECT_NEAR(std::exp(explained.log_scores[1]), 3. / 5 * 2 * 2 * 1 / (34. * 34 * 34), 1e-18);
  EXPECT_NEAR(std::exp(explained.log_scores[0]), 2. / 5 * 1 * 1 * 2 / (29. * 29 * 29), 1e-18);
  EXPECT_EQ(model.classes()[explained.predicted], "-");
}

TEST(Textbook, AWordNeverSeenWithAClass) {
  const Classifier likelihood = reviews("0"), laplace = reviews("1");
  const std::string fun = "review\nfun\n", both = "review\nfun boring\n";
  EXPECT_EQ(std::exp(posteriors(likelihood, fun)[0][1]), 0);  // 3/5 * 0/14
  EXPECT_EQ(std::exp(posteriors(likelihood, fun)[0][0]), 1);  // 2/5 * 1/9
  const double minus = 3. / 5 * 1 / 34, plus = 2. / 5 * 2 / 29;
  EXPECT_NEAR(std::exp(posteriors(laplace, fun)[0][1]), minus / (minus + plus), 1e-15);
  // Impossible in both classes: the answer is the prior's, and says so; never 0/0.
  const auto explained = explanations(likelihood, both)[0];
  EXPECT_TRUE(explained.impossible);
  EXPECT_NEAR(std::exp(explained.log_posterior[1]), 3. / 5, 1e-15);
  EXPECT_EQ(explained.log_scores[0], -HUGE_VAL);
  EXPECT_FALSE(explanations(laplace, both)[0].impossible);
}

}  // namespace
}  // namespace priory::testing
