// SPDX-License-Identifier: Apache-2.0
// Curves, reliability and thresholds by hand, and against trying every threshold there is.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "evaluate/cases.h"

namespace priory {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void add_row(Evaluation& evaluation, const char* actual, double p, double weight = 1) {
  evaluation.add(actual, std::vector{std::log(1 - p), std::log(p)}, p >= 0.5 ? 1 : 0, weight);
}

Evaluation example() {
  Evaluation evaluation({"no", "yes"});
  add_row(evaluation, "yes", 0.9);
  add_row(evaluation, "no", 0.75);
  add_row(evaluation, "yes", 0.75);
  add_row(evaluation, "yes", 0.3);
  add_row(evaluation, "no", 0.1);
  return evaluation;
}

TEST(Curve, HasAPointForEveryDistinctScore) {
  const Curve c = curve(example(), 1);
  EXPECT_EQ(c.label, "yes");
  ASSERT_EQ(c.points.size(), 5U);
  EXPECT_EQ(c.points[0].score, kInfinity);
  EXPECT_EQ(c.recall(c.points[0]), 0);
  EXPECT_EQ(Curve::precision(c.points[0]), 1);
  EXPECT_DOUBLE_EQ(c.points[2].score, std::log(3));  // the log odds of 0.75
  EXPECT_DOUBLE_EQ(c.recall(c.points[2]), 2.0 / 3);
  EXPECT_DOUBLE_EQ(c.false_positive_rate(c.points[2]), 1.0 / 2);
  EXPECT_DOUBLE_EQ(Curve::precision(c.points[2]), 2.0 / 3);
  EXPECT_EQ(c.recall(c.points[4]), 1);
  EXPECT_EQ(c.false_positive_rate(c.points[4]), 1);
  EXPECT_DOUBLE_EQ(*c.roc_auc, (2 + 1.5 + 1) / 6);
  EXPECT_EQ(c.roc_auc, example().measure().roc_auc);
  EXPECT_EQ(c.average_precision, example().measure().average_precision);
}

TEST(Curve, ThereIsOneForTwoClassesAndOneForEachOfMore) {
  ASSERT_EQ(curves(example()).size(), 1U);
  EXPECT_EQ(curves(example())[0].label, "yes");
  const std::vector<Curve> of_three = curves(Evaluation({"a", "b", "c"}));
  ASSERT_EQ(of_three.size(), 3U);
  EXPECT_EQ(of_three[2].label, "c");
  EXPECT_EQ(of_three[2].points.size(), 1U);  // no rows, the first point only
  EXPECT_FALSE(of_three[2].roc_auc);
  EXPECT_THROW(curve(example(), 2), Error);
}

TEST(Reliability, BinsByConfidence) {
  const std::vector<ReliabilityBin> bins = reliability(example(), 5);
  ASSERT_EQ(bins.size(), 5U);
  EXPECT_EQ(bins[3].low, 3.0 / 5);
  EXPECT_EQ(bins[3].high, 4.0 / 5);
  EXPECT_EQ(bins[3].weight, 3);  // 0.75 twice, and 0.7 for "no", which is wrong
  EXPECT_DOUBLE_EQ(bins[3].confidence, (0.75 + 0.75 + 0.7) / 3);
  EXPECT_DOUBLE_EQ(bins[3].accuracy, 1.0 / 3);
  EXPECT_EQ(bins[0].weight, 0);
  EXPECT_EQ(bins[0].confidence, 0);
  EXPECT_THROW(reliability(example(), 0), Error);
}

RC_GTEST_PROP(Reliability, ItsMeanGapIsTheCalibrationError, ()) {
  Evaluation evaluation(case_classes(3));
  for (const CaseRow& row : draw_rows(3)) add(evaluation, row, row.weight);
  double gap = 0, total = 0;
  for (const ReliabilityBin& bin : reliability(evaluation)) {
    gap += bin.weight * std::abs(bin.confidence - bin.accuracy);
    total += bin.weight;
  }
  RC_ASSERT(std::abs((total == 0 ? 0 : gap / total) - evaluation.measure().ece) < 1e-14);
}

TEST(BestThreshold, OfTheExample) {
  // F1 at 0.9: 2/4, at 0.75: 4/6, at 0.3: 6/7, at 0.1: 6/8. Above 0.1 and up to 0.3, 0.3 is the shortest.
  const BestThreshold f1 = best_threshold(example(), ThresholdGoal::f1);
  EXPECT_DOUBLE_EQ(f1.value, 6.0 / 7);
  EXPECT_GT(f1.threshold, 0.1);
  EXPECT_LE(f1.threshold, 0.3 + 1e-15);
  // J at 0.9: 1/3; 0.75: 2/3 - 1/2; 0.3: 1 - 1/2; 0.1: 0.
  EXPECT_DOUBLE_EQ(best_threshold(example(), ThresholdGoal::youden).value, 1.0 / 2);
  // A false alarm costs 10: nothing but the first is called yes, two are missed at 1 each.
  const BestThreshold cost = best_threshold(example(), ThresholdGoal::cost, {{0, 10}, {1, 0}});
  EXPECT_DOUBLE_EQ(cost.value, 2.0 / 5);
  EXPECT_EQ(cost.threshold, 0.9);
}

TEST(BestThreshold, NothingMayBeCalledPositive) {
  Evaluation evaluation({"no", "yes"});
  add_row(evaluation, "no", 0.9);
  const BestThreshold best = best_threshold(evaluation, ThresholdGoal::cost, {{0, 1}, {1, 0}});
  EXPECT_EQ(best.value, 0);
  EXPECT_EQ(best.threshold, 1);
}

TEST(BestThreshold, RefusesWhatHasNone) {
  EXPECT_THROW(best_threshold(Evaluation({"a", "b", "c"}), ThresholdGoal::f1), Error);
  EXPECT_THROW(best_threshold(Evaluation({"a", "b"}), ThresholdGoal::f1), Error);
  EXPECT_THROW(best_threshold(example(), ThresholdGoal::cost), Error);
}

// Log posteriors so near to 0 that no probability tells them apart are among the cases.
RC_GTEST_PROP(BestThreshold, NoOtherDoesBetterAndTheDecisionGivesItsValue, ()) {
  const std::vector<std::string> classes = {"a", "b"};
  Evaluation evaluation(classes);
  std::vector<double> tried = {0, 1, 0.5};
  for (CaseRow row : draw_rows(2)) {
    const auto step = *rc::gen::inRange(0, 20);
    if (step < 10) row.log_posterior[1] = -std::ldexp(1.0, -45 - step);
    add(evaluation, row, row.weight);
    tried.push_back(std::min(1.0, std::exp(row.log_posterior[1])));
  }
  RC_PRE(evaluation.measure().weighted.recall + evaluation.measure().losses.zero_one > 0);
  const auto f1 = [&](double threshold) {
    return evaluation.decided(Decision::by_threshold(classes, "b", threshold)).measure().per_class[1].f1;
  };
  const BestThreshold best = best_threshold(evaluation, ThresholdGoal::f1);
  RC_ASSERT(f1(best.threshold) == best.value);
  for (const double threshold : tried) {
    RC_ASSERT(f1(threshold) <= best.value);
    RC_ASSERT(f1(std::nextafter(threshold, 0.0)) <= best.value);
  }
}

}  // namespace
}  // namespace priory
