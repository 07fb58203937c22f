// SPDX-License-Identifier: Apache-2.0
// The areas against their definitions, computed by brute force.
#include "evaluate/ranking.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

#include "evaluate/cases.h"

namespace priory {
namespace {

double score_of(const CaseRow& row, std::size_t k) {
  if (row.log_posterior.size() != 2) return row.log_posterior[k];
  const double a = row.log_posterior[k], b = row.log_posterior[1 - k];
  return a == b ? 0 : a - b;
}

// Every pair of a positive and a negative row, one by one.
std::optional<double> auc_by_pairs(const std::vector<CaseRow>& rows, const std::string& label,
                                   std::size_t k) {
  double won = 0, pairs = 0;
  for (const CaseRow& p : rows) {
    for (const CaseRow& n : rows) {
      if (p.actual != label || n.actual == label) continue;
      const double x = score_of(p, k), y = score_of(n, k), weight = p.weight * n.weight;
      won += weight * (x > y ? 1 : x == y ? 0.5 : 0);
      pairs += weight;
    }
  }
  if (pairs == 0) return {};
  return won / pairs;
}

// For each positive row: the precision among all rows scored at least as high.
std::optional<double> precision_by_rows(const std::vector<CaseRow>& rows, const std::string& label,
                                        std::size_t k) {
  double sum = 0, positives = 0;
  for (const CaseRow& p : rows) {
    if (p.actual != label || p.weight == 0) continue;
    double right = 0, all = 0;
    for (const CaseRow& other : rows) {
      if (score_of(other, k) < score_of(p, k)) continue;
      all += other.weight;
      if (other.actual == label) right += other.weight;
    }
    sum += p.weight * right / all;
    positives += p.weight;
  }
  if (positives == 0) return {};
  return sum / positives;
}

void assert_same(std::optional<double> a, std::optional<double> b) {
  RC_ASSERT(a.has_value() == b.has_value());
  if (a) RC_ASSERT(std::abs(*a - *b) <= 1e-14);
}

RC_GTEST_PROP(Ranking, AreasEqualTheirDefinitions, ()) {
  const auto n_classes = *rc::gen::inRange<std::size_t>(1, 5);
  const std::vector<CaseRow> rows = draw_rows(n_classes);
  const std::vector<std::string> classes = case_classes(n_classes);
  Evaluation evaluation(classes);
  for (const CaseRow& row : rows) add(evaluation, row, row.weight);
  for (std::size_t k = 0; k < n_classes; ++k) {
    const Ranking ranking = rank(evaluation.rows(), k);
    assert_same(roc_auc(ranking), auc_by_pairs(rows, classes[k], k));
    assert_same(average_precision(ranking), precision_by_rows(rows, classes[k], k));
  }
}

TEST(Ranking, TiesAreOneStepAndRowsWithoutWeightNone) {
  ScoredRows rows;
  rows.n_classes = 1;
  rows.actual = {0, 1, 0, 1};
  rows.predicted = {0, 0, 0, 0};
  rows.weight = {2, 3, 5, 0};
  rows.log_posterior = {-0.0, 0.0, -1, -2};
  const Ranking ranking = rank(rows, 0);
  ASSERT_EQ(ranking.size(), 2U);
  EXPECT_EQ(ranking[0].positives, 2U);
  EXPECT_EQ(ranking[0].negatives, 3U);
  EXPECT_EQ(ranking[1].positives, 2U + 5U);
  EXPECT_DOUBLE_EQ(*roc_auc(ranking), 0.5 * 2 * 3 / (7 * 3));
}

TEST(Ranking, LargestWeightsDoNotOverflow) {
  const std::uint64_t half = std::uint64_t{1} << 62;
  EXPECT_EQ(roc_auc({{1, half, 0}, {0, half, half}}), 1);
  EXPECT_EQ(roc_auc({{0, half, half}}), 0.5);
}

}  // namespace
}  // namespace priory
