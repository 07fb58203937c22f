// SPDX-License-Identifier: Apache-2.0
// How many of a fixed number of trials succeed, with a chance of its own in each cell.
//
//   density    log p(x) = log C(N, x) + x log p + (N - x) log(1 - p)
//   statistic  n, sum x, exact
//   estimator  p = (sum x + alpha) / (n N + 2 alpha): maximum likelihood for alpha = 0
//   prior      Beta(alpha + 1, alpha + 1)
//   source     Mitchell, Machine Learning, chapter "Estimating probabilities" (2017), section 2
#pragma once

#include "core/incomplete_beta.h"
#include "core/log_space.h"
#include "family/curve.h"
#include "family/lift.h"

namespace priory {

struct Binomial {
  static constexpr int kMoments = 1;
  static constexpr Domain kDomain = {.low = 0, .whole = true};
  static constexpr double kFree = 1;
  static constexpr std::array<std::string_view, 2> kNames = {"probability", "trials"};
  static constexpr std::array<Option, 2> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
      {"trials", 0, 0, false, "the number of trials; 0 takes the largest value of the column"},
  }};

  static FamilyInfo info() {
    return {"binomial",
            "",
            CellKind::reals,
            "successes among a fixed number of trials, binomial in each class",
            "log C(N, x) + x log p + (N - x) log(1 - p)",
            "p = (sum x + alpha) / (n N + 2 alpha)",
            kOptions};
  }

  static std::array<double, 2> estimate(const Moments<1>& cell, const Moments<1>& all, const Settings& s,
                                        const Context&) {
    const double alpha = s["alpha"], trials = s["trials"];
    const Moments<1>& data = cell.n.zero() && alpha == 0 ? all : cell;
    const double n = data.count() * trials + 2 * alpha;
    return {n == 0 ? 0.5 : (rounded(data.sum[0]) + alpha) / n, trials};
  }

  static std::string_view trouble(const double* p) {
    return p[0] >= 0 && p[0] <= 1 ? "" : "its sum is none of so many trials";
  }

  static double log_prior(const double* p, const Settings& s) {
    return times_log(s["alpha"], std::log(p[0])) + times_log(s["alpha"], std::log1p(-p[0]));
  }

  static double sample(const double* p, Random& random) { return random.binomial(p[1], p[0]); }

  // P(X <= x) is the beta distribution function with N - x and x + 1 at 1 - p.
  static LogTails log_tails(const double* p, double x) {
    if (x >= p[1]) return {0, kLogZero};
    return log_beta_tails(p[1] - x, x + 1, 1 - p[0], p[0]);
  }

  static Spread spread(const double* p) { return {p[1] * p[0], p[1] * p[0] * (1 - p[0])}; }

  static Domain support(const double* p) { return {.low = 0, .high = p[1], .whole = true}; }

  struct Density {
    double p, log_p, log_q, trials, log_trials;
    explicit Density(const double* of)
        : p(of[0]),
          log_p(std::log(p)),
          log_q(std::log1p(-p)),
          trials(of[1]),
          log_trials(log_factorial(trials)) {}
    double operator()(double x) const {
      if (x > trials) return kLogZero;
      if (trials >= kLargeCount) return large(x, trials - x);
      const double ways = log_trials - log_factorial(x) - log_factorial(trials - x);
      return ways + times_log(x, log_p) + times_log(trials - x, log_q);
    }
    double large(double x, double failed) const {
      const double rest = log_factorial_rest(trials) - log_factorial_rest(x) - log_factorial_rest(failed);
      return rest - deviance(x, trials * p) - deviance(failed, trials * (1 - p));
    }
  };

  static LinearForm linear(const double* p, const double* q) {
    const Density a(p), b(q);
    return {p[1] * (b.log_q - a.log_q), {{kWholePart, 1, (b.log_p - b.log_q) - (a.log_p - a.log_q)}}};
  }

  static DensityCurve curve(const double* p) {
    return {times_log(p[1], std::log1p(-p[0])), {{.weight = std::log(p[0]) - std::log1p(-p[0])}}};
  }
};

}  // namespace priory
