// SPDX-License-Identifier: Apache-2.0
// What the posteriors cost, row by row: log, squared, hinge and exponential loss, and how far confidence is
// from being right. Each is a mean of exact sums, so any order of the rows gives the same bits.
#pragma once

#include "priory/evaluation.h"

namespace priory {

struct PosteriorLosses {
  double log = 0, squared = 0, hinge = 0, exponential = 0;
};

PosteriorLosses posterior_losses(const ScoredRows& rows);
double expected_calibration_error(const ScoredRows& rows);

}  // namespace priory
