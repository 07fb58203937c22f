// SPDX-License-Identifier: Apache-2.0
// The modified Bessel functions of order 0 and 1 as distributions on the circle need them, for k >= 0.
#pragma once

namespace priory {

struct Bessel {
  double log_i0_rest;  // log I0(k) - k, which falls slowly
  double ratio;        // I1(k) / I0(k), in [0, 1)
  double complement;   // 1 - ratio, with its digits where that is small
};

Bessel bessel(double k);

}  // namespace priory
