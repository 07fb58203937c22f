// SPDX-License-Identifier: Apache-2.0
// Numbers of a page that are looked at and not computed with: short, so that the page is small.
#pragma once

#include <cmath>

namespace priory {

// Four significant digits.
inline double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10, 3 - std::floor(std::log10(std::abs(value))));
  return std::isfinite(scale) ? std::round(value * scale) / scale : value;
}

}  // namespace priory
