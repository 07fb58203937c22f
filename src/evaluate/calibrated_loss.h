// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "priory/training.h"

namespace priory {

// The mean of -log p(true class) over these rows, as a calibration has it; 0 without weight.
inline double log_loss(const ScoredRows& rows, const std::vector<std::size_t>& of,
                       const Calibration& calibration) {
  double sum = 0, weight = 0;
  std::vector<double> p;
  for (const std::size_t row : of) {
    p.assign(rows.scores(row).begin(), rows.scores(row).end());
    calibration.apply(p);
    sum -= static_cast<double>(rows.weight[row]) * p[rows.actual[row]];
    weight += static_cast<double>(rows.weight[row]);
  }
  return weight > 0 ? sum / weight : 0;
}

// What calibration would make of them, roughly and quickly, to compare candidates by: one curve for all
// classes, in steps, and a factor for each class.
void quickly_calibrate(ScoredRows& rows);

// Each fifth of the rows calibrated by the others, by the method for which that does best; which one it was.
CalibrationMethod cross_calibrate(ScoredRows& rows, std::span<const CalibrationMethod> methods);

}  // namespace priory
