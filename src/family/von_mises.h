// SPDX-License-Identifier: Apache-2.0
// Angles in radians, von Mises in each cell. Any number is an angle; one turn more or less changes nothing.
//
//   density    log p(x) = k cos(x - m) - log(2 pi I0(k)), on the circle
//   statistic  n, sum cos x, sum sin x, exact sums of numbers rounded once
//   estimator  with the mean resultant length R = |(sum cos x, sum sin x)| / n: m is its direction, and k where
//              I1(k) / I0(k) = R - f, f = var-smoothing * (1 - R of all cells together): maximum likelihood for
//              var-smoothing = 0. Angles that differ by less than about 1e-7 are equal
//   prior      none: the smoothing keeps k finite where all angles of a cell are equal and R is 1
//   source     Mardia and Jupp, Directional Statistics (2000), (3.5.17) and (5.3.6); drawn by Best and Fisher (1979)
#pragma once

#include <numbers>

#include "core/bessel.h"
#include "family/curve.h"
#include "family/lift.h"

namespace priory {

struct VonMises {
  static constexpr double kPi = std::numbers::pi;
  static constexpr int kMoments = 1;
  static constexpr Domain kDomain = {.low = -kPi, .high = kPi, .wraps = true};
  static constexpr double kFree = 2;
  static constexpr std::array<std::string_view, 2> kNames = {"direction", "concentration"};
  static constexpr std::array<std::string_view, 2> kSums = {"sum_of_cosines", "sum_of_sines"},
                                                   kFeatures = {"cos x", "sin x"};
  static constexpr std::array<Option, 1> kOptions = {{
      {"var-smoothing", 1e-9, 0, false, "adds this times the 1 - R of all classes together to every 1 - R"},
  }};

  static FamilyInfo info() {
    return {"von-mises",
            "",
            CellKind::reals,
            "a column of angles in radians, von Mises in each class",
            "k cos(x - m) - log(2 pi I0(k))",
            "m and R = direction and length of the mean (cos x, sin x), I1(k) / I0(k) = R - smoothing",
            kOptions};
  }

  static std::array<double, 2> statistic(double x) { return {std::cos(x), std::sin(x)}; }

  // 1 - R, the circular variance. Cosines and sines are rounded: what is below that is nothing.
  static double variance_of(const Moments<2>& m) {
    if (m.n.zero()) return 1;
    const double square = quotient(m.n * m.n - m.sum[0] * m.sum[0] - m.sum[1] * m.sum[1], m.n * m.n);
    const double out = square / (1 + std::sqrt(std::max(0.0, 1 - square)));
    return out < 0x1p-51 ? 0 : out;
  }

  // The logit of I1 / I0 is nearly linear in log k, with slope 1 at both ends: Newton's steps reach any
  // variance v = 1 - R from anywhere.
  static double concentration_of(double v) {
    if (v >= 1) return 0;
    if (!(v > 0)) return HUGE_VAL;
    double log_k = v < 0.5 ? -std::log(2 * v) : std::log(2 * (1 - v));
    for (int steps = 0; steps < 60; ++steps) {
      const double k = std::exp(log_k);
      const Bessel at = bessel(k);
      const double slope = k > 1e4 ? 0.5 / k : k * (at.complement * (1 + at.ratio) - at.ratio / k);
      const double off = std::log(at.ratio / (1 - v)) - std::log(at.complement / v);
      const double step = off * at.ratio * at.complement / slope;
      if (!std::isfinite(step)) break;
      log_k -= step;
      if (std::abs(step) < 1e-15) break;
    }
    return std::exp(log_k);
  }

  // A cell without data is given what all cells share.
  static std::array<double, 2> estimate(const Moments<2>& cell, const Moments<2>& all, const Settings& s,
                                        const Context&) {
    if (all.n.zero()) return {0, 0};
    const Moments<2>& data = cell.n.zero() ? all : cell;
    const double v = variance_of(data) + s["var-smoothing"] * variance_of(all);
    return {std::atan2(data.mean(1), data.mean(0)), concentration_of(v)};
  }

  static std::string_view trouble(const double* p) {
    return std::isfinite(p[1]) ? "" : "the concentration is infinite: all angles are equal";
  }

  // What R - f in place of R adds to the log likelihood.
  static double smoothing(const double* p, double n, const Moments<2>& all, const Settings& s,
                          const Context&) {
    return -n * s["var-smoothing"] * variance_of(all) * p[1];
  }

  static double sample(const double* p, Random& random) {
    const double k = p[1];
    if (k < 1e-8) return kPi * (2 * random.uniform() - 1);
    if (k > 1e8)
      return around(p[0] + random.normal() / std::sqrt(k));  // the wrapped Cauchy hat has no digits left
    const double tau = 1 + std::sqrt(1 + 4 * k * k), rho = (tau - std::sqrt(2 * tau)) / (2 * k);
    const double r = (1 + rho * rho) / (2 * rho);
    for (;;) {
      const double z = std::cos(kPi * random.uniform()), f = (1 + r * z) / (r + z), c = k * (r - f);
      const double u = 1 - random.uniform();
      if (c * (2 - c) <= u && std::log(c / u) + 1 < c) continue;
      const double off = std::acos(std::clamp(f, -1.0, 1.0));
      return around(p[0] + (random.uniform() < 0.5 ? -off : off));
    }
  }

  static double around(double x) { return std::remainder(x, 2 * kPi); }

  // The direction and the square of the circular standard deviation, -2 log R; at most that of the whole
  // circle.
  static Spread spread(const double* p) {
    const Bessel at = bessel(p[1]);
    return {p[0], std::min(kPi * kPi / 3, -2 * std::log1p(-at.complement))};
  }

  // k cos(x - m) - k is written -2 k sin((x - m) / 2)^2, which has its digits near m.
  struct Density {
    double direction, concentration, log_norm;
    explicit Density(const double* p)
        : direction(p[0]),
          concentration(p[1]),
          log_norm(-std::log(2 * std::numbers::pi) - bessel(p[1]).log_i0_rest) {}
    double operator()(double x) const {
      const double s = std::sin((x - direction) / 2);
      return log_norm - 2 * concentration * s * s;
    }
  };

  static LinearForm linear(const double* p, const double* q) {
    const auto norm = [](const double* of) { return bessel(of[1]).log_i0_rest + of[1]; };
    return {norm(p) - norm(q),
            {{.weight = q[1] * std::cos(q[0]) - p[1] * std::cos(p[0])},
             {.weight = q[1] * std::sin(q[0]) - p[1] * std::sin(p[0]), .statistic = 1}}};
  }

  static DensityCurve curve(const double* p) {
    return {-(bessel(p[1]).log_i0_rest + p[1]), {{.weight = p[1], .outer = Outer::cosine, .centre = p[0]}}};
  }
};

}  // namespace priory
