// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace priory {

// The log odds of a class against all others together, with the digits of the small ones: 1 - p would lose
// them where p is near 1. Infinite where one side is nothing, 0 where both are.
inline double log_odds(std::span<const double> log_posterior, std::size_t of) {
  double largest = -HUGE_VAL, sum = 0;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) {
    if (c != of) largest = std::max(largest, log_posterior[c]);
  }
  if (largest == -HUGE_VAL) return log_posterior[of] == -HUGE_VAL ? 0 : HUGE_VAL;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) {
    if (c != of) sum += std::exp(log_posterior[c] - largest);
  }
  return log_posterior[of] - (largest + std::log(sum));
}

}  // namespace priory
