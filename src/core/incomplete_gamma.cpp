// SPDX-License-Identifier: Apache-2.0
// Below the mean the series of P = 1 - Q, above it the continued fraction of Q by Lentz's method (Abramowitz
// and Stegun, 6.5.29 and 6.5.31). The factor in front of both is x^a e^-x / Gamma(a).
#include "core/incomplete_gamma.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/gamma_functions.h"
#include "core/log_space.h"
#include "core/normal_tail.h"

namespace priory {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// x^a e^-x / Gamma(a + 1), without the cancellation of its logarithms for large a: log Gamma(a + 1) is
// a log a - a and a small rest.
double front(double a, double x) {
  if (x == 0) return 0;
  int sign = 0;  // std::lgamma would write it into a global variable
  if (a < kLargeCount) return std::exp(a * std::log(x) - x - ::lgamma_r(a + 1, &sign));
  return std::exp(-deviance(a, x) - log_factorial_rest(a));
}

// What the factor in front is multiplied with.
double lower_sum(double a, double x) {
  double term = 1, sum = 1;
  for (double k = 1; term > sum * kEpsilon; ++k) sum += term *= x / (a + k);
  return sum;
}

double upper_fraction(double a, double x) {  // over a
  double b = x + 1 - a, c = 1 / std::numeric_limits<double>::min(), d = 1 / b, out = d;
  for (double k = 1; k < 1e7; ++k) {
    const double term = -k * (k - a);
    b += 2;
    d = 1 / (term * d + b), c = b + term / c;
    out *= d * c;
    if (std::abs(d * c - 1) < kEpsilon) break;
  }
  return out;
}

double log_front(double a, double x) {
  return -deviance(a, x) - log_gamma_rest(a);
}

// For shapes so large that the series above have too many terms: Temme's uniform expansion, of which the next
// term is 1 / a of the last (Temme, The asymptotic expansion of the incomplete gamma functions, 1979, (1.5)).
constexpr double kHugeShape = 1e8;

LogTails log_huge_tails(double a, double x) {
  const double off = (x - a) / a;
  const double eta = std::copysign(std::sqrt(2 * deviance(a, x) / a), off), z = eta * std::sqrt(a);
  const double next = std::abs(eta) < 1e-3 ? -1.0 / 3 + eta / 12 : 1 / off - 1 / eta;
  const double share = next * std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi * a);
  return {log_with(log_normal_above(-z), -share), log_with(log_normal_above(z), share)};
}

}  // namespace

double upper_incomplete_gamma(double a, double x) {
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  if (a > kHugeShape) return std::exp(log_huge_tails(a, x).above);
  return x < a + 1 ? 1 - front(a, x) * lower_sum(a, x) : a * front(a, x) * upper_fraction(a, x);
}

LogTails log_gamma_tails(double a, double x) {
  if (!(x > 0)) return {};
  if (std::isinf(x)) return {0, kLogZero};
  if (a > kHugeShape) return log_huge_tails(a, x);
  if (x < a + 1) {
    const double below = std::min(0.0, log_front(a, x) + std::log(lower_sum(a, x)));
    return {below, log_complement(below)};
  }
  const double above = std::min(0.0, log_front(a, x) + std::log(a) + std::log(upper_fraction(a, x)));
  return {log_complement(above), above};
}

}  // namespace priory
