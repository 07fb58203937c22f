// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace priory {

// The log odds of a class against all others together, from log posteriors that sum to one. Where p is near
// 1, 1 - p would lose the digits of the others, so they are added up. Infinite where one side is nothing.
inline double log_odds(std::span<const double> log_posterior, std::size_t of) {
  const double log_p = log_posterior[of];
  if (log_p < -1) return log_p - std::log1p(-std::exp(log_p));
  double largest = -HUGE_VAL, sum = 0;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) {
    if (c != of) largest = std::max(largest, log_posterior[c]);
  }
  if (largest == -HUGE_VAL) return HUGE_VAL;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) {
    if (c != of) sum += std::exp(log_posterior[c] - largest);
  }
  return log_p - (largest + std::log(sum));
}

}  // namespace priory
