// SPDX-License-Identifier: Apache-2.0
// The areas against their definitions, computed by brute force.
#include "evaluate/ranking.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

#include "core/random.h"
#include "evaluate/cases.h"
#include "evaluate/sort_keys.h"

namespace priory {
namespace {

using Ranking = std::vector<RankStep>;

Ranking steps_of(const ScoredRows& rows, std::size_t positive) {
  Ranking steps;
  rank(rows, positive, [&](const RankStep& step) { steps.push_back(step); });
  return steps;
}

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
  std::vector<Areas> both(n_classes);
  measure_areas(evaluation.rows(), 0, both);
  for (std::size_t k = 0; k < n_classes; ++k) {
    const Areas areas = rank(evaluation.rows(), k, [](const RankStep&) {});
    assert_same(areas.roc_auc, auc_by_pairs(rows, classes[k], k));
    assert_same(areas.average_precision, precision_by_rows(rows, classes[k], k));
    RC_ASSERT(both[k].roc_auc == areas.roc_auc && both[k].average_precision == areas.average_precision);
  }
}

// The plain way: a step for every row, sorted, and equal scores put together.
Ranking rank_plainly(const ScoredRows& rows, std::size_t positive) {
  Ranking steps;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double score = rank_score(rows.scores(row), positive);
    const bool is_positive = rows.actual[row] == positive;
    if (rows.weight[row] > 0)
      steps.push_back({score, is_positive ? rows.weight[row] : 0, is_positive ? 0 : rows.weight[row]});
  }
  std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  Ranking out;
  RankStep sum;
  for (const RankStep& step : steps) {
    sum = {step.score, sum.positives + step.positives, sum.negatives + step.negatives};
    if (!out.empty() && out.back().score == sum.score) out.pop_back();
    out.push_back(sum);
  }
  return out;
}

// Long enough for the sort by digits; `shape` makes a score of a random number.
template <class Shape>
void expect_plain_ranking(bool weighted, Shape shape) {
  Random random(7);
  ScoredRows rows;
  rows.n_classes = 2;
  for (std::size_t row = 0; row < 20000; ++row) {
    rows.actual.push_back(static_cast<std::uint32_t>(random.below(3)));
    rows.predicted.push_back(0);
    rows.weight.push_back(weighted ? random.below(5) : 3);
    rows.log_posterior.insert(rows.log_posterior.end(), {0, shape(random)});
  }
  const Ranking ours = steps_of(rows, 1), plain = rank_plainly(rows, 1);
  ASSERT_EQ(ours.size(), plain.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ASSERT_EQ(ours[i].score, plain[i].score);
    ASSERT_EQ(ours[i].positives, plain[i].positives);
    ASSERT_EQ(ours[i].negatives, plain[i].negatives);
  }
}

TEST(Ranking, OfManyRowsIsThatOfAPlainSort) {
  for (const bool weighted : {false, true}) {
    expect_plain_ranking(weighted, [](Random& r) { return 5 * r.normal(); });
    expect_plain_ranking(
        weighted, [](Random& r) { return std::ldexp(r.normal(), static_cast<int>(r.below(2000)) - 1000); });
    expect_plain_ranking(weighted, [](Random& r) {
      return 1 + 0x1p-52 * static_cast<double>(r.below(1000));
    });  // the same upper digits
    expect_plain_ranking(weighted, [](Random& r) { return static_cast<double>(r.below(3)) - 1; });  // ties
    expect_plain_ranking(weighted, [](Random& r) {
      return r.below(2) == 0 ? -std::numeric_limits<double>::infinity() : r.normal();
    });
  }
}

TEST(SortKeys, KeysKeepTheScoreAndTurnTheOrder) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> scores = {infinity, 1e308, 1, 0x1p-1074, 0, -0x1p-1074, -1, -1e308, -infinity};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    EXPECT_EQ(priory::score_of(key_of(scores[i])), scores[i]);
    EXPECT_TRUE(i == 0 || key_of(scores[i - 1]) < key_of(scores[i]));
  }
}

TEST(Ranking, TiesAreOneStepAndRowsWithoutWeightNone) {
  ScoredRows rows;
  rows.n_classes = 1;
  rows.actual = {0, 1, 0, 1};
  rows.predicted = {0, 0, 0, 0};
  rows.weight = {2, 3, 5, 0};
  rows.log_posterior = {-0.0, 0.0, -1, -2};
  Ranking ranking;
  const Areas areas = rank(rows, 0, [&](const RankStep& step) { ranking.push_back(step); });
  ASSERT_EQ(ranking.size(), 2U);
  EXPECT_EQ(ranking[0].positives, 2U);
  EXPECT_EQ(ranking[0].negatives, 3U);
  EXPECT_EQ(ranking[1].positives, 2U + 5U);
  EXPECT_DOUBLE_EQ(*areas.roc_auc, 0.5 * 2 * 3 / (7 * 3));
}

TEST(Ranking, LargestWeightsDoNotOverflow) {
  const std::uint64_t quarter = std::uint64_t{1} << 61;
  ScoredRows rows;
  rows.n_classes = 1;
  rows.actual = {0, 0, 1};
  rows.predicted = {0, 0, 0};
  rows.weight = {quarter, quarter, 2 * quarter};
  rows.log_posterior = {-1, -2, -2};
  EXPECT_EQ(rank(rows, 0, [](const RankStep&) {}).roc_auc, (1 + 0.5) / 2);
}

}  // namespace
}  // namespace priory
