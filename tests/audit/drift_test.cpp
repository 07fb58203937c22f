// SPDX-License-Identifier: Apache-2.0
#include "priory/drift.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "priory/report.h"

#include "audit/drift_tests.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

using List = std::vector<double>;

// scipy.stats.chi2_contingency([[40, 30, 30], [20, 40, 15]], correction=False, lambda_='log-likelihood'):
// 9.742726645188348, p 0.007662911143430037 (scipy 1.10.1).
TEST(GTestOfCounts, IsThatOfScipy) {
  const GTest found = g_test(List{40, 30, 30}, List{20, 40, 15});
  EXPECT_NEAR(found.g, 9.742726645188348, 1e-12);
  EXPECT_EQ(found.degrees, 2U);
  EXPECT_NEAR(found.p_value, 0.007662911143430037, 1e-14);
  EXPECT_NEAR(found.of_value[0] + found.of_value[1] + found.of_value[2], found.g, 1e-12);
}

TEST(GTestOfCounts, ValuesThatNobodyHasPlayNoPart) {
  EXPECT_EQ(g_test(List{4, 0, 6}, List{6, 0, 4}).degrees, 1U);
  EXPECT_EQ(g_test(List{4, 6}, List{6, 4}).g, g_test(List{4, 0, 6}, List{6, 0, 4}).g);
  EXPECT_EQ(g_test(List{4, 6}, List{0, 0}).p_value, 1);
}

TEST(StabilityIndex, IsSymmetricAndZeroForEqualShares) {
  EXPECT_DOUBLE_EQ(stability_index(List{10, 20, 5}, List{3, 4, 9}),
                   stability_index(List{3, 4, 9}, List{10, 20, 5}));
  // With half a count added to each: 11/21 and 10/21 against 6/21 and 15/21.
  const double wanted = (6.0 - 11) / 21 * std::log(6.0 / 11) + (15.0 - 10) / 21 * std::log(15.0 / 10);
  EXPECT_NEAR(stability_index(List{10.5, 9.5}, List{5.5, 14.5}), wanted, 1e-15);
}

// The log likelihoods at their maxima, with the constants that cancel: n/2 log v for each and for both.
TEST(GTestOfMoments, IsTheRatioOfLikelihoods) {
  const Moments2 a{10, 1, 2}, b{20, 3, 1};
  const double mean = (10 * 1 + 20 * 3) / 30.0;
  const double both = (10 * (2 + (1 - mean) * (1 - mean)) + 20 * (1 + (3 - mean) * (3 - mean))) / 30;
  const double log_apart = -5 * std::log(2.0) - 10 * std::log(1.0), log_together = -15 * std::log(both);
  const GTest found = g_test(a, b);
  EXPECT_NEAR(found.g, 2 * (log_apart - log_together), 1e-12);
  EXPECT_NEAR(found.p_value, std::exp(-found.g / 2), 1e-15);  // the tail of chi squared with two degrees
}

// Jeffreys' divergence of two normal distributions, by the trapezium rule.
TEST(StabilityIndex, OfMomentsIsTheIntegral) {
  const auto density = [](double x, double mean, double variance) {
    return std::exp(-(x - mean) * (x - mean) / (2 * variance)) / std::sqrt(2 * M_PI * variance);
  };
  double sum = 0;
  constexpr double kStep = 1e-3;
  for (double x = -30; x < 30; x += kStep) {
    const double p = density(x, 0, 1), q = density(x, 1, 4);
    if (p > 0 && q > 0) sum += (q - p) * std::log(q / p) * kStep;
  }
  EXPECT_NEAR(stability_index(Moments2{9, 0, 1}, Moments2{9, 1, 4}), sum, 1e-6);
}

Classifier trained(const std::string& csv, const PlanOptions& options) {
  return train(Table::from_text(csv, "rows.csv"), options);
}

const ColumnDrift& column(const Drift& drift, const std::string& name) {
  for (const ColumnDrift& each : drift.columns) {
    if (each.column == name) return each;
  }
  throw std::runtime_error("no column " + name);
}

