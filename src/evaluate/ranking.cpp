// SPDX-License-Identifier: Apache-2.0
// An exact sort and integer sums. Log odds, not posteriors, rank two classes: naive Bayes is so sure of
// itself that half of its posteriors round to 0 or 1, where they could no longer be told apart.
#include "evaluate/ranking.h"

#include <algorithm>

#include "evaluate/exact_mean.h"

namespace priory {
namespace {

__extension__ using Wide = unsigned __int128;

double rank_score(std::span<const double> scores, std::size_t positive) {
  if (scores.size() != 2) return scores[positive] + 0.0;  // -0 becomes 0
  const double for_it = scores[positive], against = scores[1 - positive];
  return for_it == against ? 0 : for_it - against;  // both ruled out: -inf - -inf would be NaN
}

RankStep step_of(const ScoredRows& rows, std::size_t row, std::size_t positive) {
  const double score = rank_score(rows.scores(row), positive);
  if (rows.actual[row] == positive) return {score, rows.weight[row], 0};
  return {score, 0, rows.weight[row]};
}

}  // namespace

Ranking rank(const ScoredRows& rows, std::size_t positive) {
  Ranking steps;
  steps.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows.weight[row] > 0) steps.push_back(step_of(rows, row, positive));
  }
  std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  std::size_t n_steps = 0;
  RankStep sum;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    sum = {steps[i].score, sum.positives + steps[i].positives, sum.negatives + steps[i].negatives};
    if (n_steps == 0 || steps[n_steps - 1].score != sum.score) ++n_steps;
    steps[n_steps - 1] = sum;
  }
  steps.resize(n_steps);
  return steps;
}

std::optional<double> roc_auc(const Ranking& ranking) {
  if (ranking.empty() || ranking.back().positives == 0 || ranking.back().negatives == 0) return {};
  Wide twice_pairs = 0;  // at most 2 * 2^63 * 2^63
  RankStep above;
  for (const RankStep& step : ranking) {
    const std::uint64_t negatives = step.negatives - above.negatives;
    twice_pairs +=
        static_cast<Wide>(negatives) * above.positives + static_cast<Wide>(negatives) * step.positives;
    above = step;
  }
  const Wide all_pairs = static_cast<Wide>(above.positives) * above.negatives;
  return static_cast<double>(twice_pairs) / (2 * static_cast<double>(all_pairs));
}

std::optional<double> average_precision(const Ranking& ranking) {
  if (ranking.empty() || ranking.back().positives == 0) return {};
  ExactMean precision;
  std::uint64_t above = 0;
  for (const RankStep& step : ranking) {
    const auto positives = static_cast<double>(step.positives);
    const auto all = static_cast<double>(step.positives + step.negatives);
    precision.add(positives / all, step.positives - above);
    above = step.positives;
  }
  return precision.value();
}

}  // namespace priory
