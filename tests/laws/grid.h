// SPDX-License-Identifier: Apache-2.0
// Points and weights to integrate over the domain of a family: the trapezoidal rule after a change of
// variable that crowds points where the distribution has its mass and reaches all of the domain. For smooth
// densities its error falls exponentially with the step.
#pragma once

#include <cmath>
#include <vector>

#include "family/family.h"

namespace priory::testing {

struct Grid {
  std::vector<double> x, weight;
};

// t = centre + width sinh(u), where t is x, or log x, or logit x, or of an angle tan(x / 2) about its mean.
inline Grid grid_over(const Domain& domain, const Spread& at) {
  Grid out;
  const bool below = std::isfinite(domain.low), above = std::isfinite(domain.high);
  const double sd = std::sqrt(at.variance), m = at.mean;
  const double a = m - domain.low, b = domain.high - m;
  const double width = domain.wraps     ? std::min(1.0, sd)
                       : below && above ? std::min(1.0, sd * (1 / a + 1 / b))
                       : below          ? std::min(1.0, sd / a)
                                        : sd;
  const double centre = domain.wraps ? 0 : below && above ? std::log(a / b) : below ? std::log(a) : m;
  constexpr double kStep = 0.004, kReach = 745;  // of t where it is a logarithm: all of the doubles
  const double most = std::asinh(domain.wraps ? 1e15 / width : below ? kReach / width : 1e6);
  for (double u = -most; u <= most; u += kStep) {
    const double t = centre + width * std::sinh(u), dt = width * std::cosh(u) * kStep;
    const double scale = domain.high - domain.low;
    double x = t, dx = dt;
    if (domain.wraps) {
      x = m + 2 * std::atan(t), dx = 2 * dt / (1 + t * t);
    } else if (below && above) {
      x = domain.low + scale / (1 + std::exp(-t)), dx = dt * scale / (2 + std::exp(t) + std::exp(-t));
    } else if (below) {
      x = domain.low + std::exp(t), dx = dt * std::exp(t);
    }
    if (domain.contains(x) && std::isfinite(x) && std::isfinite(dx) && dx > 0)
      out.x.push_back(x), out.weight.push_back(dx);
  }
  return out;
}

// For densities that are constant between borders, from lo to hi: Gauss and Legendre's three points in each
// interval.
inline Grid grid_in_bins(const Bins& bins, double lo, double hi) {
  Grid out;
  for (std::size_t k = 0; k < bins.size(); ++k) {
    const double low = std::max(lo, bins.borders[k]), high = std::min(hi, bins.borders[k + 1]);
    for (const int side : {-1, 0, 1}) {
      if (low >= high) break;
      out.x.push_back((low + high) / 2 + side * std::sqrt(0.6) * (high - low) / 2);
      out.weight.push_back((high - low) / 2 * (side == 0 ? 8 : 5) / 9);
    }
  }
  return out;
}

}  // namespace priory::testing
