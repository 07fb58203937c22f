// SPDX-License-Identifier: Apache-2.0
// One class against the rest, as its scores rank the rows: the points of the ROC and the precision-recall
// curve, and the areas under them. Rows of equal score are one step, so no order of ties can show.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "priory/evaluation.h"

namespace priory {

// The weight of the rows with at least this score, in units of 2^-24.
struct RankStep {
  double score = 0;
  std::uint64_t positives = 0;
  std::uint64_t negatives = 0;
};

// The score by which a row ranks for a class: of two classes the log odds, else the log posterior.
inline double rank_score(std::span<const double> scores, std::size_t positive) {
  if (scores.size() != 2) return scores[positive] + 0.0;  // -0 becomes 0
  const double for_it = scores[positive], against = scores[1 - positive];
  return for_it == against ? 0 : for_it - against;  // both ruled out: -inf - -inf would be NaN
}

// Under the ROC curve: none without both a positive and a negative. Average precision: none without a
// positive.
struct Areas {
  std::optional<double> roc_auc, average_precision;
};

// Takes the steps from the highest score down; rows without weight leave none.
Areas rank(const ScoredRows& rows, std::size_t positive, const std::function<void(const RankStep&)>& take);

// Of the classes from `first` on, as many as there is room for in `out`. Classes side by side are read
// together, as their scores lie side by side.
void measure_areas(const ScoredRows& rows, std::size_t first, std::span<Areas> out);

}  // namespace priory
