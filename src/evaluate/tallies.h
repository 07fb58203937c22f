// SPDX-License-Identifier: Apache-2.0
// What the margins and the diagonal of a confusion matrix say: nearly all of the measures of counts need no
// more. Counts are whole numbers until the last division.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

// For one class: the weight of rows that are right, that have it, that were given it.
struct Tally {
  std::uint64_t right = 0, actual = 0, predicted = 0;
};

using Tallies = std::vector<Tally>;  // of every class; the sum of `actual` is at most 2^63

Tally total_of(std::span<const Tally> tallies);
double ratio(std::uint64_t part, std::uint64_t whole);  // 0 of nothing
Averages averages_of(const Tally& tally, double beta);

double balanced_accuracy(std::span<const Tally> tallies);
double matthews(std::span<const Tally> tallies);
double kappa(std::span<const Tally> tallies);

// Means over classes: summed first and divided last, so that ten times 1 has the mean 1.
class WeightedAverages {
 public:
  void add(const Averages& of_class, double weight);
  Averages value() const;  // 0 without weight

 private:
  Averages sum_;
  double weight_ = 0;
};

}  // namespace priory
