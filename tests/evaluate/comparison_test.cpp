// SPDX-License-Identifier: Apache-2.0
// Intervals and comparisons: the same for any order, shards and threads; right where theory says what is.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "core/random.h"
#include "evaluate/bootstrap/resample.h"
#include "evaluate/cases.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

BootstrapOptions few(std::size_t resamples = 40, unsigned threads = 1) {
  BootstrapOptions options;
  options.resamples = resamples;
  options.threads = threads;
  return options;
}

// Rows that a model gets right with probability `p`.
Evaluation coin(std::size_t n, double p, std::uint64_t seed) {
  Random random(seed);
  Evaluation evaluation({"no", "yes"});
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t truth = random.below(2);
    const std::size_t answer = random.uniform() < p ? truth : 1 - truth;
    const double sure = 0.5 + 0.5 * random.uniform();
    std::vector<double> log_posterior = {std::log(1 - sure), std::log(1 - sure)};
    log_posterior[answer] = std::log(sure);
    evaluation.add(truth == 1 ? "yes" : "no", log_posterior, answer);
  }
  return evaluation;
}

std::string written(const Intervals& all) {
  std::string text;
  for (const NamedInterval& one : all.figures)
    text += one.name + " " + std::to_string(std::bit_cast<std::uint64_t>(one.interval.low)) + " " +
            std::to_string(std::bit_cast<std::uint64_t>(one.interval.high)) + "\n";
  return text;
}

TEST(Intervals, OfAnAccuracyAreThoseOfABinomial) {
  const Intervals all = intervals(coin(1000, 0.8, 3), few(4000));
  const double accuracy = coin(1000, 0.8, 3).measure().accuracy;
  const double spread = 1.96 * std::sqrt(accuracy * (1 - accuracy) / 1000);
  EXPECT_NEAR(all.find("accuracy")->low, accuracy - spread, 0.004);
  EXPECT_NEAR(all.find("accuracy")->high, accuracy + spread, 0.004);
  EXPECT_EQ(all.resamples, 4000U);
  EXPECT_EQ(all.score_resamples, 4000U);
  EXPECT_FALSE(all.find("accurcy"));
}

TEST(Intervals, OfAnAreaAreThoseOfHanleyAndMcNeil) {
  const Evaluation evaluation = coin(600, 0.7, 5);
  const Measures m = evaluation.measure();
  const double a = *m.roc_auc, p = m.per_class[1].support, n = m.per_class[0].support;
  const double variance =
      (a * (1 - a) + (p - 1) * (a / (2 - a) - a * a) + (n - 1) * (2 * a * a / (1 + a) - a * a)) / (p * n);
  const Interval interval = *intervals(evaluation, few(2000)).find("roc_auc");
  EXPECT_NEAR((interval.high - interval.low) / (2 * 1.96 * std::sqrt(variance)), 1,
              0.2);  // theirs is an approximation
  EXPECT_LT(interval.low, a);
  EXPECT_GT(interval.high, a);
}

TEST(Intervals, TheMeanOfResamplesIsTheFigure) {
  const Evaluation evaluation = coin(400, 0.7, 9);
  const Measures m = evaluation.measure();
  BootstrapOptions options = few(2000);
  options.level = 0.02;  // about the median
  options.beta = 1;      // F1 by another name
  const Intervals all = intervals(evaluation, options);
  const std::vector<std::pair<std::string, double>> figures = {{"matthews", m.matthews},
                                                               {"kappa", m.kappa},
                                                               {"macro.f_beta", m.macro.f1},
                                                               {"f_beta[no]", m.per_class[0].f1},
                                                               {"macro.f1", m.macro.f1},
                                                               {"recall[yes]", m.per_class[1].recall},
                                                               {"weighted.precision", m.weighted.precision},
                                                               {"log_loss", m.log_loss},
                                                               {"brier", m.brier},
                                                               {"average_precision", *m.average_precision},
                                                               {"roc_auc", *m.roc_auc},
                                                               {"balanced_accuracy", m.balanced_accuracy}};
  for (const auto& [name, value] : figures) EXPECT_NEAR(all.find(name)->low, value, 0.01) << name;
}

