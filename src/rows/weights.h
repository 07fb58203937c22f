// SPDX-License-Identifier: Apache-2.0
// Weights of rows: numbers from 0 to 2^39, rounded to multiples of 2^-24, so that their sums are exact.
#pragma once

#include <cmath>
#include <optional>

namespace priory {

constexpr double kWeightGrid = 0x1p24;
constexpr double kLargestWeight = 0x1p39;  // that an evaluation can count
constexpr const char* kWeightRemedy = "weights are numbers from 0 to 2^39";

// The weight as rows have it; nothing if it is none.
inline std::optional<double> checked_weight(double weight) {
  if (!(weight >= 0 && weight <= kLargestWeight)) return std::nullopt;
  return std::nearbyint(weight * kWeightGrid) / kWeightGrid;
}

}  // namespace priory
