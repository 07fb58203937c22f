// SPDX-License-Identifier: Apache-2.0
#include <gmpxx.h>
#include <numbers>
#include <random>

#include "family/columns.h"

namespace priory::testing {
namespace {

Modelling gaussian(const Given& given = {}, std::size_t cells = 1) {
  Modelling out("gaussian", CellKind::reals, 0, cells, {{"var-smoothing", 0}});
  for (const auto& [option, value] : given) out.settings.set(option, value);
  return out;
}

struct Normal {
  double mean, variance;
};

Normal of(const Parameters& parameters, std::size_t cell = 0) {
  return {parameters[0].at(0, cell), parameters[1].at(0, cell)};
}

TEST(Gaussian, MeanAndVariance) {
  const Normal n = of(gaussian()(reals({2, 4, 4, 4, 5, 5, 7, 9}), CellOfRow(8)));
  EXPECT_EQ(n.mean, 5);
  EXPECT_EQ(n.variance, 4);
}

TEST(Gaussian, UnbiasedDividesByOneLess) {
  const Normal n = of(gaussian({{"unbiased", 1}})(reals({2, 4, 4, 4, 5, 5, 7, 9}), CellOfRow(8)));
  EXPECT_EQ(n.variance, 32. / 7);
}

TEST(Gaussian, RidgeAndVarSmoothingAdd) {
  Modelling model = gaussian({{"ridge", 0.5}, {"var-smoothing", 0.25}});
  model.largest_variance = 8;
  EXPECT_EQ(of(model(reals({1, 3}), {0, 0})).variance, 1 + 0.25 * 8 + 0.5);
}

TEST(Gaussian, WeightsCountAsRows) {
  const Normal n = of(gaussian()(reals({1, 5}), {0, 0}, {3, 1}));
  EXPECT_EQ(n.mean, 2);
  EXPECT_EQ(n.variance, (3 * 1. + 9) / 4);
}

TEST(Gaussian, MeanAndVarianceAreCorrectlyRounded) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> x(2 + random() % 20);
    mpq_class sum, squares;
    for (double& each : x) {
      each =
          std::ldexp(std::uniform_real_distribution<double>(1, 2)(random), static_cast<int>(random() % 60));
      sum += mpq_class(each), squares += mpq_class(each) * mpq_class(each);
    }
    const mpq_class n(x.size()), mean = sum / n, variance = squares / n - mean * mean;
    const Normal got = of(gaussian()(reals(x), CellOfRow(x.size())));
    // Correctly rounded: no neighbour of the double is nearer to the fraction.
    for (const auto& [value, exact] : {std::pair(got.mean, mean), std::pair(got.variance, variance)}) {
      const auto distance = [&exact = exact](double y) { return mpq_class(abs(mpq_class(y) - exact)); };
      EXPECT_LE(distance(value), distance(std::nextafter(value, 0)));
      EXPECT_LE(distance(value), distance(std::nextafter(value, HUGE_VAL)));
    }
  }
}

TEST(Gaussian, NormalInverseGammaPriorAgainstItsPosteriorMode) {
  // Rows 1, 2, 3, 6: n = 4, mean 3, scatter 4 + 1 + 0 + 9 = 14. Prior: mean 1, strength 2, shape 3, scale 5.
  const Normal n =
      of(gaussian({{"prior-mean", 1}, {"prior-strength", 2}, {"prior-shape", 3}, {"prior-scale", 5}})(
          reals({1, 2, 3, 6}), CellOfRow(4)));
  EXPECT_DOUBLE_EQ(n.mean, (2. * 1 + 12) / (4 + 2));
  EXPECT_DOUBLE_EQ(n.variance, (14 + 4. * 2 / 6 * 2 * 2 + 2 * 5) / (4 + 2 * 3 + 3));
}

// log of the joint density of the rows, the mean (normal, variance v / k) and v (inverse gamma).
double log_joint(const std::vector<double>& x, Normal n, double m0, double k, double a, double b) {
  const auto log_normal = [](double y, double mean, double v) {
    return -(y - mean) * (y - mean) / (2 * v) - 0.5 * std::log(2 * std::numbers::pi * v);
  };
  double out = log_normal(n.mean, m0, n.variance / k) - (a + 1) * std::log(n.variance) - b / n.variance;
  for (const double each : x) out += log_normal(each, n.mean, n.variance);
  return out;
}

TEST(Gaussian, ThePosteriorModeBeatsItsNeighbours) {
  const std::vector<double> x = {0.5, -1.25, 3, 2, 2.5};
  const Normal mode =
      of(gaussian({{"prior-mean", 1}, {"prior-strength", 2}, {"prior-shape", 3}, {"prior-scale", 5}})(
          reals(x), CellOfRow(5)));
  const double most = log_joint(x, mode, 1, 2, 3, 5);
  for (const double step : {-0.1, -1e-3, 1e-3, 0.1}) {
    EXPECT_LT(log_joint(x, {mode.mean + step, mode.variance}, 1, 2, 3, 5), most);
    EXPECT_LT(log_joint(x, {mode.mean, mode.variance * (1 + step)}, 1, 2, 3, 5), most);
    EXPECT_LT(log_joint(x, {mode.mean + step, mode.variance * (1 - step)}, 1, 2, 3, 5), most);
  }
}

