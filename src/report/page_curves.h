// SPDX-License-Identifier: Apache-2.0
// What the page draws of an evaluation: curves of exact counts, with few enough points, and the reliability.
#pragma once

#include "priory/evaluation.h"
#include "priory/report.h"

namespace priory {

// At most about `most` points of a curve: the ends, those beside even odds, and others at equal distances
// along the ROC curve. Every point that is kept is exact. The point of no rows is left out.
std::vector<CurvePoint> thinned(const Curve& curve, std::size_t most);

// An array: of two classes the curve of the positive one, else of every class against the rest, up to 200 of
// those with the most rows.
void write_curves(JsonWriter& json, const Evaluation& evaluation, const Measures& measures);

// An array of the bins that have rows.
void write_reliability(JsonWriter& json, const Evaluation& evaluation);

}  // namespace priory
