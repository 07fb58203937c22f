// SPDX-License-Identifier: Apache-2.0
// Two ways to multiply and add probabilities. Linear is fast; since tables are scaled by their largest value,
// it loses something only when values of one table are some 290 powers of ten apart. That is noticed, and the
// work is done again with logarithms, which lose nothing.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/log_space.h"

namespace priory {

struct LinearArithmetic {
  static constexpr double kZero = 0, kOne = 1;
  static constexpr double kTiny = 1e-290;  // smaller values have lost digits, or are about to

  static double from_log(double log_value) { return std::exp(log_value); }
  static double to_log(double value) { return std::log(value); }
  static double times(double a, double b) { return a * b; }
  static double over(double a, double b) { return b == 0 ? 0 : a / b; }  // 0 / 0 is 0: an impossible cell
  static double plus(double a, double b) { return a + b; }
  static bool loses(double value) { return value < kTiny; }  // unless it is zero by right
};

struct LogArithmetic {
  static constexpr double kZero = kLogZero, kOne = 0;

  static double from_log(double log_value) { return log_value; }
  static double to_log(double value) { return value; }
  static double times(double a, double b) { return a + b; }
  static double over(double a, double b) { return b == kZero ? kZero : a - b; }
  static double plus(double a, double b) {
    const double most = std::max(a, b), least = std::min(a, b);
    return least == kZero ? most : most + std::log1p(std::exp(least - most));
  }
  static bool loses(double) { return false; }
};

}  // namespace priory
