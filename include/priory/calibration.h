// SPDX-License-Identifier: Apache-2.0
// Probabilities that mean what they say. Naive Bayes counts dependent evidence as if it were independent and
// is too sure of itself; a calibration is a map from its posteriors to probabilities, fitted on rows that the
// model had not seen. A value, stored in the model.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "priory/names.h"

namespace priory {

//   none         p as it is
//   temperature  log p'[c] = slope log p[c], made to sum to one
//   sigmoid      log p'[c] = slope log p[c] + bias[c], made to sum to one: for two classes Platt's sigmoid of
//                the log odds
//   isotonic     each class against the rest: the log odds by a rising curve; then made to sum to one
enum class CalibrationMethod { none, temperature, sigmoid, isotonic };
template <>
inline constexpr std::array kNames<CalibrationMethod> =
    std::to_array<std::string_view>({"none", "temperature", "sigmoid", "isotonic"});

// Log odds in, log odds out, straight between the points and constant beyond the first and the last.
struct CalibrationCurve {
  std::vector<double> from, to;  // both rising
  double operator()(double log_odds) const;
  bool operator==(const CalibrationCurve&) const = default;
};

struct Calibration {
  CalibrationMethod method = CalibrationMethod::none;
  double slope = 1;
  std::vector<double> bias;              // sigmoid: of each class
  std::vector<CalibrationCurve> curves;  // isotonic: of each class; of two classes, of the second only

  void apply(std::span<double> log_posterior) const;
  bool fits(std::size_t n_classes) const;  // whether it can be applied to so many; what a file holds must
  bool operator==(const Calibration&) const = default;
};

}  // namespace priory
