// SPDX-License-Identifier: Apache-2.0
// A slope of log posteriors, and a bias for each class, that make the true classes most likely. Rows are
// taken one after the other, so that threads cannot show.
#pragma once

#include <vector>

#include "priory/training.h"

namespace priory {

// By these rows, whose class the model thought possible. A fit to other rows of the same model is a good
// start. One more row is thought of, which is wrong by as much as the least sure quarter of the rows is sure
// at most: otherwise rows that are all right would have no largest slope, and the first mistake would cost
// everything.
Calibration fit_sigmoid(const ScoredRows& rows, const std::vector<std::size_t>& of, bool with_bias,
                        const Calibration* start = nullptr);

}  // namespace priory
