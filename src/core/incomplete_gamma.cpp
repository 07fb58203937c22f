// SPDX-License-Identifier: Apache-2.0
// Below the mean the series of P = 1 - Q, above it the continued fraction of Q by Lentz's method (Abramowitz
// and Stegun, 6.5.29 and 6.5.31). The factor in front of both is x^a e^-x / Gamma(a).
#include "core/incomplete_gamma.h"

#include <cmath>
#include <limits>

#include "core/log_space.h"

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

double lower_series(double a, double x) {
  double term = 1, sum = 1;
  for (double k = 1; term > sum * kEpsilon; ++k) sum += term *= x / (a + k);
  return front(a, x) * sum;
}

double upper_fraction(double a, double x) {
  double b = x + 1 - a, c = 1 / std::numeric_limits<double>::min(), d = 1 / b, out = d;
  for (double k = 1; k < 1e7; ++k) {
    const double term = -k * (k - a);
    b += 2;
    d = 1 / (term * d + b), c = b + term / c;
    out *= d * c;
    if (std::abs(d * c - 1) < kEpsilon) break;
  }
  return a * front(a, x) * out;
}

}  // namespace

double upper_incomplete_gamma(double a, double x) {
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - lower_series(a, x) : upper_fraction(a, x);
}

}  // namespace priory
