// SPDX-License-Identifier: Apache-2.0
// Stirling's series and its derivatives from a = 10 on, where the first terms left out are below 1e-16;
// smaller arguments are brought there by the recurrence (Abramowitz and
// Stegun, 6.1.40, 6.3.5, 6.3.18, 6.4.6, 6.4.12).
#include "core/gamma_functions.h"

#include <cmath>
#include <numbers>

namespace priory {
namespace {

constexpr double kLarge = 10;

}  // namespace

double log_gamma_rest(double a) {
  if (a == 0) return 0;
  if (a < kLarge) {
    int sign = 0;  // std::lgamma would write it into a global variable
    return ::lgamma_r(a + 1, &sign) - a * (std::log(a) - 1);
  }
  const double i = 1 / a, s = i * i;
  const double series =
      i * (1.0 / 12 -
           s * (1.0 / 360 -
                s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360 - s / 156))))));
  return 0.5 * (std::log(2 * std::numbers::pi) + std::log(a)) + series;
}

double log_minus_digamma(double a) {
  double more = 0, at = a;
  for (; at < kLarge; ++at) more += 1 / at;
  const double i = 1 / at, s = i * i;
  const double series =
      i * 0.5 + s * (1.0 / 12 - s * (1.0 / 120 -
                                     s * (1.0 / 252 -
                                          s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760 - s / 12))))));
  return at == a ? series : series + (more - std::log(at / a));
}

double trigamma_rest(double a) {
  double more = 0, at = a;
  for (; at < kLarge; ++at) more += 1 / (at * at);
  const double i = 1 / at, s = i * i;
  const double series =
      s *
      (0.5 + i * (1.0 / 6 -
                  s * (1.0 / 30 -
                       s * (1.0 / 42 - s * (1.0 / 30 - s * (5.0 / 66 - s * (691.0 / 2730 - s * 7 / 6)))))));
  return at == a ? series : series + more + (i - 1 / a);
}

double log_beta_rest(double a, double b) {
  const double sum = a + b;
  return log_gamma_rest(a) + log_gamma_rest(b) - log_gamma_rest(sum) + std::log(sum / a) - std::log(b);
}

}  // namespace priory
