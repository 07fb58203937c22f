// SPDX-License-Identifier: Apache-2.0
// Arithmetic with logarithms of probabilities, which never leaves log space: minus infinity is probability
// zero and a legal value everywhere.
#pragma once

#include <cmath>
#include <limits>
#include <span>

namespace priory {

constexpr double kLogZero = -std::numeric_limits<double>::infinity();

// a * log_b with the convention that nothing (a = 0) of the impossible is no evidence.
inline double times_log(double a, double log_b) {
  return a == 0 ? 0 : a * log_b;
}

// The sum of log probabilities, each counted `a` times: the log density of a symmetric Dirichlet prior with
// parameter a + 1, without its constant.
inline double times_sum(double a, std::span<const double> log_values) {
  double out = 0;
  for (const double each : log_values) out += times_log(a, each);
  return out;
}

// log(sum of exp(x)); minus infinity for nothing.
double log_sum_exp(std::span<const double> log_values);

// BatchQueue log scores into log posteriors in place and returns their log-sum-exp. If every score is minus
// infinity no class explains the row: the values are left as they are.
double normalise(std::span<double> log_scores);

// log(n!) for whole n >= 0, from a table where it can be; no shared state, unlike lgamma.
double log_factorial(double n);

// From this count on, sums of logarithms of factorials cancel too many digits (and from 1e305 on overflow).
constexpr double kLargeCount = 256;

// What keeps its digits there (Loader, Fast and accurate computation of binomial probabilities, 2000):
// log(n!) - (n log n - n), which stays small, and x log(x / mean) + mean - x, which is 0 at the mean.
double log_factorial_rest(double n);
double deviance(double x, double mean);

}  // namespace priory
