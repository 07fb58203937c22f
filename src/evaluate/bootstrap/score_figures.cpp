// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "evaluate/bootstrap/resampled_figures.h"
#include "evaluate/losses.h"
#include "evaluate/ranking.h"

namespace priory {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// Of the terms that were drawn: 0 times infinity is not one of them.
double mean(std::span<const double> values, std::span<const double> weights) {
  double sum = 0, total = 0;
  for (std::size_t g = 0; g < values.size(); ++g) {
    sum += weights[g] == 0 ? 0 : weights[g] * values[g];
    total += weights[g];
  }
  return total == 0 ? kUndefined : sum / total;
}

// Sums what the areas of a ranking are made of; no branch but at the end of a step.
struct AreaSum {
  double positives = 0, negatives = 0;  // of the steps above
  double pairs = 0, precision = 0;

  void add(double step_positives, double step_negatives) {
    pairs += step_negatives * (positives + step_positives / 2);
    positives += step_positives;
    negatives += step_negatives;
    if (step_positives > 0) precision += step_positives * positives / (positives + negatives);
  }
};

}  // namespace

std::vector<std::string> ScoreFigures::names() {
  return {"log_loss", "brier", "roc_auc", "average_precision"};
}

ScoreFigures::ScoreFigures(const Evaluation& evaluation, const RowGroups& groups)
    : weights_(resample_weights(evaluation.rows(), groups)),
      brier_share_(evaluation.rows().n_classes == 2 ? 0.5 : 1) {
  log_loss_.reserve(groups.size());
  squared_.reserve(groups.size());
  for (const std::size_t row : groups.row) {
    log_loss_.push_back(log_loss(evaluation.rows(), row));
    squared_.push_back(squared_loss(evaluation.rows(), row));
  }
  for (std::size_t k = 0; k < evaluation.rows().n_classes; ++k) {
    if (evaluation.positive().value_or(k) == k) rankings_.push_back(ranked(evaluation, groups, k));
  }
}

ScoreFigures::Places ScoreFigures::ranked(const Evaluation& evaluation, const RowGroups& groups,
                                          std::size_t k) const {
  const ScoredRows& rows = evaluation.rows();
  std::vector<double> score;
  score.reserve(groups.size());
  for (const std::size_t row : groups.row) score.push_back(rank_score(rows.scores(row), k));
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
  Places places;
  places.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool last = i + 1 == order.size() || score[order[i]] != score[order[i + 1]];
    places.push_back({order[i], rows.actual[groups.row[order[i]]] == k, last});
  }
  return places;
}

std::vector<double> ScoreFigures::operator()(std::span<const std::uint64_t> counts) const {
  std::vector<double> weights(counts.size());
  for (std::size_t g = 0; g < counts.size(); ++g) weights[g] = static_cast<double>(counts[g] * weights_[g]);
  double auc = 0, precision = 0;
  int n_auc = 0, n_precision = 0;
  for (const Places& places : rankings_) {
    AreaSum sum;
    double step[2] = {0, 0};  // negatives, positives
    for (const Place& place : places) {
      step[place.positive ? 1 : 0] += weights[place.group];
      if (place.last) sum.add(step[1], step[0]), step[0] = step[1] = 0;
    }
    const double pairs = sum.positives * sum.negatives;
    if (pairs > 0) auc += sum.pairs / pairs, ++n_auc;
    if (sum.positives > 0) precision += sum.precision / sum.positives, ++n_precision;
  }
  return {mean(log_loss_, weights), brier_share_ * mean(squared_, weights),
          n_auc == 0 ? kUndefined : auc / n_auc, n_precision == 0 ? kUndefined : precision / n_precision};
}

}  // namespace priory
