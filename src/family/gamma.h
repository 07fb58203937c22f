// SPDX-License-Identifier: Apache-2.0
// Positive numbers, gamma in each cell.
//
//   density    log p(x) = k log r + (k - 1) log x - r x - log Gamma(k), x > 0
//   statistic  n, sum x, sum log x, exact sums of logarithms rounded once
//   estimator  k where log k - psi(k) = s + f, with s = log(sum x / n) - sum log x / n and f = var-smoothing *
//              (s of all cells together);  r = k n / sum x: maximum likelihood for var-smoothing = 0
//   prior      none: the smoothing keeps k finite where all values of a cell are equal and s is 0
//   source     Minka, Estimating a Gamma distribution (2002), (4) and (10), in log k
#pragma once

#include "core/gamma_functions.h"
#include "core/incomplete_gamma.h"
#include "family/curve.h"
#include "family/lift.h"

namespace priory {

struct Gamma {
  static constexpr int kMoments = 1;
  static constexpr Domain kDomain = {.low = 0, .open = true};
  static constexpr double kFree = 2;
  static constexpr std::array<std::string_view, 2> kNames = {"shape", "rate"};
  static constexpr std::array<std::string_view, 2> kSums = {"sum", "sum_of_logs"}, kFeatures = {"x", "log x"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"var-smoothing", 1e-9, 0, false, "adds this times the s of all classes together to every s"},
  }};

  static FamilyInfo info() {
    return {"gamma",
            "",
            CellKind::reals,
            "a column of positive numbers, gamma in each class",
            "k log r + (k - 1) log x - r x - log Gamma(k)",
            "log k - psi(k) = s = log mean x - mean log x + smoothing, r = k / mean x",
            kOptions};
  }

  static std::array<double, 2> statistic(double x) { return {x, std::log(x)}; }

  // How far the arithmetic mean is above the geometric one; rounding may leave less than nothing.
  static double excess(const Moments<2>& m) {
    return m.n.zero() ? 0 : std::max(0.0, std::log(m.mean(0)) - m.mean(1));
  }

  // log k - psi(k) lies between 1 / (2 k) and 1 / k, so that its logarithm is nearly linear in log k:
  // Newton's steps reach any s from anywhere.
  static double shape_of(double s) {
    if (!(s > 0)) return HUGE_VAL;
    double log_k = -std::log(2 * s);
    for (int steps = 0; steps < 60; ++steps) {
      const double k = std::exp(log_k), value = log_minus_digamma(k);
      const double step = (std::log(value) - std::log(s)) * value / (k * trigamma_rest(k));
      if (!std::isfinite(step)) break;
      log_k += step;
      if (std::abs(step) < 1e-15) break;
    }
    return std::exp(log_k);
  }

  // A cell without data is given what all cells share.
  static std::array<double, 2> estimate(const Moments<2>& cell, const Moments<2>& all, const Settings& s,
                                        const Context&) {
    if (all.n.zero()) return {1, 1};
    const Moments<2>& data = cell.n.zero() ? all : cell;
    const double k = shape_of(excess(data) + s["var-smoothing"] * excess(all));
    return {k, k / data.mean(0)};
  }

  static std::string_view trouble(const double* p) {
    if (!std::isfinite(p[0])) return "the shape is infinite: all values are equal";
    return p[0] > 0 && p[1] > 0 && std::isfinite(p[1]) ? "" : "the rate is beyond all numbers";
  }

  // What s + f in place of s adds to the log likelihood, without what does not depend on k.
  static double smoothing(const double* p, double n, const Moments<2>& all, const Settings& s,
                          const Context&) {
    return -n * s["var-smoothing"] * excess(all) * p[0];
  }

  static double sample(const double* p, Random& random) {
    return std::max(std::exp(random.log_gamma(p[0]) - std::log(p[1])), std::numeric_limits<double>::min());
  }

  static Spread spread(const double* p) { return {p[0] / p[1], p[0] / p[1] / p[1]}; }

  static LogTails log_tails(const double* p, double x) { return log_gamma_tails(p[0], p[1] * x); }

  // With deviance(k, r x) = k log(k / (r x)) + r x - k the large terms have cancelled.
  struct Density {
    double shape, rate, log_norm;
    explicit Density(const double* p)
        : shape(p[0]), rate(p[1]), log_norm(std::log(p[0]) - log_gamma_rest(p[0])) {}
    double operator()(double x) const { return log_norm - deviance(shape, rate * x) - std::log(x); }
  };

  // k log r - log Gamma(k)
  static double log_norm(const double* p) {
    return p[0] * std::log(p[1] / p[0]) + p[0] + std::log(p[0]) - log_gamma_rest(p[0]);
  }

  static LinearForm linear(const double* p, const double* q) {
    return {log_norm(q) - log_norm(p), {{.weight = p[1] - q[1]}, {.weight = q[0] - p[0], .statistic = 1}}};
  }

  static DensityCurve curve(const double* p) {
    return {log_norm(p), {{.weight = -p[1]}, {.weight = p[0] - 1, .inner = Inner::log_x}}};
  }
};

}  // namespace priory
