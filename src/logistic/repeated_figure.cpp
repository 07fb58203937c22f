// SPDX-License-Identifier: Apache-2.0
#include "logistic/repeated_figure.h"

#include <cmath>
#include <limits>

#include "core/incomplete_beta.h"

namespace priory {

// n / (n + T^2) has the distribution Beta(n / 2, 1 / 2).
double student_quantile(double beyond, double degrees) {
  double low = 0, high = 1;
  for (int step = 0; step < 200 && high - low > 1e-16 * high; ++step) {
    const double x = (low + high) / 2;
    (std::exp(log_beta_tails(degrees / 2, 0.5, x, 1 - x).below) < beyond ? low : high) = x;
  }
  return std::sqrt(degrees * (1 - low) / low);
}

RepeatedFigure repeated_figure(std::span<const double> values, double shared) {
  constexpr double kBeyond = 0.05, kNone = std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  if (values.size() < 2 || !std::isfinite(squares)) return {mean, kNone, kNone};
  const double spread = std::sqrt(squares / (n - 1) * (1 / n + shared));
  const double reach = student_quantile(kBeyond, n - 1) * spread;
  return {mean, mean - reach, mean + reach};
}

}  // namespace priory
