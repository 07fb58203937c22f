// SPDX-License-Identifier: Apache-2.0
// The normal distribution of a real column in each cell.
//
//   density    log N(x; m, v) = -(x - m)^2 / (2 v) - log(2 pi v) / 2
//   statistic  n, sum x, sum x^2, exact
//   estimator  m = sum x / n;  v = sum (x - m)^2 / n, or / (n - 1) when unbiased; then
//              v = max(v, min-variance) + var-smoothing * (largest variance of all Gaussian columns) + ridge
//   prior      normal-inverse-gamma (mean m0, strength k, shape a, scale b); its joint mode, with
//              c = n + k and S = sum (x - mean)^2 + n k (mean - m0)^2 / c + 2 b:
//              m = (k m0 + sum x) / c,  v = S / (n + 2 a + 3); a = -3/2, b = k = 0 is maximum likelihood
//   source     Murphy, Conjugate Bayesian analysis of the Gaussian distribution (2007), sections 3 and 6
#pragma once

#include <cmath>
#include <limits>

#include "core/log_space.h"
#include "family/lift.h"
#include "family/normal.h"

namespace priory {

struct Gaussian {
  static constexpr int kMoments = 2;
  static constexpr Domain kDomain = {};
  static constexpr bool kSharesVariance = true;  // the largest of all columns smoothes each
  static constexpr double kFree = 2;
  static constexpr std::array<std::string_view, 2> kNames = {"mean", "variance"};
  static constexpr double kLowest = std::numeric_limits<double>::lowest();
  static constexpr std::array<Option, 9> kOptions = {{
      {"var-smoothing", 1e-9, 0, false, "adds this times the largest column variance to every variance"},
      {"ridge", 0, 0, false, "adds this to every variance"},
      {"min-variance", 0, 0, false, "raises every variance to at least this"},
      {"unbiased", 0, 0, true, "divides the variance by n-1 instead of n"},
      {"prior-mean", 0, kLowest, false, "normal-inverse-gamma prior: where the mean is thought to be"},
      {"prior-strength", 0, 0, false, "normal-inverse-gamma prior: how many rows that thought is worth"},
      {"prior-shape", -1.5, -1.5, false, "normal-inverse-gamma prior: shape of the variance; -1.5 is none"},
      {"prior-scale", 0, 0, false, "normal-inverse-gamma prior: scale of the variance"},
      kStandardise,
  }};

  static FamilyInfo info() {
    return {"gaussian",
            "",
            CellKind::reals,
            "a real column, normal in each class",
            "-(x - m)^2 / (2 v) - log(2 pi v) / 2",
            "m = sum x / n, v = sum (x - m)^2 / n + smoothing",
            kOptions};
  }

  // What is added to every variance of the column; `all` are its numbers in all cells.
  static double added(const Moments<2>& all, const Settings& s, const Context& c) {
    if (s["standardise"] == 0) return s["var-smoothing"] * c.largest_variance + s["ridge"];
    const double own = all.n.zero() ? 0 : all.variance();
    return (s["var-smoothing"] + s["ridge"]) * (own > 0 ? own : c.largest_variance);
  }

  static std::array<double, 2> estimate(const Moments<2>& cell, const Moments<2>& all, const Settings& s,
                                        const Context& c) {
    // A cell in which every value is missing says nothing of its own: it is given what all cells share.
    const Moments<2>& data = cell.n.zero() ? all : cell;
    const double n = data.count(), k = s["prior-strength"];
    const double smoothing = added(all, s, c);
    if (n == 0 && k == 0) return {0, smoothing > 0 ? smoothing : 1};
    const double mean = n > 0 ? data.mean() : s["prior-mean"];
    const double shift = mean - s["prior-mean"];
    const double scatter =
        (n > 0 ? data.scatter() : 0) + n * k / (n + k) * shift * shift + 2 * s["prior-scale"];
    const double divisor = n + 2 * s["prior-shape"] + 3 - (s["unbiased"] != 0 ? 1 : 0);
    const bool plain = k == 0 && s["prior-scale"] == 0 && divisor == n;
    const double variance = plain ? data.variance() : scatter / divisor;
    // Of soft rows with one value rounding may leave less than nothing.
    return {k == 0 ? mean : mean - shift * k / (n + k), std::max(variance, s["min-variance"]) + smoothing};
  }

  static std::string_view trouble(const double* p) {
    if (p[1] > 0 && std::isfinite(p[1])) return {};
    if (p[1] == 0) return "the variance is 0: all values are equal";
    return std::isnan(p[1]) ? "the variance of a single row has no unbiased estimate"
                            : "the variance overflows";
  }

  // Normal-inverse-gamma; the divisor n - 1 is the mode under a prior in proportion to the standard
  // deviation.
  static double log_prior(const double* p, const Settings& s) {
    const double shift = p[0] - s["prior-mean"];
    const double power = -(s["prior-shape"] + 1.5) + (s["unbiased"] != 0 ? 0.5 : 0);
    return times_log(power, std::log(p[1])) -
           (s["prior-strength"] * shift * shift + 2 * s["prior-scale"]) / (2 * p[1]);
  }

  // v = S / c + r is where -(c log v + S / v) / 2 - c r / (2 v) is largest.
  static double smoothing(const double* p, double n, const Moments<2>& all, const Settings& s,
                          const Context& c) {
    const double divisor = n + 2 * s["prior-shape"] + 3 - (s["unbiased"] != 0 ? 1 : 0);
    return -divisor * added(all, s, c) / (2 * p[1]);
  }

  static double sample(const double* p, Random& random) { return p[0] + std::sqrt(p[1]) * random.normal(); }

  static Spread spread(const double* p) { return {p[0], p[1]}; }

  static double log_mass(const double* p, double lo, double hi) { return normal_log_mass(p, lo, hi); }

  using Density = NormalDensity;

  static void score(std::span<const Piece> pieces, LogScores& out) {
    thread_local std::vector<double> inverse_sd, log_norm;  // kept: scoring a row allocates nothing
    thread_local std::vector<NormalScore> columns;
    inverse_sd.resize(pieces.size() * out.n_cells), log_norm.resize(inverse_sd.size());
    columns.clear();
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const Parameters& parameters = *pieces[k].parameters;
      const std::size_t at = k * out.n_cells;
      for (std::size_t cell = 0; cell < out.n_cells; ++cell) {
        const double p[] = {parameters[0].at(0, cell), parameters[1].at(0, cell)};
        const Density density(p);
        inverse_sd[at + cell] = density.inverse_sd, log_norm[at + cell] = density.log_norm;
      }
      columns.push_back(
          {pieces[k].columns[0]->reals, parameters[0].row(0).data(), &inverse_sd[at], &log_norm[at]});
    }
    score_normal(columns, out.n_rows, out.n_cells, out.data.data());
  }

  static LinearForm linear(const double* p, const double* q) { return normal_linear(p, q); }

  static DensityCurve curve(const double* p) { return normal_curve(p, Inner::x); }
};

}  // namespace priory