TEST(Intervals, WithoutRowsOrResamplesThereAreNone) {
  EXPECT_TRUE(intervals(Evaluation({"a", "b"})).figures.empty());
  EXPECT_TRUE(intervals(coin(10, 0.5, 1), few(0)).figures.empty());
  BootstrapOptions options;
  options.level = 1;
  EXPECT_THROW(intervals(coin(10, 0.5, 1), options), Error);
}

TEST(Intervals, AreFewerWhereRowsAreMany) {
  EXPECT_EQ(affordable({}, 1e5), 1000U);
  EXPECT_EQ(affordable({}, 5e5), 500U);
  EXPECT_EQ(affordable({}, 1e7), 0U);
  EXPECT_EQ(affordable(few(77), 1e9), 77U);
}

RC_GTEST_PROP(IntervalLaws, AnyOrderShardsAndThreadsGiveTheSameBits, ()) {
  const auto n_classes = *rc::gen::inRange<std::size_t>(1, 4);
  std::vector<CaseRow> rows = draw_rows(n_classes);
  const Evaluation zero(case_classes(n_classes));
  Evaluation whole = zero, left = zero, right = zero;
  for (const CaseRow& row : rows) add(whole, row, row.weight);
  std::reverse(rows.begin(), rows.end());
  for (const CaseRow& row : rows) add(*rc::gen::arbitrary<bool>() ? left : right, row, row.weight);
  left.merge(right);
  RC_ASSERT(written(intervals(whole, few())) == written(intervals(left, few(40, 3))));
}

TEST(Resampler, DrawsTheMultinomialEitherWay) {
  // Three groups, drawn by groups when there are many rows and by rows when there are few.
  for (const std::uint64_t scale : {1U, 100U}) {
    const Resampler resampler({2 * scale, 3 * scale, 5 * scale});
    Random random(11);
    std::vector<std::uint64_t> counts(3);
    double sum = 0, squares = 0;
    const int n = 20000;
    for (int i = 0; i < n; ++i) {
      resampler.draw(random, counts);
      ASSERT_EQ(counts[0] + counts[1] + counts[2], 10 * scale);
      sum += static_cast<double>(counts[1]);
      squares += static_cast<double>(counts[1] * counts[1]);
    }
    const double mean = sum / n, variance = squares / n - mean * mean,
                 rows = 10.0 * static_cast<double>(scale);
    EXPECT_NEAR(mean / (0.3 * rows), 1, 0.02);
    EXPECT_NEAR(variance / (0.3 * 0.7 * rows), 1, 0.05);
  }
}

TEST(PercentileInterval, InterpolatesAsRDoes) {  // quantile(1:5, c(.1, .9)): 1.4, 4.6
  EXPECT_DOUBLE_EQ(percentile_interval({5, 3, 1, 4, 2}, 0.8)->low, 1.4);
  EXPECT_DOUBLE_EQ(percentile_interval({5, 3, 1, 4, 2}, 0.8)->high, 4.6);
  EXPECT_EQ(percentile_interval({1, HUGE_VAL, HUGE_VAL}, 0.8)->high, HUGE_VAL);
  EXPECT_EQ(percentile_interval({std::nan(""), 2}, 0.8)->low, 2);
  EXPECT_FALSE(percentile_interval({}, 0.8));
}

TEST(McNemar, IsExactForFewRows) {
  EXPECT_DOUBLE_EQ(mcnemar(0, 0).p_value, 1);
  EXPECT_DOUBLE_EQ(mcnemar(0, 5).p_value, 2.0 / 32);
  EXPECT_DOUBLE_EQ(mcnemar(8, 2).p_value, 2 * (1 + 10 + 45) / 1024.0);
  EXPECT_DOUBLE_EQ(mcnemar(3, 3).p_value, 1);
  EXPECT_TRUE(mcnemar(12, 12).exact);
}

TEST(McNemar, IsChiSquareWithCorrectionForMany) {
  const McNemar test = mcnemar(150, 86);  // Agresti's approval ratings; R's mcnemar.test: 16.818, p 4.115e-05
  EXPECT_FALSE(test.exact);
  EXPECT_DOUBLE_EQ(test.statistic, 63.0 * 63 / 236);
  EXPECT_NEAR(test.p_value, 4.114562e-05, 1e-10);
  EXPECT_EQ(mcnemar(20, 20).statistic, 0);
  EXPECT_EQ(mcnemar(20, 20).p_value, 1);
}

