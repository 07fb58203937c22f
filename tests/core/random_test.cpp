// SPDX-License-Identifier: Apache-2.0
// Draws follow the distribution they are named after: chi-square against its probabilities where these can be
// listed, mean and variance where not. The seeds are fixed, so that a test that passes always does.
#include "core/random.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "core/log_space.h"

namespace priory {
namespace {

constexpr std::size_t kDraws = 200000;

using Draw = std::function<double(Random&)>;
using LogDensity = std::function<double(double)>;

// How many standard deviations a chi-square statistic lies above what is expected. Neighbouring values are
// taken together until ten draws are expected of them.
double misfit(const std::map<double, double>& seen, double last, const LogDensity& log_density) {
  double statistic = 0, cells = 0, expected = 0, counted = 0;
  for (double k = 0; k <= last; ++k) {
    expected += kDraws * std::exp(log_density(k));
    counted += seen.contains(k) ? seen.at(k) : 0;
    if (expected < 10 && k < last) continue;
    if (expected >= 10)
      statistic += (counted - expected) * (counted - expected) / expected, cells += 1, expected = counted = 0;
  }
  const double degrees = std::max(cells - 1, 1.0);
  return (statistic - degrees) / std::sqrt(2 * degrees);
}

std::map<double, double> drawn(const Draw& draw, unsigned seed) {
  std::map<double, double> out;
  Random random(seed);
  for (std::size_t k = 0; k < kDraws; ++k) out[draw(random)] += 1;
  return out;
}

// Mean, variance and skewness, each in standard errors off what it should be.
void expect_moments(const Draw& draw, double mean, double variance, double skewness) {
  Random random(5);
  std::array<double, 4> power{};
  for (std::size_t n = 0; n < kDraws; ++n) {
    const double k = draw(random), z = (k - mean) / std::sqrt(variance);
    ASSERT_EQ(k, std::floor(k));
    for (std::size_t i = 0; i < power.size(); ++i) power[i] += std::pow(z, static_cast<double>(i)) / kDraws;
  }
  const double error = 1 / std::sqrt(static_cast<double>(kDraws));
  EXPECT_NEAR(power[1], 0, 5 * error);
  EXPECT_NEAR(power[2], 1, 5 * std::sqrt(2.0) * error);
  EXPECT_NEAR(power[3], skewness, 5 * std::sqrt(15.0) * error);
}

TEST(Random, PoissonFitsItsProbabilities) {
  for (const double rate : {0.001, 0.3, 1.0, 5.0, 9.99, 10.0, 12.5, 30.0, 256.0, 1000.0}) {
    SCOPED_TRACE(rate);
    const auto log_density = [&](double k) { return -deviance(k, rate) - log_factorial_rest(k); };
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const auto seen = drawn([&](Random& random) { return random.poisson(rate); }, seed);
      EXPECT_LT(misfit(seen, rate + 20 * std::sqrt(rate) + 20, log_density), 4);
    }
  }
}

TEST(Random, PoissonOfLargeRatesHasItsMoments) {
  for (const double rate : {1e3, 1e6, 1e9, 1e12})
    expect_moments([&](Random& random) { return random.poisson(rate); }, rate, rate, 1 / std::sqrt(rate));
}

TEST(Random, BinomialFitsItsProbabilities) {
  struct Case {
    double trials, p;
  };
  for (const Case c :
       {Case{1, 0.3}, Case{12, 0.5}, Case{12, 0.9}, Case{19, 0.5}, Case{20, 0.5}, Case{1000, 0.001},
        Case{1000, 0.01}, Case{1000, 0.5}, Case{1000, 0.93}, Case{1e6, 1e-5}, Case{300, 1.0 / 30}}) {
    SCOPED_TRACE(c.trials * c.p);
    const auto log_density = [&](double k) {
      return log_factorial(c.trials) - log_factorial(k) - log_factorial(c.trials - k) + k * std::log(c.p) +
             (c.trials - k) * std::log1p(-c.p);
    };
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const auto seen = drawn([&](Random& random) { return random.binomial(c.trials, c.p); }, seed);
      EXPECT_LT(misfit(seen, std::min(c.trials, c.trials * c.p + 500), log_density), 4);
    }
  }
}

TEST(Random, BinomialOfManyTrialsHasItsMoments) {
  for (const double trials : {1e4, 1e6, 1e12}) {
    for (const double p : {0.01, 0.4, 0.75}) {
      const double variance = trials * p * (1 - p);
      expect_moments([&](Random& random) { return random.binomial(trials, p); }, trials * p, variance,
                     (1 - 2 * p) / std::sqrt(variance));
    }
  }
}

TEST(Random, CountsAtTheEndsAreCertain) {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    EXPECT_EQ(random.poisson(0), 0);
    EXPECT_EQ(random.binomial(20, 0), 0);
    EXPECT_EQ(random.binomial(20, 1), 20);
    EXPECT_EQ(random.binomial(0, 0.3), 0);
    EXPECT_EQ(random.binomial(1e300, 5e-324), 0);
    EXPECT_LE(random.binomial(3, 0.99), 3);
  }
}

TEST(Random, NormalHasItsMoments) {
  Random random(2);
  double sum = 0, squares = 0, fourth = 0;
  for (std::size_t k = 0; k < kDraws; ++k) {
    const double z = random.normal();
    sum += z, squares += z * z, fourth += z * z * z * z;
  }
  EXPECT_NEAR(sum / kDraws, 0, 5 / std::sqrt(kDraws));
  EXPECT_NEAR(squares / kDraws, 1, 5 * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(fourth / kDraws, 3, 5 * std::sqrt(96.0 / kDraws));
}

TEST(Random, ACopyRepeatsItsFutureAndSeedsDiffer) {
  Random one(7), other(8);
  one();
  Random copy = one;
  for (int k = 0; k < 100; ++k) EXPECT_EQ(one.poisson(40), copy.poisson(40));
  EXPECT_NE(one(), other());
}

TEST(Choice, FollowsItsWeights) {
  const std::vector<double> p = {0.5, 0, 0.125, 0.375, 0};
  std::vector<double> log_p;
  for (const double each : p) log_p.push_back(std::log(each));
  const Choice choice(log_p);
  const auto seen = drawn([&](Random& random) { return static_cast<double>(choice(random)); }, 3);
  EXPECT_LT(misfit(seen, 4, [&](double k) { return log_p[static_cast<std::size_t>(k)]; }), 4);
  EXPECT_FALSE(seen.contains(1) || seen.contains(4));
}

TEST(Choice, WeightsNeedNotSumToOne) {
  const std::vector<double> log_weights = {std::log(6.0), std::log(2.0)};
  const Choice choice(log_weights);
  const auto seen = drawn([&](Random& random) { return static_cast<double>(choice(random)); }, 4);
  EXPECT_NEAR(seen.at(0) / kDraws, 0.75, 0.005);
}

}  // namespace
}  // namespace priory
