// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "priory/training.h"

#include "core/log_space.h"
#include "core/random.h"

namespace priory::testing {
namespace {

using enum CalibrationMethod;

// Rows whose class is drawn from softmax(logits), seen by a model that says softmax(slope logits + bias).
ScoredRows draw(std::size_t n, std::size_t n_classes, double slope, const std::vector<double>& bias,
                std::uint64_t seed = 5) {
  Random random(seed);
  ScoredRows out;
  out.n_classes = n_classes;
  for (std::size_t row = 0; row < n; ++row) {
    std::vector<double> logits(n_classes), said(n_classes);
    for (std::size_t c = 0; c < n_classes; ++c) {
      logits[c] = 2 * random.normal();
      said[c] = slope * (logits[c] - bias[c]);
    }
    normalise(logits);
    normalise(said);
    out.actual.push_back(Choice(logits)(random));
    out.predicted.push_back(0), out.weight.push_back(1 << 24);
    out.log_posterior.insert(out.log_posterior.end(), said.begin(), said.end());
  }
  return out;
}

TEST(Calibration, TemperatureFindsHowMuchTooSureAModelIs) {
  const Calibration fitted = calibrate(draw(20000, 4, 3, {0, 0, 0, 0}), temperature);
  EXPECT_NEAR(fitted.slope, 1.0 / 3, 0.01);
  EXPECT_TRUE(fitted.bias.empty());
}

TEST(Calibration, SigmoidFindsSlopeAndBias) {
  const std::vector<double> bias = {0, 1, -0.5};
  const Calibration fitted = calibrate(draw(40000, 3, 2.5, bias), sigmoid);
  EXPECT_NEAR(fitted.slope, 0.4, 0.02);
  for (std::size_t c = 1; c < 3; ++c) EXPECT_NEAR(fitted.bias[c] - fitted.bias[0], bias[c], 0.06);
}

// Weights that are made to sum to one in each class, as those of the complement model may be, give scores
// within 1e-6 of each other.
TEST(Calibration, FindsSlopesOfScoresThatHardlyDiffer) {
  EXPECT_NEAR(calibrate(draw(20000, 4, 3e-6, {0, 0, 0, 0}), temperature).slope, 1 / 3e-6, 0.03 / 3e-6);
  const std::vector<double> bias = {0, 1, -0.5};
  const Calibration fitted = calibrate(draw(40000, 3, 3e-6, bias), sigmoid);
  EXPECT_NEAR(fitted.slope, 1 / 3e-6, 0.05 / 3e-6);
  for (std::size_t c = 1; c < 3; ++c) EXPECT_NEAR(fitted.bias[c] - fitted.bias[0], bias[c], 0.06);
}

double mean_loss(const ScoredRows& rows, const Calibration& calibration) {
  double out = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<double> p(rows.scores(row).begin(), rows.scores(row).end());
    calibration.apply(p);
    out -= p[rows.actual[row]] / static_cast<double>(rows.size());
  }
  return out;
}

// Curves fitted each against the rest do not sum to one. They end with the temperature that is best for rows
// they were not fitted to, within 3 % of its loss; for their own rows a steeper one would be.
TEST(Calibration, CurvesOfManyClassesEndWithATemperature) {
  const ScoredRows rows = draw(3000, 12, 4, std::vector<double>(12));
  const ScoredRows others = draw(9000, 12, 4, std::vector<double>(12), 77);
  const Calibration fitted = calibrate(rows, isotonic);
  EXPECT_NE(fitted.slope, 1);
  for (const double factor : {0.9, 1.1}) {
    Calibration other = fitted;
    other.slope = factor * fitted.slope;
    EXPECT_GT(mean_loss(others, other), mean_loss(others, fitted)) << factor;
  }
  Calibration steeper = fitted;
  steeper.slope = 1.02 * fitted.slope;
  EXPECT_LT(mean_loss(rows, steeper), mean_loss(rows, fitted));
}

// Probabilities of curves are neither too high nor too low together for rows they were not fitted to.
TEST(Calibration, CurvesOfManyClassesAreAsOftenRightAsTheySay) {
  const ScoredRows others = draw(20000, 12, 4, std::vector<double>(12), 77);
  const Calibration fitted = calibrate(draw(4000, 12, 4, std::vector<double>(12)), isotonic);
  double said = 0, right = 0;
  for (std::size_t row = 0; row < others.size(); ++row) {
    std::vector<double> p(others.scores(row).begin(), others.scores(row).end());
    fitted.apply(p);
    const auto best = std::ranges::max_element(p);
    said += std::exp(*best);
    right += static_cast<std::uint32_t>(best - p.begin()) == others.actual[row] ? 1 : 0;
  }
  EXPECT_NEAR(said / 20000, right / 20000, 0.03);
}

// All are right: a slope without bounds would make the first mistake cost everything. With one row thought of
// that is wrong by 1, what 49 sure rows lack and it has balance: 49 s(-b) = s(b), the logarithm of 49.
TEST(Calibration, OfRowsThatAreAllRightHasABound) {
  ScoredRows rows;
  rows.n_classes = 2;
  for (std::uint32_t k = 0; k < 49; ++k) {
    std::vector<double> p = {k % 2 == 0 ? 1.0 : 0.0, k % 2 == 0 ? 0.0 : 1.0};
    normalise(p);
    rows.actual.push_back(k % 2), rows.predicted.push_back(0), rows.weight.push_back(1 << 24);
    rows.log_posterior.insert(rows.log_posterior.end(), p.begin(), p.end());
  }
  EXPECT_NEAR(calibrate(rows, temperature).slope, std::log(49), 0.1);
}

// A sigmoid follows chance where rows are few: it has to be better by more than its error, which chance does
// one time in six.
TEST(Calibration, OfFewRowsIsSimple) {
  const CalibrationMethod all[] = {none, temperature, sigmoid, isotonic};
  int simple = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const CalibrationMethod chosen = best_calibration(draw(150, 3, 3, {0, 0, 0}, seed), all).method;
    EXPECT_NE(chosen, isotonic);
    simple += chosen == temperature ? 1 : 0;
  }
  EXPECT_GE(simple, 30);
  EXPECT_EQ(best_calibration(draw(4000, 3, 3, {0, 2, 0}), all).method, sigmoid);
}

