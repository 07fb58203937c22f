// SPDX-License-Identifier: Apache-2.0
// Shares: numbers between 0 and 1, beta in each cell.
//
//   density    log p(x) = (a - 1) log x + (b - 1) log(1 - x) - log B(a, b), 0 < x < 1
//   statistic  n, sum log x, sum log(1 - x), exact sums of logarithms rounded once
//   estimator  psi(a) - psi(a + b) = sum log x / n - f,  psi(b) - psi(a + b) = sum log(1 - x) / n - f, with
//              f = var-smoothing * d of all cells together, d = -log(G + H), G and H the geometric means of x and
//              1 - x: maximum likelihood for var-smoothing = 0
//   prior      none: the smoothing keeps a and b finite where all values of a cell are equal and G + H is 1
//   source     Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2 (1995), 25.4, (25.25)
#pragma once

#include "core/gamma_functions.h"
#include "core/incomplete_beta.h"
#include "family/curve.h"
#include "family/lift.h"

namespace priory {

struct Beta {
  static constexpr int kMoments = 1;
  static constexpr Domain kDomain = {.low = 0, .high = 1, .open = true};
  static constexpr double kFree = 2;
  static constexpr std::array<std::string_view, 2> kNames = {"a", "b"};
  static constexpr std::array<std::string_view, 2> kSums = {"sum_of_logs", "sum_of_log_rests"},
                                                   kFeatures = {"log x", "log(1 - x)"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"var-smoothing", 1e-9, 0, false, "adds this times the d of all classes together to every d"},
  }};

  static FamilyInfo info() {
    return {"beta",
            "",
            CellKind::reals,
            "a column of shares, numbers between 0 and 1, beta in each class",
            "(a - 1) log x + (b - 1) log(1 - x) - log B(a, b)",
            "psi(a) - psi(a + b) = mean log x - smoothing, psi(b) - psi(a + b) = mean log(1 - x) - smoothing",
            kOptions};
  }

  static std::array<double, 2> statistic(double x) { return {std::log(x), std::log1p(-x)}; }

  // d: 0 where all values are equal; logarithms are rounded, and what is below that is nothing.
  static double excess(const Moments<2>& m) {
    if (m.n.zero()) return 0;
    const double out = -std::log(std::exp(m.mean(0)) + std::exp(m.mean(1)));
    return out < 0x1p-50 ? 0 : out;
  }

  // The log likelihood over n is concave in a and b. Newton's steps in log a and log b, at most a factor of e
  // each.
  static std::array<double, 2> solved(double log_x, double log_y) {
    const double x = std::exp(log_x), y = std::exp(log_y), rest = 1 - x - y;
    if (!(rest > 0)) return {HUGE_VAL, HUGE_VAL};
    std::array<double, 2> u = {std::log(0.5 + 0.5 * x / rest), std::log(0.5 + 0.5 * y / rest)};
    for (int steps = 0; steps < 200; ++steps) {
      const double a = std::exp(u[0]), b = std::exp(u[1]), s = a + b;
      const double of_s = log_minus_digamma(s), bend = trigamma_rest(s) + 1 / s;
      const double g = log_x - std::log(a / s) + log_minus_digamma(a) - of_s;
      const double h = log_y - std::log(b / s) + log_minus_digamma(b) - of_s;
      const double p = trigamma_rest(a) + 1 / a, q = trigamma_rest(b) + 1 / b;
      const double determinant = p * q - bend * (p + q);
      const double step_a = (g * (q - bend) + h * bend) / determinant / a;
      const double step_b = (h * (p - bend) + g * bend) / determinant / b;
      const double size = std::max(std::abs(step_a), std::abs(step_b));
      if (!std::isfinite(size)) break;
      u[0] += step_a / std::max(1.0, size), u[1] += step_b / std::max(1.0, size);
      if (size < 1e-14) break;
    }
    return {std::exp(u[0]), std::exp(u[1])};
  }

  // A cell without data is given what all cells share.
  static std::array<double, 2> estimate(const Moments<2>& cell, const Moments<2>& all, const Settings& s,
                                        const Context&) {
    if (all.n.zero()) return {1, 1};
    const Moments<2>& data = cell.n.zero() ? all : cell;
    const double f = s["var-smoothing"] * excess(all);
    if (excess(data) + f == 0) return {HUGE_VAL, HUGE_VAL};
    return solved(data.mean(0) - f, data.mean(1) - f);
  }

  static std::string_view trouble(const double* p) {
    return p[0] > 0 && p[1] > 0 && std::isfinite(p[0] + p[1]) ? ""
                                                              : "a and b are infinite: all values are equal";
  }

  // What the means less f add to the log likelihood, without what does not depend on a and b.
  static double smoothing(const double* p, double n, const Moments<2>& all, const Settings& s,
                          const Context&) {
    return -n * s["var-smoothing"] * excess(all) * (p[0] + p[1]);
  }

  static double sample(const double* p, Random& random) {
    const double of_a = random.log_gamma(p[0]), of_b = random.log_gamma(p[1]);
    const double x = 1 / (1 + std::exp(of_b - of_a));
    return std::clamp(x, std::numeric_limits<double>::min(), 1 - 0x1p-53);
  }

  static Spread spread(const double* p) {
    const double s = p[0] + p[1], share = p[0] / s;
    return {share, share * (p[1] / s) / (s + 1)};
  }

  static LogTails log_tails(const double* p, double x) { return log_beta_tails(p[0], p[1], x, 1 - x); }

  // The deviances of a and b from what x and 1 - x of a + b would be: the large terms have cancelled.
  struct Density {
    double a, b, log_norm;
    explicit Density(const double* p) : a(p[0]), b(p[1]), log_norm(-log_beta_rest(p[0], p[1])) {}
    double operator()(double x) const {
      const double s = a + b;
      return log_norm - deviance(a, s * x) - deviance(b, s * (1 - x)) - std::log(x) - std::log1p(-x);
    }
  };

  // -log B(a, b)
  static double log_norm(const double* p) {
    const double s = p[0] + p[1];
    return -log_beta_rest(p[0], p[1]) - p[0] * std::log(p[0] / s) - p[1] * std::log(p[1] / s);
  }

  static LinearForm linear(const double* p, const double* q) {
    return {log_norm(q) - log_norm(p), {{.weight = q[0] - p[0]}, {.weight = q[1] - p[1], .statistic = 1}}};
  }

  static DensityCurve curve(const double* p) {
    return {
        log_norm(p),
        {{.weight = p[0] - 1, .inner = Inner::log_x}, {.weight = p[1] - 1, .inner = Inner::log_1_less_x}}};
  }
};

}  // namespace priory
