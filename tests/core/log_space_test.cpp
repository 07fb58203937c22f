// SPDX-License-Identifier: Apache-2.0
#include "core/log_space.h"

#include <cmath>
#include <gmpxx.h>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

namespace priory {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(LogSpace, NothingOfTheImpossibleIsNoEvidence) {
  EXPECT_EQ(times_log(0, kLogZero), 0);
  EXPECT_EQ(times_log(2, kLogZero), kLogZero);
  EXPECT_EQ(times_log(3, -0.5), -1.5);
}

TEST(LogSpace, LogSumExpOfLogarithmsOfFractions) {
  const std::vector<double> parts = {std::log(0.5), std::log(0.25), std::log(0.125)};
  EXPECT_NEAR(log_sum_exp(parts), std::log(0.875), 1e-16);
  EXPECT_EQ(log_sum_exp({}), kLogZero);
  const std::vector<double> one = {-745.5};
  EXPECT_EQ(log_sum_exp(one), -745.5);
}

TEST(LogSpace, LogSumExpDoesNotOverflowOrUnderflow) {
  const std::vector<double> huge = {1e308, 1e308}, tiny = {-1e9, -1e9};
  EXPECT_EQ(log_sum_exp(huge), 1e308);  // + log 2 is far below its last digit
  EXPECT_DOUBLE_EQ(log_sum_exp(tiny), -1e9 + std::log(2));
}

TEST(LogSpace, LogSumExpOfTheImpossible) {
  const std::vector<double> none = {kLogZero, kLogZero}, some = {kLogZero, -3, kLogZero};
  EXPECT_EQ(log_sum_exp(none), kLogZero);
  EXPECT_EQ(log_sum_exp(some), -3);
}

TEST(LogSpace, NormalisedScoresAreProbabilities) {
  std::mt19937_64 random(3);
  for (const double scale : {1.0, 100.0, 1e6, 1e12}) {
    for (int round = 0; round < 200; ++round) {
      std::vector<double> scores(1 + random() % 6);
      for (double& score : scores) score = scale * std::normal_distribution<double>()(random);
      const std::vector<double> before = scores;
      normalise(scores);
      double sum = 0;
      for (const double score : scores) sum += std::exp(score);
      EXPECT_NEAR(sum, 1, 1e-14);
      for (std::size_t k = 1; k < scores.size(); ++k)  // differences stay as they were
        EXPECT_NEAR(scores[k] - scores[0], before[k] - before[0], 1e-12 * scale);
    }
  }
}

TEST(LogSpace, NormalisingKeepsTheDigitsOfScoresFarFromZero) {
  std::vector<double> scores = {-1e9, -1e9 + 1};
  EXPECT_DOUBLE_EQ(normalise(scores), -1e9 + std::log(1 + std::exp(1)));
  EXPECT_NEAR(scores[1], -std::log1p(std::exp(-1)), 1e-15);
  EXPECT_NEAR(scores[0], -std::log1p(std::exp(1)), 1e-15);
}

TEST(LogSpace, NormalisingTheImpossible) {
  std::vector<double> some = {kLogZero, -2e5, kLogZero}, none = {kLogZero, kLogZero};
  EXPECT_EQ(normalise(some), -2e5);
  EXPECT_EQ(some, (std::vector<double>{kLogZero, 0, kLogZero}));
  EXPECT_EQ(normalise(none), kLogZero);
  EXPECT_EQ(none, (std::vector<double>{kLogZero, kLogZero}));
}

TEST(LogSpace, NormalisingTheLargestDoublesGivesNoNan) {
  std::vector<double> scores = {-1.7e308, 1.7e308};
  normalise(scores);
  EXPECT_EQ(scores, (std::vector<double>{kLogZero, 0}));
}

// log of a whole number of any size: its leading bits and the number of the others.
double log_of(const mpz_class& whole) {
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, whole.get_mpz_t());
  return static_cast<double>(std::log(static_cast<long double>(mantissa)) +
                             static_cast<long double>(exponent) * std::log(2.0L));
}

TEST(LogSpace, LogFactorialsAreThoseOfWholeNumbers) {
  mpz_class factorial = 1;
  EXPECT_EQ(log_factorial(0), 0);
  for (unsigned n = 1; n <= 300; ++n) {
    factorial *= n;
    EXPECT_NEAR(log_factorial(n), log_of(factorial), 2e-15 * log_of(factorial)) << n;
  }
}

TEST(LogSpace, LogFactorialsBeyondAreThoseOfLgamma) {
  for (double n = 256; n < 1e15; n = std::trunc(n * 1.7)) {
    int sign = 0;
    EXPECT_NEAR(log_factorial(n) / ::lgamma_r(n + 1, &sign), 1, 4e-16) << n;
  }
}

TEST(LogSpace, LogFactorialsAreNeverNan) {
  for (const double n : {1e100, 1e300, 1.7e308}) EXPECT_GT(log_factorial(n), 1e100);
  EXPECT_LE(log_factorial(1.7e308), kInfinity);
}

TEST(LogSpace, TheRestOfAFactorialIsWhatTheFormulaLeaves) {
  EXPECT_EQ(log_factorial_rest(0), 0);
  mpz_class factorial = 1;
  for (unsigned n = 1; n <= 300; ++n) {
    factorial *= n;
    EXPECT_NEAR(log_factorial_rest(n), log_of(factorial) - n * (std::log(n) - 1),
                2e-15 * log_of(factorial) + 1e-15);
  }
}

TEST(LogSpace, DevianceIsZeroAtTheMeanAndGrows) {
  for (const double mean : {1e-300, 0.5, 3.0, 1e10, 1.7e308}) EXPECT_EQ(deviance(mean, mean), 0);
  EXPECT_EQ(deviance(0, 7), 7);
  EXPECT_EQ(deviance(0, 0), 0);
  EXPECT_EQ(deviance(3, 0), kInfinity);
  EXPECT_NEAR(deviance(6, 3), 6 * std::log(2) - 3, 1e-15);
  EXPECT_NEAR(deviance(1e12 + 1e6, 1e12), 0.5, 1e-6);  // one standard deviation away
  EXPECT_GE(deviance(1.7e308, 1), 1e308);
  EXPECT_GE(deviance(1, 1.7e308), 1e308);
}

}  // namespace
}  // namespace priory
