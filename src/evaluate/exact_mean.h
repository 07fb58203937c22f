// SPDX-License-Identifier: Apache-2.0
// The weighted mean of non-negative numbers, its sums exact and rounded once, so that the order of the terms
// cannot show and a weight of 3 is three terms. Unlike `Sums` it takes infinite terms: a loss can be one.
#pragma once

#include <cstdint>

#include "core/sums.h"

namespace priory {

class ExactMean {
 public:
  void add(double value, std::uint64_t weight);  // value: not negative, not NaN, may be infinite
  double value() const;                          // 0 without weight
  std::uint64_t weight() const { return weight_; }

 private:
  Sums sum_ = Sums(1, 1);
  std::uint64_t weight_ = 0;
  bool infinite_ = false;
};

}  // namespace priory
