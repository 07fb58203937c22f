// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numbers>

#include "priory/discriminative.h"
#include "priory/report.h"

#include "logistic/repeated_figure.h"
#include "logistic/stratified_order.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory {
namespace {

using priory::testing::opener;
using priory::testing::plan_of;
using priory::testing::with_types;

double draw_normal(Random& random) {
  const double length = std::sqrt(-2 * std::log(1 - random.uniform()));
  return length * std::cos(2 * std::numbers::pi * random.uniform());
}

// Two classes of normal numbers in `d` columns with one covariance, neighbours correlated, their means as far
// apart as `distance` standard deviations along each direction sees: the best accuracy is Phi(distance / 2).
std::string two_gaussians(std::size_t n, std::size_t d, double distance, unsigned seed) {
  Random random(seed);
  std::string out;
  for (std::size_t j = 0; j < d; ++j) out += fmt::format("x{},", j);
  out += "y\n";
  for (std::size_t row = 0; row < n; ++row) {
    const bool second = random.uniform() < 0.5;
    double before = draw_normal(random) + (second ? distance : 0);  // what tells the classes apart
    for (std::size_t j = 0; j < d; ++j) {
      out += fmt::format("{:.6f},", before);
      before = 0.5 * before + draw_normal(random);
    }
    out += second ? "b\n" : "a\n";
  }
  return out;
}

Pair pair_of(const std::string& csv, PairOptions options, unsigned threads = 1) {
  const PlanOptions given = with_types("y", "");
  const Plan plan = plan_of(csv, with_shared_covariance(plan_of(csv, given), given));
  options.threads = threads;
  return pair(LabelledRows(plan, opener(plan, csv)), plan, options);
}

// The claim of Ng and Jordan (2002), with figures: by few rows the generative model is better by percents, by
// many both reach the best there can be.
TEST(Pair, OfTwoGaussiansAgreesAsRowsGrow) {
  PairOptions options;
  options.sizes = {40, 8000}, options.repeats = 6, options.l2 = 1e-3;
  const Pair found = pair_of(two_gaussians(12'000, 12, 2, 1), options);
  EXPECT_EQ(found.families, std::vector<std::string>{"gaussian-shared"});
  const PairPoint &few = found.points[0], &many = found.points[1];
  const double best = 0.5 * std::erfc(-1 / std::numbers::sqrt2);  // Phi(1) = 0.8413
  EXPECT_GT(few.generative.accuracy.mean, few.discriminative.accuracy.mean + 0.01);
  EXPECT_LT(few.generative.accuracy.mean, best - 0.03);
  EXPECT_NEAR(many.generative.accuracy.mean, best, 0.012);
  EXPECT_NEAR(many.discriminative.accuracy.mean, many.generative.accuracy.mean, 0.002);
  EXPECT_NEAR(many.discriminative.log_loss.mean, many.generative.log_loss.mean, 0.003);
}

// Columns that say the same: naive Bayes counts them as many, and weights do not.
std::string witnesses(std::size_t n, unsigned seed) {
  Random random(seed);
  std::string out = "a,b,c,d,e,y\n";
  for (std::size_t row = 0; row < n; ++row) {
    const bool yes = random.uniform() < 0.5, told = random.uniform() < 0.7 ? yes : !yes;
    const bool other = random.uniform() < 0.75 ? yes : !yes;
    for (int k = 0; k < 4; ++k) out += told ? "s," : "t,";
    out += fmt::format("{},{}\n", other ? "s" : "t", yes ? "yes" : "no");
  }
  return out;
}

TEST(Pair, IsTheSameForAnyThreads) {
  PairOptions options;
  options.n_sizes = 4, options.repeats = 3;
  const std::string csv = witnesses(600, 2);
  EXPECT_EQ(to_json(pair_of(csv, options, 1)), to_json(pair_of(csv, options, 2)));
  options.seed = 2;
  EXPECT_NE(to_json(pair_of(csv, options, 1)), to_json(pair_of(csv, PairOptions{{}, 4, 3}, 1)));
}

TEST(Pair, SizesGrowInEqualSteps) {
  PairOptions options;
  options.n_sizes = 3, options.repeats = 2;
  const Pair found = pair_of(witnesses(400, 3), options);
  ASSERT_EQ(found.points.size(), 3U);
  EXPECT_EQ(found.held_out, 100U);
  EXPECT_EQ(found.points[0].rows, 20U);
  EXPECT_EQ(found.points[1].rows, 77U);  // the square root of 20 x 300
  EXPECT_EQ(found.points[2].rows, 300U);
}

TEST(Pair, ManyRowsPreferTheWeights) {
  PairOptions options;
  options.sizes = {2000}, options.repeats = 3;
  const Pair found = pair_of(witnesses(4000, 4), options);
  const PairPoint& at = found.points[0];
  EXPECT_LT(at.discriminative.log_loss.mean, at.generative.log_loss.mean);
  EXPECT_EQ(found.crossing_log_loss, std::optional<double>(0));
  EXPECT_LE(at.between.log_loss.mean, at.generative.log_loss.mean);
}

TEST(Pair, TooFewRowsAreSaid) {
  EXPECT_THROW(pair_of("x,y\n1.5,a\n2.5,b\n3.5,a\n", {}), Error);
  PairOptions options;
  options.sizes = {5000};
  EXPECT_THROW(pair_of(witnesses(200, 5), options), Error);
}

TEST(Pair, PictureHasACurveForEachSide) {
  PairOptions options;
  options.n_sizes = 3, options.repeats = 2;
  const std::string svg = to_svg(pair_of(witnesses(400, 6), options));
  EXPECT_THAT(svg, ::testing::StartsWith("<svg"));
  EXPECT_THAT(svg, ::testing::HasSubstr("discriminative"));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

// Of tables of Student's distribution: both sides together 5 percent.
TEST(StudentQuantile, IsThatOfTheTables) {
  EXPECT_NEAR(student_quantile(0.05, 1), 12.7062047, 1e-6);
  EXPECT_NEAR(student_quantile(0.05, 4), 2.77644511, 1e-7);
  EXPECT_NEAR(student_quantile(0.05, 9), 2.26215716, 1e-7);
}

TEST(RepeatedFigure, WidensByTheShareHeldOut) {
  const std::vector<double> values = {1, 2, 3, 4};
  const RepeatedFigure found = repeated_figure(values, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.mean, 2.5);
  // sd^2 = 5/3, times 1/4 + 1/3
  EXPECT_NEAR(found.high - found.mean, student_quantile(0.05, 3) * std::sqrt(5.0 / 3 * (1.0 / 4 + 1.0 / 3)),
              1e-12);
  EXPECT_TRUE(std::isnan(repeated_figure(std::vector<double>(1, 1.0), 1).low));
}

TEST(StratifiedOrder, EveryBeginningHasTheSharesOfTheClasses) {
  std::vector<std::uint32_t> labels;
  for (std::size_t row = 0; row < 1000; ++row) labels.push_back(row % 10 < 7 ? 0 : row % 10 < 9 ? 1 : 2);
  std::vector<std::size_t> rows(labels.size());
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
  Random random(3);
  const std::vector<std::size_t> order = stratified_order(labels, rows, random);
  std::vector<std::size_t> sorted = order;
  std::ranges::sort(sorted);
  EXPECT_EQ(sorted, rows);
  std::vector<double> count(3);
  const std::vector<double> share = {0.7, 0.2, 0.1};
  for (std::size_t k = 0; k < order.size(); ++k) {
    ++count[labels[order[k]]];
    if (k == 5) {
      EXPECT_EQ(count, (std::vector<double>{2, 2, 2}));
    }
    for (std::size_t c = 0; k >= 50 && c < 3; ++c)
      EXPECT_NEAR(count[c], static_cast<double>(k + 1) * share[c], 4);
  }
}

}  // namespace
}  // namespace priory
