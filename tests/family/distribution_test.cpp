// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "priory/error.h"
#include "priory/family.h"

namespace priory::distribution {
namespace {

const std::vector<double> kTosses = {1, 0, 1, 1, 0};  // three heads of five

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Mitchell, Estimating probabilities (2017): theta = a1 / (a1 + a0), and with imagined tosses
// (a1 + g1) / (a1 + g1 + a0 + g0).
TEST(Bernoulli, ThreeHeadsOfFive) {
  EXPECT_EQ(Bernoulli::mle(kTosses).p, 3.0 / 5);
  EXPECT_EQ(Bernoulli::map(kTosses, {2, 2}).p, (3.0 + 1) / (5 + 2));
  EXPECT_EQ(Bernoulli::map(kTosses, {51, 51}).p, (3.0 + 50) / (5 + 100));
  EXPECT_EQ(Bernoulli::map({}, {2, 3}).p, 1.0 / 3);
  const Bernoulli coin{0.6};
  EXPECT_EQ(coin.log_density(1), std::log(0.6));
  EXPECT_EQ(coin.log_density(0), std::log1p(-0.6));
  EXPECT_EQ(coin.log_density(0.5), -HUGE_VAL);
}

// C(5, 3) 0.5^5 = 10 / 32.
TEST(Binomial, ThreeOfFiveByAFairCoin) {
  EXPECT_NEAR((Binomial{5, 0.5}.log_density(3)), std::log(10.0 / 32), 1e-15);
  EXPECT_NEAR((Binomial{4, 0.25}.log_density(0)), 4 * std::log(0.75), 1e-15);
  EXPECT_EQ((Binomial{5, 0.5}.log_density(6)), -HUGE_VAL);
  EXPECT_EQ((Binomial{5, 0.5}.log_density(2.5)), -HUGE_VAL);
  const std::vector<double> data = {3, 4, 2};
  EXPECT_EQ(Binomial::mle(data, 5).p, 9.0 / 15);
  EXPECT_EQ(Binomial::map(data, 5, {2, 2}).p, (9.0 + 1) / (15 + 2));
}

TEST(Categorical, LaplaceFractions) {
  const std::vector<std::uint32_t> data = {0, 2, 2, 0, 2};
  EXPECT_EQ(Categorical::mle(data, 4).p, (std::vector<double>{2.0 / 5, 0, 3.0 / 5, 0}));
  EXPECT_EQ(Categorical::map(data, {2, 2, 2, 2}).p,
            (std::vector<double>{(2.0 + 1) / (5 + 4), 1.0 / 9, (3.0 + 1) / 9, 1.0 / 9}));
  const Categorical die{{0.5, 0.5, 0}};
  EXPECT_EQ(die.log_density(1), std::log(0.5));
  EXPECT_EQ(die.log_density(2), -HUGE_VAL);
  EXPECT_EQ(die.log_density(7), -HUGE_VAL);
}

// 4! / (2! 1! 1!) (1/2)^2 (1/4) (1/4) = 12 / 64.
TEST(Multinomial, FourDrawsOfThreeValues) {
  const Multinomial urn{4, {0.5, 0.25, 0.25}};
  EXPECT_NEAR(urn.log_density(std::vector<double>{2, 1, 1}), std::log(12.0 / 64), 1e-15);
  EXPECT_EQ(urn.log_density(std::vector<double>{2, 1, 2}), -HUGE_VAL);
  const std::vector<std::vector<double>> data = {{2, 1, 1}, {4, 0, 0}};
  EXPECT_EQ(Multinomial::mle(data).p, (std::vector<double>{6.0 / 8, 1.0 / 8, 1.0 / 8}));
  EXPECT_EQ(Multinomial::mle(data).trials, 4U);
  EXPECT_EQ(Multinomial::map(data, {2, 2, 2}).p,
            (std::vector<double>{(6.0 + 1) / (8 + 3), 2.0 / 11, 2.0 / 11}));
}

TEST(Multinomial, ProbabilitiesSumToOne) {
  const Multinomial urn{5, {0.2, 0.7, 0.1}};
  double sum = 0;
  for (int a = 0; a <= 5; ++a)
    for (int b = 0; a + b <= 5; ++b)
      sum += std::exp(urn.log_density(std::vector<double>{static_cast<double>(a), static_cast<double>(b),
                                                          static_cast<double>(5 - a - b)}));
  EXPECT_NEAR(sum, 1, 1e-14);
}

TEST(Gaussian, TheDivisorOfMaximumLikelihoodIsN) {
  const std::vector<double> data = {1, 2, 3, 6};
  EXPECT_EQ(Gaussian::mle(data).mean, 3);
  EXPECT_EQ(Gaussian::mle(data).variance, (4.0 + 1 + 0 + 9) / 4);
  EXPECT_NEAR((Gaussian{0, 1}.log_density(0)), std::log(0.3989422804014327), 1e-15);
  EXPECT_NEAR((Gaussian{3, 4}.log_density(5)), std::log(0.24197072451914337 / 2), 1e-15);
}

// Murphy (2007): m = (k m0 + sum x) / (k + n); v = (sum (x - mean)^2 + n k / (n + k) (mean - m0)^2 + 2 b) /
// (n + 2 a + 3).
TEST(Gaussian, TheModeUnderANormalInverseGammaPrior) {
  const Gaussian got = Gaussian::map(std::vector<double>{1, 2, 3, 6}, {0, 2, 1, 0.5});
  EXPECT_DOUBLE_EQ(got.mean, 12.0 / 6);
  EXPECT_DOUBLE_EQ(got.variance, (14 + 4.0 * 2 / 6 * 9 + 2 * 0.5) / (4 + 2 + 3));
}

TEST(Distributions, SamplesHaveTheirMeanAndRepeat) {
  const std::size_t n = 200000;
  EXPECT_NEAR(mean_of(Bernoulli{0.3}.sample(n, 1)), 0.3, 0.005);
  EXPECT_NEAR(mean_of(Binomial{20, 0.3}.sample(n, 1)), 6, 0.03);
  EXPECT_NEAR(mean_of(Gaussian{-2, 9}.sample(n, 1)), -2, 0.04);
  const auto rows = Multinomial{10, {0.2, 0, 0.8}}.sample(n, 1);
  double first = 0;
  for (const auto& row : rows) {
    EXPECT_EQ(row[0] + row[2], 10);
    first += row[0];
  }
  EXPECT_NEAR(first / static_cast<double>(n), 2, 0.02);
  const auto values = Categorical{{0.1, 0, 0.9}}.sample(n, 1);
  EXPECT_NEAR(static_cast<double>(std::count(values.begin(), values.end(), 0U)) / static_cast<double>(n), 0.1,
              0.005);
  EXPECT_EQ(std::count(values.begin(), values.end(), 1U), 0);
  EXPECT_EQ(values, (Categorical{{0.1, 0, 0.9}}.sample(n, 1)));
  EXPECT_NE(values, (Categorical{{0.1, 0, 0.9}}.sample(n, 2)));
}

TEST(Distributions, WhatCannotBeEstimatedIsAnError) {
  EXPECT_THROW(Bernoulli::mle({}), Error);
  EXPECT_THROW(Bernoulli::mle(std::vector<double>{0.5}), Error);
  EXPECT_THROW(Binomial::mle(std::vector<double>{6}, 5), Error);
  EXPECT_THROW(Categorical::mle(std::vector<std::uint32_t>{3}, 3), Error);
  EXPECT_THROW(Gaussian::mle({}), Error);
  EXPECT_THROW(Multinomial::mle({}), Error);
}

}  // namespace
}  // namespace priory::distribution
