// SPDX-License-Identifier: Apache-2.0
// What the page draws of an evaluation: curves of exact counts, with few enough points, and the reliability.
#pragma once

#include "priory/evaluation.h"
#include "priory/report.h"

#include "evaluate/ranking.h"

namespace priory {

// At most about `most` steps of a ranking: the ends, those beside even odds, and others at equal distances
// along the ROC curve. Every step that is kept is exact.
Ranking thinned(const Ranking& ranking, std::size_t most);

// An array: of two classes the curve of the positive one, else of every class against the rest.
void write_curves(JsonWriter& json, const Evaluation& evaluation, const Measures& measures);

// An array of bins of equal width: how sure the predictions are, and how many of them are right.
void write_reliability(JsonWriter& json, const Evaluation& evaluation);

}  // namespace priory
