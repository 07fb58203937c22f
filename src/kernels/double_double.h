// SPDX-License-Identifier: Apache-2.0
// A number of 106 bits as the sum of two doubles (Dekker 1971, Knuth): for the few steps between sums in
// doubles and exact sums where rounding once more would show.
#pragma once

#include <cmath>

namespace priory {

struct DoubleDouble {
  double high = 0;
  double low = 0;  // at most half a unit in the last place of high

  DoubleDouble() = default;
  explicit DoubleDouble(double x) : high(x) {}
  DoubleDouble(double h, double l) : high(h), low(l) {}

  static DoubleDouble sum(double a, double b) {
    const double s = a + b, part = s - a;
    return {s, (a - (s - part)) + (b - part)};
  }
  static DoubleDouble product(double a, double b) {
    const double p = a * b;
    return {p, std::fma(a, b, -p)};
  }

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble s = sum(a.high, b.high);
    return sum(s.high, s.low + a.low + b.low);
  }
  friend DoubleDouble operator*(const DoubleDouble& a, double b) {
    const DoubleDouble p = product(a.high, b);
    return sum(p.high, p.low + a.low * b);
  }
};

}  // namespace priory
