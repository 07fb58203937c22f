// SPDX-License-Identifier: Apache-2.0
// Whole counts that vary more than a Poisson rate lets them: negative binomial in each cell.
//
//   density    log p(x) = log Gamma(x + k) - log Gamma(k) - log x! + k log(k / (k + m)) + x log(m / (k + m)), with
//              the size k = 1 / d; for d = 0 it is Poisson with rate m
//   statistic  n, sum x, sum x^2, exact
//   estimator  by moments: m = (sum x + alpha) / (n + alpha);  d = max(0, (v - m) / m^2), v the variance with
//              divisor n + alpha. The size of maximum likelihood has no sufficient statistic but all counts
//   prior      alpha imaginary rows with one event each; not the mode of a posterior, so that EM may fall
//   source     Anscombe, The statistical analysis of insect counts based on the negative binomial distribution
//              (1949), method 1: k = m^2 / (v - m)
#pragma once

#include "core/gamma_functions.h"
#include "core/incomplete_beta.h"
#include "core/incomplete_gamma.h"
#include "family/lift.h"

namespace priory {

struct NegativeBinomial {
  static constexpr int kMoments = 2;
  static constexpr Domain kDomain = {.low = 0, .whole = true};
  static constexpr double kFree = 2;
  static constexpr bool kMonotone = false;
  static constexpr std::array<std::string_view, 2> kNames = {"mean", "dispersion"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: so many imaginary rows with one event each"},
  }};

  static FamilyInfo info() {
    return {"negative-binomial",
            "",
            CellKind::reals,
            "a column of whole counts that vary more than Poisson ones, negative binomial in each class",
            "log C(x + k - 1, x) + k log(k / (k + m)) + x log(m / (k + m)), k = 1 / d",
            "by moments: m = (sum x + alpha) / (n + alpha), d = max(0, (v - m) / m^2), v the variance",
            kOptions};
  }

  // All in exact numbers: with N = n + alpha, S and Q the sums, (v - m) / m^2 is (N Q - S^2 - N S) / S^2.
  static std::array<double, 2> estimate(const Moments<2>& cell, const Moments<2>& all, const Settings& s,
                                        const Context&) {
    const Exact alpha(s["alpha"]);
    const Moments<2>& data = cell.n.zero() && alpha.zero() ? all : cell;
    const Exact n = data.n + alpha, sum = data.sum[0] + alpha, squares = data.sum[1] + alpha;
    if (n.zero()) return {1, 0};
    if (sum.zero()) return {0, 0};
    const double excess = quotient(n * squares - sum * sum - n * sum, sum * sum);
    return {quotient(sum, n), std::max(excess, 0.0)};
  }

  static std::string_view trouble(const double* p) {
    return p[0] >= 0 && std::isfinite(p[0]) && std::isfinite(p[1]) ? "" : "its sums are none of counts";
  }

  static double sample(const double* p, Random& random) {
    if (p[1] == 0) return random.poisson(p[0]);
    const double rate = std::exp(random.log_gamma(1 / p[1]) + std::log(p[1]) + std::log(p[0]));
    return random.poisson(rate);
  }

  static Spread spread(const double* p) { return {p[0], p[0] + p[1] * p[0] * p[0]}; }

  // P(X <= x) is the beta distribution function with k and x + 1 at k / (k + m); of Poisson counts, P(Y > m)
  // of the gamma distribution with shape x + 1.
  static LogTails log_tails(const double* p, double x) {
    if (p[0] == 0) return {0, kLogZero};
    const double much = p[0] * p[1];  // m / k
    if (much < kPoissonShare) {
      const LogTails tails = log_gamma_tails(x + 1, p[0]);
      return {tails.above, tails.below};
    }
    return log_beta_tails(1 / p[1], x + 1, 1 / (1 + much), much / (1 + much));
  }
  static constexpr double kPoissonShare = 1e-15;

  // The binomial density of k among x + k, times k / (x + k), in deviances: its large terms have cancelled
  // (Loader, Fast and accurate computation of binomial probabilities, 2000).
  struct Density {
    double mean, dispersion, size, rest;
    explicit Density(const double* p)
        : mean(p[0]), dispersion(p[1]), size(1 / p[1]), rest(std::isinf(size) ? 0 : log_gamma_rest(size)) {}
    double operator()(double x) const {
      if (mean == 0) return x == 0 ? 0 : kLogZero;
      if (mean * dispersion < kPoissonShare && x * dispersion < kPoissonShare)
        return -deviance(x, mean) - log_gamma_rest(x);
      if (x == 0) return -size * std::log1p(mean * dispersion);
      const double apart = (x - mean) / (size + mean);
      const double of_size = size * (apart - std::log1p(apart));
      const double of_x = deviance(x, (x + size) * (mean / (size + mean)));
      const double ways = log_gamma_rest(x + size) - rest - log_gamma_rest(x);
      return ways - of_size - of_x - std::log1p(x * dispersion);
    }
  };
};

}  // namespace priory
