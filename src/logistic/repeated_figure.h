// SPDX-License-Identifier: Apache-2.0
// The mean of a figure over repeats that share their rows, and its interval.
#pragma once

#include <span>

#include "priory/discriminative.h"

namespace priory {

// t such that |T| is above it with this probability, T of Student's distribution.
double student_quantile(double beyond, double degrees);

// The variance of the mean of n repeats is (1/n + shared) times that of the repeats. Where these learn from
// all rows that are not held out, `shared` is held out / learnt from: Nadeau and Bengio, Inference for the
// generalization error (2003). Of fewer rows they share as many fewer.
RepeatedFigure repeated_figure(std::span<const double> values, double shared);

}  // namespace priory