TEST(Gaussian, ThePlainEstimateBeatsItsNeighbours) {
  const std::vector<double> x = {0.5, -1.25, 3, 2, 2.5};
  const auto log_likelihood = [&](double mean, double variance) {
    Parameters parameters = {Matrix("mean", 1, 1), Matrix("variance", 1, 1)};
    parameters[0].at(0, 0) = mean, parameters[1].at(0, 0) = variance;
    double out = 0;
    for (const double score : gaussian().score(reals(x), parameters)) out += score;
    return out;
  };
  const Normal n = of(gaussian()(reals(x), CellOfRow(5)));
  const double most = log_likelihood(n.mean, n.variance);
  for (const double step : {-0.1, -1e-3, 1e-3, 0.1}) {
    EXPECT_LT(log_likelihood(n.mean + step, n.variance), most);
    EXPECT_LT(log_likelihood(n.mean, n.variance * (1 + step)), most);
  }
}

TEST(Gaussian, ConstantValuesAndSingleRowsAreNamedAsTrouble) {
  const Modelling plain = gaussian({}, 2), unbiased = gaussian({{"unbiased", 1}}, 2);
  const Parameters constant = plain(reals({7, 7, 7, 1, 2}), {0, 0, 0, 1, 1});
  EXPECT_THAT(std::string(plain.family.trouble(constant, 0)), ::testing::HasSubstr("all values are equal"));
  EXPECT_EQ(plain.family.trouble(constant, 1), "");
  const Parameters single = unbiased(reals({7, 1, 2}), {0, 1, 1});
  EXPECT_THAT(std::string(unbiased.family.trouble(single, 0)), ::testing::HasSubstr("single row"));
  const Parameters huge = plain(reals({-1.7e308, 1.7e308, 1, 2}), {0, 0, 1, 1});
  EXPECT_THAT(std::string(plain.family.trouble(huge, 0)), ::testing::HasSubstr("overflows"));
}

TEST(Gaussian, ACellWithNoRowsHasWhatAllShare) {
  const Parameters p = gaussian({}, 3)(reals({1, 3, 5, 7, NAN}), {0, 0, 1, 1, 2});
  EXPECT_EQ(of(p, 2).mean, 4);
  EXPECT_EQ(of(p, 2).variance, 5);
}

TEST(Gaussian, ScoresAreTheDensity) {
  const Modelling model = gaussian();
  const Parameters p = model(reals({-1, 1}), {0, 0});  // the standard normal
  EXPECT_THAT(model.score(reals({0, 2, NAN}), p),
              ::testing::ElementsAre(-0.5 * std::log(2 * std::numbers::pi),
                                     ::testing::DoubleEq(-2 - 0.5 * std::log(2 * std::numbers::pi)), 0));
}

TEST(Gaussian, ExtremeValuesGiveNoNan) {
  const std::vector<std::vector<double>> columns = {
      {1e308, -1e308, 1e-308}, {1e-308, 3e-308, 0}, {0, 1e-160, 2e-160},
      {1e153, -1e153, 0},      {1, 2, 3},           {1e307, 1.1e307, 1}};
  for (const auto& column : columns) {
    const Modelling model = gaussian({{"ridge", 1e-300}});
    const Parameters p = model(reals(column), CellOfRow(3));
    if (!model.family.trouble(p, 0).empty()) continue;
    for (const double score : model.score(reals({0, 1e308, -1e308, 1e-308, 1.7e308, 1e6}), p))
      EXPECT_FALSE(std::isnan(score));
  }
}

TEST(Gaussian, AMillionDeviationsAwayIsFarAndFinite) {
  const Modelling model = gaussian();
  const Parameters p = model(reals({-1, 1}), {0, 0});
  EXPECT_NEAR(model.score(reals({1e6}), p)[0], -0.5e12, 1);
  EXPECT_EQ(model.score(reals({1e200}), p)[0], kLogZero);
}

TEST(Gaussian, VariancesNearTheLargestDoubleHaveADensity) {
  Parameters p = {Matrix("mean", 1, 1), Matrix("variance", 1, 1)};
  p[1].at(0, 0) = 1.5e308;
  EXPECT_NEAR(gaussian().score(reals({0}), p)[0], -0.5 * (std::log(2 * std::numbers::pi) + std::log(1.5e308)),
              1e-12);
}

// Shares of the column's own variance, here (1 + 0 + 1 + 4) / 4 - 0.25 = 1.25, and not of the largest.
TEST(Gaussian, SmoothsByTheVarianceOfItsOwnColumn) {
  Modelling model("gaussian", CellKind::reals, 0, 2,
                  {{"standardise", 1}, {"var-smoothing", 0.1}, {"ridge", 0.2}});
  model.largest_variance = 1e6;
  const Parameters p = model(reals({-1, 0, 1, 2}), {0, 0, 1, 1});
  EXPECT_NEAR(p[1].at(0, 0), 0.25 + 0.3 * 1.25, 1e-15);
  EXPECT_NEAR(p[1].at(0, 1), 0.25 + 0.3 * 1.25, 1e-15);
}

}  // namespace
}  // namespace priory::testing
