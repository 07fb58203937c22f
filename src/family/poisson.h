// SPDX-License-Identifier: Apache-2.0
// Whole counts with a rate of their own in each cell.
//
//   density    log p(x) = x log r - r - log x!
//   statistic  n, sum x, exact
//   estimator  r = (sum x + alpha) / (n + alpha): maximum likelihood for alpha = 0
//   prior      Gamma(alpha + 1, alpha): alpha imaginary rows with one event each
//   source     Gelman et al., Bayesian Data Analysis, 3rd edition (2013), section 2.6
#pragma once

#include "core/incomplete_gamma.h"
#include "core/log_space.h"
#include "family/curve.h"
#include "family/lift.h"

namespace priory {

struct Poisson {
  static constexpr int kMoments = 1;
  static constexpr Domain kDomain = {.low = 0, .whole = true};
  static constexpr double kFree = 1;
  static constexpr std::array<std::string_view, 1> kNames = {"rate"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
  }};

  static FamilyInfo info() {
    return {"poisson",
            "",
            CellKind::reals,
            "a column of whole counts, Poisson in each class",
            "x log r - r - log x!",
            "r = (sum x + alpha) / (n + alpha)",
            kOptions};
  }

  static std::array<double, 1> estimate(const Moments<1>& cell, const Moments<1>& all, const Settings& s,
                                        const Context&) {
    const double alpha = s["alpha"];
    const Moments<1>& data = cell.n.zero() && alpha == 0 ? all : cell;
    const double n = data.count() + alpha;
    return {n == 0 ? 1 : (rounded(data.sum[0]) + alpha) / n};
  }

  static std::string_view trouble(const double* p) {
    return p[0] >= 0 && std::isfinite(p[0]) ? "" : "its sum is none of counts";
  }

  static double log_prior(const double* p, const Settings& s) {
    return times_log(s["alpha"], std::log(p[0])) - s["alpha"] * p[0];
  }

  static double sample(const double* p, Random& random) { return random.poisson(p[0]); }

  // P(X <= x) is P(Y > r) of the gamma distribution with shape x + 1.
  static LogTails log_tails(const double* p, double x) {
    const LogTails tails = log_gamma_tails(x + 1, p[0]);
    return {tails.above, tails.below};
  }

  static Spread spread(const double* p) { return {p[0], p[0]}; }

  struct Density {
    double rate, log_rate;
    explicit Density(const double* p) : rate(p[0]), log_rate(std::log(p[0])) {}
    double operator()(double x) const {
      if (x >= kLargeCount) return -deviance(x, rate) - log_factorial_rest(x);
      return times_log(x, log_rate) - rate - log_factorial(x);
    }
  };

  static LinearForm linear(const double* p, const double* q) {
    return {p[0] - q[0], {{kWholePart, 1, std::log(q[0]) - std::log(p[0])}}};
  }

  static DensityCurve curve(const double* p) { return {-p[0], {{.weight = std::log(p[0])}}}; }
};

}  // namespace priory
