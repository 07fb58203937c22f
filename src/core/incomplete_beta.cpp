// SPDX-License-Identifier: Apache-2.0
// The continued fraction by Lentz's method on the side of the mean where it converges fast (Abramowitz and
// Stegun, 26.5.8); the other side is the rest to 1.
#include "core/incomplete_beta.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/gamma_functions.h"
#include "core/normal_tail.h"

namespace priory {
namespace {

double fraction(double a, double b, double x) {
  constexpr double kTiny = std::numeric_limits<double>::min(), kMostTerms = 1e7;
  const auto not_zero = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), out = d;
  for (double m = 1; m < kMostTerms; ++m) {
    const double even = m / (a + 2 * m - 1) * ((b - m) / (a + 2 * m)) * x;
    d = 1 / not_zero(1 + even * d), c = not_zero(1 + even / c);
    out *= d * c;
    const double odd = -(a + m) / (a + 2 * m) * ((a + b + m) / (a + 2 * m + 1)) * x;
    d = 1 / not_zero(1 + odd * d), c = not_zero(1 + odd / c);
    out *= d * c;
    if (std::abs(d * c - 1) < std::numeric_limits<double>::epsilon()) break;
  }
  return out;
}

// log of I_x(a, b) where x is below about the mean: x^a y^b / (a B(a, b)) times the fraction. The powers are
// written as deviances from s x and s y, so that large ones do not cancel.
double log_below(double a, double b, double x, double y) {
  const double s = a + b;
  const double front = -deviance(a, s * x) - deviance(b, s * y) - log_beta_rest(a, b) - std::log(a);
  return std::min(0.0, front + std::log(fraction(a, b, x)));
}

// For parameters so large that the fraction has too many terms: Temme's uniform expansion, of which the next
// term is 1 / s of the last (Temme, Asymptotic inversion of the incomplete beta function, 1992, section 3).
constexpr double kHuge = 1e9;

LogTails log_huge_tails(double a, double b, double x, double y) {
  const double s = a + b, share = a / s, off = x - share, width = std::sqrt(share * (b / s));
  const double z = std::copysign(std::sqrt(2 * (deviance(a, s * x) + deviance(b, s * y))), off);
  const double eta = z / std::sqrt(s);
  const double next = std::abs(eta) < 1e-5 ? (b - a) / s / (3 * width) : 1 / eta - width / off;
  const double more = next * std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi * s);
  return {log_with(log_normal_above(-z), more), log_with(log_normal_above(z), -more)};
}

}  // namespace

LogTails log_beta_tails(double a, double b, double x, double y) {
  if (!(x > 0)) return {};
  if (!(y > 0)) return {0, kLogZero};
  if (a > kHuge && b > kHuge) return log_huge_tails(a, b, x, y);
  if (x < (a + 1) / (a + b + 2)) {
    const double below = log_below(a, b, x, y);
    return {below, log_complement(below)};
  }
  const double above = log_below(b, a, y, x);
  return {log_complement(above), above};
}

}  // namespace priory
