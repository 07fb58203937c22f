// SPDX-License-Identifier: Apache-2.0
// What the families of the normal distribution share; p is the mean and the variance in a cell.
#pragma once

#include <cmath>
#include <numbers>

#include "core/normal_tail.h"
#include "family/curve.h"

namespace priory {

struct NormalDensity {
  double mean, inverse_sd, log_norm;
  explicit NormalDensity(const double* p)
      : mean(p[0]),
        inverse_sd(1 / std::sqrt(p[1])),
        log_norm(-0.5 * (std::log(2 * std::numbers::pi) + std::log(p[1]))) {}
  double operator()(double x) const {
    const double z = (x - mean) * inverse_sd;  // squared last: far values give -inf, never inf * 0
    return log_norm - 0.5 * z * z;
  }
};

inline double normal_log_mass(const double* p, double lo, double hi) {
  const double sd = std::sqrt(p[1]);
  return log_normal_between((lo - p[0]) / sd, (hi - p[0]) / sd);
}

// The log density by q less that by p.
inline LinearForm normal_linear(const double* p, const double* q) {
  const NormalDensity a(p), b(q);
  const double square = 0.5 / p[1] - 0.5 / q[1];
  const double slope = q[0] / q[1] - p[0] / p[1];
  const double bias = b.log_norm - a.log_norm + 0.5 * p[0] * p[0] / p[1] - 0.5 * q[0] * q[0] / q[1];
  return {bias, {{kWholePart, 1, slope}, {kWholePart, 2, square}}};
}

// The log density of inner(x).
inline DensityCurve normal_curve(const double* p, Inner inner) {
  const NormalDensity density(p);
  return {density.log_norm, {{-0.5, inner, Outer::square, density.mean, density.inverse_sd}}};
}

}  // namespace priory
