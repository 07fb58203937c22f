// SPDX-License-Identifier: Apache-2.0
// What the columns of several networks that are averaged are given: in each network they stand in an order of
// its own, and each is given those it has most information in common with of a random half of the columns
// before it. The same orders wherever it is trained, and the same networks for the same counts.
#pragma once

#include "priory/plan.h"

#include "learn/pair_counts.h"

namespace priory {

// `pairs` are of the columns of the first network.
Plan with_networks(Plan plan, const PairCounts& pairs);

}  // namespace priory