// At the maximum the mean posterior of a class is its share of the rows, half a row for each class apart.
TEST(Calibration, SigmoidGivesEachClassItsShare) {
  const ScoredRows rows = draw(5000, 3, 4, {0, 2, -1});
  const Calibration fitted = calibrate(rows, sigmoid);
  std::vector<double> expected(3), actual(3);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<double> p(rows.scores(row).begin(), rows.scores(row).end());
    fitted.apply(p);
    for (std::size_t c = 0; c < 3; ++c) expected[c] += std::exp(p[c]);
    ++actual[rows.actual[row]];
  }
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(expected[c], actual[c], 10);
}

// Log odds -2 -1 0 1 2 with truths 0 1 0 1 1. With half a row for and against, single rows have odds 1/3 or
// 3; -1 and 0 are pooled to 1.5/1.5, 1 and 2 (which rise no more) to 2.5/0.5.
TEST(Calibration, IsotonicPoolsNeighboursUntilTheCurveRises) {
  ScoredRows rows;
  rows.n_classes = 2;
  const double odds[] = {-2, -1, 0, 1, 2};
  const std::uint32_t truth[] = {0, 1, 0, 1, 1};
  for (std::size_t k = 0; k < 5; ++k) {
    std::vector<double> p = {0, odds[k]};
    normalise(p);
    rows.actual.push_back(truth[k]), rows.predicted.push_back(0), rows.weight.push_back(1 << 24);
    rows.log_posterior.insert(rows.log_posterior.end(), p.begin(), p.end());
  }
  const Calibration fitted = calibrate(rows, isotonic);
  ASSERT_EQ(fitted.curves.size(), 1U);
  const CalibrationCurve& curve = fitted.curves[0];
  ASSERT_EQ(curve.from.size(), 3U);
  const double from[] = {-2, -0.5, 1.5}, to[] = {-std::log(3), 0, std::log(5)};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(curve.from[k], from[k], 1e-12);
    EXPECT_NEAR(curve.to[k], to[k], 1e-12);
  }
  EXPECT_NEAR(curve(-1.25), -std::log(3) / 2, 1e-12);  // straight between the points
  EXPECT_EQ(curve(-100), curve.to[0]);                 // constant beyond them
  EXPECT_EQ(curve(HUGE_VAL), curve.to[2]);
}

TEST(Calibration, GivesProbabilitiesThatSumToOne) {
  const ScoredRows rows = draw(500, 4, 3, {0, 1, 0, -1});
  for (const CalibrationMethod method : {none, temperature, sigmoid, isotonic}) {
    const Calibration fitted = calibrate(rows, method);
    EXPECT_TRUE(fitted.fits(4)) << name_of(method);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::vector<double> p(rows.scores(row).begin(), rows.scores(row).end());
      fitted.apply(p);
      EXPECT_NEAR(log_sum_exp(p), 0, 1e-12) << name_of(method);
    }
  }
}

TEST(Calibration, TakesCertaintyAndImpossibility) {
  const ScoredRows rows = draw(200, 3, 2, {0, 0, 0});
  for (const CalibrationMethod method : {temperature, sigmoid, isotonic}) {
    std::vector<double> p = {0, -HUGE_VAL, -HUGE_VAL};
    calibrate(rows, method).apply(p);
    EXPECT_NEAR(log_sum_exp(p), 0, 1e-12) << name_of(method);
    for (const double each : p) EXPECT_FALSE(std::isnan(each)) << name_of(method);
  }
}

// What was said is right already: none is the best or as good as.
TEST(Calibration, LeavesAHonestModelAlone) {
  const CalibrationMethod all[] = {none, temperature, sigmoid, isotonic};
  const auto trials = try_calibrations(draw(20000, 3, 1, {0, 0, 0}), all);
  for (const CalibrationTrial& each : trials) EXPECT_GT(each.log_loss, trials[0].log_loss - 1e-4);
  const auto others = try_calibrations(draw(20000, 3, 3, {0, 0, 0}), all);
  EXPECT_LT(others[1].log_loss, others[0].log_loss - 0.1);
}

TEST(Calibration, ThatDoesNotFitIsRefused) {
  Calibration calibration = calibrate(draw(200, 3, 2, {0, 0, 0}), sigmoid);
  EXPECT_FALSE(calibration.fits(2));
  calibration.slope = -1;
  EXPECT_FALSE(calibration.fits(3));
  calibration = calibrate(draw(200, 2, 2, {0, 0}), isotonic);
  EXPECT_TRUE(calibration.fits(2));
  calibration.curves[0].from[0] = HUGE_VAL;
  EXPECT_FALSE(calibration.fits(2));
}

TEST(Calibration, NeedsRows) {
  ScoredRows rows;
  rows.n_classes = 2;
  EXPECT_THROW(calibrate(rows, temperature), Error);
}

}  // namespace
}  // namespace priory::testing