std::string rows_of_values(bool labelled) {
  std::string out = labelled ? "a,b,x,y\n" : "a,b,x\n";
  for (int k = 0; k < 60; ++k) {
    const int shifted = labelled ? k : k * k + 7;
    out += "v" + std::to_string(shifted % 3) + ",w" + std::to_string(shifted % 4) + ',' +
           std::to_string(shifted % 10 + (labelled ? 0 : 2)) + (labelled ? k % 2 == 0 ? ",p" : ",q" : "") +
           '\n';
  }
  return out;
}

// Whatever the structure of the model, a column's counts are its counts.
TEST(Drift, CountsAreThoseOfTheColumns) {
  const std::string learnt = rows_of_values(true), now = rows_of_values(false);
  double g = 0;
  for (const std::string structure : {"", "tan", "kdb-average"}) {
    PlanOptions options;
    options.target = "y", options.structure = structure;
    options.types = {{"a", "categorical", {}},
                     {"b", "categorical", {}},
                     {"x", structure.empty() ? "gaussian" : "categorical", {}}};
    const Drift found = drift(trained(learnt, options), Table::from_text(now, "now.csv"));
    EXPECT_EQ(found.n_now, 60);
    const ColumnDrift& a = column(found, "a");
    EXPECT_EQ(a.n_learnt, 60) << structure;
    if (structure.empty()) g = a.g;
    EXPECT_GT(a.g, 0);
    EXPECT_DOUBLE_EQ(a.g, g) << structure;
  }
}

TEST(Drift, NumbersByMomentsAndAnyNumberOfThreads) {
  PlanOptions options;
  options.target = "y";
  options.types = {{"a", "categorical", {}}, {"b", "categorical", {}}, {"x", "gaussian", {}}};
  const Classifier model = trained(rows_of_values(true), options);
  const Table now = Table::from_text(rows_of_values(false), "now.csv");
  DriftOptions threads;
  threads.threads = 3;
  const Drift found = drift(model, now);
  EXPECT_EQ(to_json(found), to_json(drift(model, now, threads)));
  const ColumnDrift& x = column(found, "x");
  EXPECT_EQ(x.kind, "numbers");
  EXPECT_NEAR(*x.mean_learnt, 4.5, 1e-9);
  double sum = 0, square = 0;
  for (int k = 0; k < 60; ++k) {
    const double number = (k * k + 7) % 10 + 2;
    sum += number, square += number * number;
  }
  EXPECT_NEAR(*x.mean_now, sum / 60, 1e-9);
  EXPECT_NEAR(*x.deviation_now, std::sqrt(square / 60 - sum * sum / 3600), 1e-6);
}

TEST(Drift, UnseenAndMissing) {
  PlanOptions options;
  options.target = "y", options.types = {{"a", "categorical", {}}};
  const Classifier model = trained("a,y\nu,p\nu,q\nv,p\nv,q\n", options);
  const Drift found = drift(model, Table::from_text("a\nu\nnew\n\"\"\nu\n", "now.csv"));
  const ColumnDrift& a = column(found, "a");
  EXPECT_DOUBLE_EQ(a.unseen, 1.0 / 3);
  EXPECT_DOUBLE_EQ(a.missing_now, 0.25);
  EXPECT_EQ(a.missing_learnt, 0);
}

TEST(Drift, OfTheRowsLearntThemselvesIsNone) {
  PlanOptions options;
  options.target = "y", options.text = {"t"};
  std::string rows = "t,y\n";
  for (int k = 0; k < 40; ++k) rows += k % 2 == 0 ? "cheap pills now,spam\n" : "lunch at noon,ham\n";
  const Drift found = drift(trained(rows, options), Table::from_text(rows, "now.csv"));
  EXPECT_EQ(column(found, "t").kind, "words");
  EXPECT_NEAR(column(found, "t").g, 0, 1e-9);
  EXPECT_EQ(column(found, "t").level, DriftLevel::none);
  EXPECT_NEAR(found.classes[0].estimated, 0.5, 1e-6);
}

}  // namespace
}  // namespace priory
