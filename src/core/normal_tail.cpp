// SPDX-License-Identifier: Apache-2.0
#include "core/normal_tail.h"

#include <cmath>
#include <numbers>

#include "core/log_space.h"

namespace priory {
namespace {

// Mills' ratio for large z: P(Z > z) = phi(z) / z (1 - 1/z^2 + 3/z^4 - 15/z^6 + ...), here with an error
// below 2e-15 from z = 37 on (Abramowitz and Stegun, 26.2.12).
constexpr double kFar = 37;

double log_far_tail(double z) {
  const double s = 1 / (z * z);
  const double series = -s * (1 - 3 * s * (1 - 5 * s * (1 - 7 * s * (1 - 9 * s))));
  return -0.5 * z * z - std::log(z) - 0.5 * std::log(2 * std::numbers::pi) + std::log1p(series);
}

// P(Z > z), small for large z. erfc falls like exp(-x^2), and so makes much of the rounding of x = z / sqrt
// 2: that is taken back, x^2 - z^2 / 2 with its own rounding in sight.
double above(double z) {
  const double x = z / std::numbers::sqrt2, square = 0.5 * z * z;
  const double excess = std::fma(x, x, -square) - std::fma(0.5 * z, z, -square);
  return 0.5 * std::erfc(x) * (std::isfinite(excess) ? 1 + excess : 1);
}

// Between neighbours the difference of tails loses its digits. The density in the middle times the width has
// them, with the next terms of its Taylor series, whose factors are Hermite polynomials.
constexpr double kNarrow = 0.1;  // width times |middle| or 1: what is left out is below 1e-16

double log_narrow(double middle, double width) {
  const double m = middle * middle, w = width * width;
  const double series = (m - 1) * w / 24 + (m * m - 6 * m + 3) * w * w / 1920 +
                        (m * m * m - 15 * m * m + 45 * m - 15) * w * w * w / 322560;
  return -0.5 * m - 0.5 * std::log(2 * std::numbers::pi) + std::log(width) + std::log1p(series);
}

}  // namespace

double log_normal_above(double z) {
  if (z > kFar) return std::isinf(z) ? kLogZero : log_far_tail(z);
  return z < 0 ? std::log1p(-above(-z)) : std::log(above(z));
}

double log_normal_between(double a, double b) {
  if (!(a < b)) return kLogZero;
  if (b <= 0) return log_normal_between(-b, -a);
  if (const double width = b - a, middle = a + width / 2; width * std::fmax(1.0, std::abs(middle)) < kNarrow)
    return log_narrow(middle, width);
  if (a < 0) {
    const double inside = 0.5 * (std::erf(b / std::numbers::sqrt2) - std::erf(a / std::numbers::sqrt2));
    return inside < 0.5 ? std::log(inside) : std::log1p(-(above(-a) + above(b)));
  }
  const double log_a = log_normal_above(a);
  return log_a + std::log1p(-std::exp(log_normal_above(b) - log_a));
}

}  // namespace priory