// The same rows, seen by two models.
struct TwoModels {
  Evaluation first = Evaluation({"no", "yes"}), second = first;
  void add(const char* truth, double p_first, double p_second, double weight = 1) {
    const auto one = [&](Evaluation& e, double p) {
      e.add(truth, std::vector{std::log(1 - p), std::log(p)}, p > 0.5 ? 1 : 0, weight);
    };
    one(first, p_first);
    one(second, p_second);
  }
};

TwoModels random_pair(std::uint64_t seed, bool reversed = false) {
  std::vector<std::array<double, 3>> rows;
  Random random(seed);
  for (int i = 0; i < 200; ++i) {
    const double yes = static_cast<double>(random.below(2)), hard = random.normal();
    const auto p = [&](double skill) { return 1 / (1 + std::exp(-(yes - 0.5) * skill - hard)); };
    rows.push_back({yes, p(1), p(3)});
  }
  if (reversed) std::reverse(rows.begin(), rows.end());
  TwoModels pair;
  for (const auto& row : rows) pair.add(row[0] > 0 ? "yes" : "no", row[1], row[2]);
  return pair;
}

TEST(Compare, DifferencesAreThoseOfTheMeasures) {
  const TwoModels pair = random_pair(2);
  const Measures a = pair.first.measure(), b = pair.second.measure();
  const Comparison c = compare(pair.first, pair.second, few(500));
  ASSERT_EQ(c.differences.size(), 6U);
  EXPECT_EQ(c.differences[0].name, "accuracy");
  EXPECT_EQ(c.differences[0].difference, b.accuracy - a.accuracy);
  EXPECT_EQ(c.differences[2].name, "log_loss");
  EXPECT_EQ(c.differences[2].difference, b.log_loss - a.log_loss);
  EXPECT_EQ(c.differences[4].name, "roc_auc");
  EXPECT_EQ(c.differences[4].first, a.roc_auc);
  for (const Difference& each : c.differences) {
    EXPECT_LT(each.interval->low, each.difference) << each.name;
    EXPECT_GT(each.interval->high, each.difference) << each.name;
  }
  EXPECT_GT(c.differences[0].interval->low, 0);  // the second is better, and 200 rows show it
  EXPECT_EQ(static_cast<double>(c.mcnemar.second_only) - static_cast<double>(c.mcnemar.first_only),
            std::round(200 * c.differences[0].difference));
}

TEST(Compare, AModelWithItselfDiffersInNothing) {
  const TwoModels pair = random_pair(2);
  const Comparison c = compare(pair.first, pair.first, few());
  EXPECT_EQ(c.mcnemar.p_value, 1);
  for (const Difference& each : c.differences) {
    EXPECT_EQ(each.difference, 0);
    EXPECT_EQ(each.interval->low, 0);
    EXPECT_EQ(each.interval->high, 0);
  }
}

TEST(Compare, TheOrderOfRowsAndThreadsDoNotShow) {
  const TwoModels forward = random_pair(4), backward = random_pair(4, true);
  const Comparison a = compare(forward.first, forward.second, few(50)),
                   b = compare(backward.first, backward.second, few(50, 3));
  for (std::size_t k = 0; k < a.differences.size(); ++k) {
    EXPECT_EQ(a.differences[k].interval->low, b.differences[k].interval->low);
    EXPECT_EQ(a.differences[k].interval->high, b.differences[k].interval->high);
  }
}

TEST(Compare, RefusesRowsThatAreNotTheSame) {
  TwoModels pair = random_pair(2);
  EXPECT_THROW(compare(pair.first, random_pair(3).second), Error);
  pair.second.add("no", std::vector{0.0, -1.0}, 0);
  EXPECT_THROW(compare(pair.first, pair.second), Error);
}

TEST(Compare, RowsWithoutWeightDoNotCountAndNeitherDoesTheirClass) {
  TwoModels pair;
  pair.add("yes", 0.9, 0.1, 0);
  pair.add("no", 0.1, 0.9, 2);
  const Comparison c = compare(pair.first, pair.second, few());
  EXPECT_EQ(c.mcnemar.first_only, 1U);
  EXPECT_EQ(c.mcnemar.second_only, 0U);
  EXPECT_TRUE(std::isnan(c.differences[4].difference));  // no area without a positive
  EXPECT_FALSE(c.differences[4].interval);
}

}  // namespace
}  // namespace priory
