// SPDX-License-Identifier: Apache-2.0
// Both sides of a distribution function, each with its digits: what lies below x and what lies above it.
#pragma once

#include <cmath>

#include "core/log_space.h"

namespace priory {

struct LogTails {
  double below = kLogZero;  // log P(X <= x)
  double above = 0;         // log P(X > x)
};

// log(1 - exp(log_p)) for log_p <= 0.
inline double log_complement(double log_p) {
  return log_p > -0.6931471805599453 ? std::log(-std::expm1(log_p)) : std::log1p(-std::exp(log_p));
}

// log(exp(log_p) + more), `more` being a small correction that is left out where it has no digits.
inline double log_with(double log_p, double more) {
  const double out = log_p + std::log1p(more * std::exp(-log_p));
  return std::isfinite(out) ? out : log_p;
}

// log P(a < X <= b) from the tails at a and at b. Of tails that are nearly the same it has few digits: see
// `cancels`.
inline double log_between(const LogTails& a, const LogTails& b) {
  const auto less = [](double much, double little) {
    return much == kLogZero || little >= much ? kLogZero : much + log_complement(little - much);
  };
  if (a.above < a.below) return less(a.above, b.above);
  if (b.below < b.above) return less(b.below, a.below);
  return std::log1p(-(std::exp(a.below) + std::exp(b.above)));
}

inline bool cancels(const LogTails& a, const LogTails& b) {
  constexpr double kNear = 0.1;
  if (a.above < a.below) return a.above - b.above < kNear;
  if (b.below < b.above) return b.below - a.below < kNear;
  return std::exp(a.below) + std::exp(b.above) > 1 - kNear;
}

}  // namespace priory
