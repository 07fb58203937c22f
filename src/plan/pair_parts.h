// SPDX-License-Identifier: Apache-2.0
// Parts that count every two values of their columns: how many cells that makes, and which columns are too
// many.
#pragma once

#include "plan/draft.h"

namespace priory {

// Columns with the most values get a part of their own, categorical, until the counts of the others are few
// enough.
void fit_pairs(Draft& draft);

void note_pairs(const PartPlan& part, Draft& draft);

}  // namespace priory
