// SPDX-License-Identifier: Apache-2.0
// Learning within so many bytes (MemoryOptions): which words of texts are let in.
#pragma once

#include <vector>

#include "priory/plan.h"

#include "rows/chunk_spec.h"

namespace priory {

// One in so many bytes of the memory is for rows that are kept, where there is more than one model.
constexpr std::size_t kRowsShare = 4;

struct MemoryPlan {
  std::vector<WordLimit> parts;  // of the plan; with a column those that are texts
  unsigned threads = 1;

  void limit(ChunkSpec& spec, const Plan& plan) const;  // readers let in no other words
  void fix(Plan& plan) const;  // says of texts that have lost words that their vocabulary is fixed
};

// The rows must be listed (token_list_spec). An Error of kind usage if so few bytes leave no room for words.
MemoryPlan plan_memory(const Plan& plan, const std::vector<OpenChunks>& listed, const MemoryOptions& options,
                       const Tick& tick = {});

}  // namespace priory
