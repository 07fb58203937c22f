// SPDX-License-Identifier: Apache-2.0
// Where the columns of parts are in a chunk, and what a reader has to deliver for it.
#pragma once

#include <vector>

#include "priory/plan.h"

#include "rows/chunk_spec.h"

namespace priory {

// What a reader has to deliver for this plan. The target is read when there is one.
ChunkSpec chunk_spec(const Plan& plan);
// For callers that only count: where tokens are counted one by one, they are not grouped.
ChunkSpec counting_spec(const Plan& plan);
// Where the columns of each part are in a chunk. Parts may share a column.
std::vector<std::vector<std::size_t>> chunk_places(const Plan& plan);
// The same for readings in which only the spelling of tokens counts: texts are lists and no bags.
ChunkSpec token_list_spec(const Plan& plan);
// The same for explanations: texts counted in buckets are lists too.
ChunkSpec explanation_spec(const Plan& plan);

}  // namespace priory
