// SPDX-License-Identifier: Apache-2.0
// One class against the rest, as its scores rank the rows: the points of the ROC and the precision-recall
// curve, and the areas under them. Rows of equal score are one step, so no order of ties can show.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

// The weight of the rows with at least this score, in units of 2^-24.
struct RankStep {
  double score = 0;
  std::uint64_t positives = 0;
  std::uint64_t negatives = 0;
};

using Ranking = std::vector<RankStep>;  // from the highest score down; rows without weight leave no step

// For a model of two classes ranks by log odds, else by log posterior.
Ranking rank(const ScoredRows& rows, std::size_t positive);

std::optional<double> roc_auc(const Ranking& ranking);  // none without both a positive and a negative
std::optional<double> average_precision(const Ranking& ranking);  // none without a positive

}  // namespace priory
