// SPDX-License-Identifier: Apache-2.0
// The power series, all of whose terms are positive, up to k = 20; beyond it the asymptotic one, the smallest
// term of which is there below e^(-2 k) (Abramowitz and Stegun, 9.6.10 and 9.7.1).
#include "core/bessel.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace priory {
namespace {

Bessel of_series(double k) {
  const double q = k * k / 4;
  double zero = 1, one = 1, term_zero = 1, term_one = 1;
  for (double j = 1; term_zero > zero * std::numeric_limits<double>::epsilon() / 8; ++j) {
    zero += term_zero *= q / (j * j);
    one += term_one *= q / (j * (j + 1));
  }
  const double ratio = k / 2 * one / zero;
  return {std::log(zero) - k, ratio, 1 - ratio};
}

// The terms of order n are (-1)^j (4 n^2 - 1) (4 n^2 - 9) ... (4 n^2 - (2 j - 1)^2) / (j! (8 k)^j): positive
// for order 0, negative from the first on for order 1. Their difference has no cancellation.
Bessel asymptotic(double k) {
  double zero = 1, difference = 0, term_zero = 1, term_one = 1;
  for (double j = 1; j < 2 * k && term_zero > std::numeric_limits<double>::epsilon() / 8; ++j) {
    const double odd = (2 * j - 1) * (2 * j - 1);
    term_zero *= odd / (8 * k * j);
    term_one *= (odd - 4) / (8 * k * j);
    zero += term_zero;
    difference += term_zero - term_one;
  }
  const double complement = difference / zero;
  return {std::log(zero) - 0.5 * (std::log(2 * std::numbers::pi) + std::log(k)), 1 - complement, complement};
}

}  // namespace

Bessel bessel(double k) {
  return k < 20 ? of_series(k) : asymptotic(k);
}

}  // namespace priory
