// SPDX-License-Identifier: Apache-2.0
// Waiting times: numbers that are not negative, exponential in each cell.
//
//   density    log p(x) = log r - r x, x >= 0
//   statistic  n, sum x, exact
//   estimator  r = n / (sum x + n f), f = var-smoothing * (mean of all cells together): maximum likelihood for
//              var-smoothing = 0
//   prior      none: the smoothing adds f to every mean, so that a cell of zeros can be used
//   source     Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1 (1994), 19.7, (19.10)
#pragma once

#include "core/log_tails.h"
#include "family/curve.h"
#include "family/lift.h"

namespace priory {

struct Exponential {
  static constexpr int kMoments = 1;
  static constexpr Domain kDomain = {.low = 0};
  static constexpr double kFree = 1;
  static constexpr std::array<std::string_view, 1> kNames = {"rate"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"var-smoothing", 1e-9, 0, false, "adds this times the mean of all classes together to every mean"},
  }};

  static FamilyInfo info() {
    return {"exponential",   "",
            CellKind::reals, "a column of waiting times, numbers from 0 on, exponential in each class",
            "log r - r x",   "r = 1 / (sum x / n + smoothing)",
            kOptions};
  }

  static double smoothing_of(const Moments<1>& all, const Settings& s) {
    return all.n.zero() ? 0 : s["var-smoothing"] * all.mean();
  }

  // A cell without data is given what all cells share.
  static std::array<double, 1> estimate(const Moments<1>& cell, const Moments<1>& all, const Settings& s,
                                        const Context&) {
    if (all.n.zero()) return {1};
    const Moments<1>& data = cell.n.zero() ? all : cell;
    return {1 / (data.mean() + smoothing_of(all, s))};
  }

  static std::string_view trouble(const double* p) {
    if (p[0] > 0 && std::isfinite(p[0])) return {};
    return p[0] == 0 ? "the mean overflows" : "the rate is infinite: all values are 0";
  }

  // r = n / (sum x + n f) is where n log r - r sum x - n f r is largest.
  static double smoothing(const double* p, double n, const Moments<1>& all, const Settings& s,
                          const Context&) {
    return -n * smoothing_of(all, s) * p[0];
  }

  static double sample(const double* p, Random& random) { return -std::log(1 - random.uniform()) / p[0]; }

  static Spread spread(const double* p) { return {1 / p[0], 1 / p[0] / p[0]}; }

  static LogTails log_tails(const double* p, double x) { return {log_complement(-p[0] * x), -p[0] * x}; }

  struct Density {
    double rate, log_rate;
    explicit Density(const double* p) : rate(p[0]), log_rate(std::log(p[0])) {}
    double operator()(double x) const { return log_rate - rate * x; }
  };

  static LinearForm linear(const double* p, const double* q) {
    return {std::log(q[0]) - std::log(p[0]), {{kWholePart, 1, p[0] - q[0]}}};
  }

  static DensityCurve curve(const double* p) { return {std::log(p[0]), {{.weight = -p[0]}}}; }
};

}  // namespace priory
