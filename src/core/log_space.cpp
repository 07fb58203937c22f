// SPDX-License-Identifier: Apache-2.0
#include "core/log_space.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace priory {
namespace {

constexpr auto kTableSize = static_cast<std::size_t>(kLargeCount);

const std::array<double, kTableSize>& table() {
  static const std::array<double, kTableSize> values = [] {
    std::array<double, kTableSize> out{};
    long double sum = 0;
    for (std::size_t n = 1; n < kTableSize; ++n)
      out[n] = static_cast<double>(sum += std::log(static_cast<long double>(n)));
    return out;
  }();
  return values;
}

// Stirling's series; from n = 256 on the first term left out is below 1e-20.
double stirling_rest(double n) {
  const double inverse = 1 / n, square = inverse * inverse;
  const double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
  return 0.5 * (std::log(2 * std::numbers::pi) + std::log(n)) + series;
}

}  // namespace

double log_sum_exp(std::span<const double> log_values) {
  const double most = log_values.empty() ? kLogZero : *std::max_element(log_values.begin(), log_values.end());
  if (std::isinf(most)) return most;
  double sum = 0;
  for (const double value : log_values) sum += std::exp(value - most);
  return most + std::log(sum);
}

double normalise(std::span<double> log_scores) {
  const double most = log_scores.empty() ? kLogZero : *std::max_element(log_scores.begin(), log_scores.end());
  if (most == kLogZero) return most;
  // The largest is taken off first: with scores around -1e9 the difference to the total would lose the
  // digits.
  double rest = 0;
  for (double& score : log_scores) rest += std::exp(score -= most);
  const double log_rest = std::log(rest);
  for (double& score : log_scores) score -= log_rest;
  return std::isinf(most) ? most : most + log_rest;
}

double log_factorial(double n) {
  return n < kLargeCount ? table()[static_cast<std::size_t>(n)] : n * (std::log(n) - 1) + stirling_rest(n);
}

double log_factorial_rest(double n) {
  if (n >= kLargeCount) return stirling_rest(n);
  return n == 0 ? 0 : log_factorial(n) - n * (std::log(n) - 1);
}

double deviance(double x, double mean) {
  if (x == 0) return mean;
  if (mean < x / 2) return x * (std::log(x) - std::log(mean)) + (mean - x);
  const double apart = (mean - x) / x;  // log1p has no digits left where this is near -1
  return std::isinf(apart) ? mean : x * (apart - std::log1p(apart));
}

}  // namespace priory
