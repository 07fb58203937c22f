// SPDX-License-Identifier: Apache-2.0
// Positive numbers whose logarithm is normal in each cell.
//
//   density    log p(x) = -(log x - m)^2 / (2 v) - log(2 pi v) / 2 - log x, x > 0
//   statistic  n, sum log x, sum (log x)^2, exact sums of logarithms rounded once
//   estimator  m = sum log x / n;  v = sum (log x - m)^2 / n + f, f = var-smoothing * (variance of log x in all
//              cells together): maximum likelihood for var-smoothing = 0
//   prior      none: the smoothing keeps v above 0 where all values of a cell are equal
//   source     Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1 (1994), 14.4.1
#pragma once

#include "core/log_tails.h"
#include "family/lift.h"
#include "family/normal.h"

namespace priory {

struct Lognormal {
  static constexpr int kMoments = 2;
  static constexpr Domain kDomain = {.low = 0, .open = true};
  static constexpr double kFree = 2;
  static constexpr std::array<std::string_view, 2> kNames = {"log_mean", "log_variance"};
  static constexpr std::array<std::string_view, 2> kSums = {"sum_of_logs", "sum_of_squared_logs"};
  static constexpr std::array<std::string_view, 1> kFeatures = {"log x"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"var-smoothing", 1e-9, 0, false,
       "adds this times the variance of log x in all classes to every variance"},
  }};

  static FamilyInfo info() {
    return {"lognormal",
            "",
            CellKind::reals,
            "a column of positive numbers, their logarithms normal in each class",
            "-(log x - m)^2 / (2 v) - log(2 pi v) / 2 - log x",
            "m = sum log x / n, v = sum (log x - m)^2 / n + smoothing",
            kOptions};
  }

  static std::array<double, 1> statistic(double x) { return {std::log(x)}; }

  static double smoothing_of(const Moments<2>& all, const Settings& s) {
    return all.n.zero() ? 0 : s["var-smoothing"] * all.variance();
  }

  // A cell without data is given what all cells share. Of soft rows rounding may leave less than nothing.
  static std::array<double, 2> estimate(const Moments<2>& cell, const Moments<2>& all, const Settings& s,
                                        const Context&) {
    if (all.n.zero()) return {0, 1};
    const Moments<2>& data = cell.n.zero() ? all : cell;
    return {data.mean(), std::max(data.variance(), 0.0) + std::max(smoothing_of(all, s), 0.0)};
  }

  static std::string_view trouble(const double* p) {
    return p[1] > 0 ? "" : "the variance of the logarithms is 0: all values are equal";
  }

  // v = S / n + f is where -(n log v + S / v) / 2 - n f / (2 v) is largest.
  static double smoothing(const double* p, double n, const Moments<2>& all, const Settings& s,
                          const Context&) {
    return -n * smoothing_of(all, s) / (2 * p[1]);
  }

  static double sample(const double* p, Random& random) {
    const double x = std::exp(p[0] + std::sqrt(p[1]) * random.normal());
    return std::clamp(x, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  }

  static Spread spread(const double* p) {
    const double mean = std::exp(p[0] + p[1] / 2);
    return {mean, std::expm1(p[1]) * mean * mean};
  }

  static double log_mass(const double* p, double lo, double hi) {
    const auto log_of = [](double x) { return x > 0 ? std::log(x) : kLogZero; };
    return normal_log_mass(p, log_of(lo), log_of(hi));
  }

  struct Density {
    NormalDensity of_log;
    explicit Density(const double* p) : of_log(p) {}
    double operator()(double x) const {
      const double log_x = std::log(x);
      return of_log(log_x) - log_x;
    }
  };

  static LinearForm linear(const double* p, const double* q) { return normal_linear(p, q); }

  static DensityCurve curve(const double* p) { return normal_curve(p, Inner::log_x); }
};

}  // namespace priory
