// SPDX-License-Identifier: Apache-2.0
// Learning within so many bytes. What grows with the rows is the vocabulary of texts; where it would not fit,
// the words that occur least often are left out. A reading of its own finds which: it counts all words in a
// sketch whose size is fixed beforehand, and samples them to know how many there are of each frequency.
// Nothing of it depends on the number of threads, which are fewer where the tables of many would not fit.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "priory/plan.h"
#include "priory/source.h"

namespace priory {

class WordGate;

struct MemoryOptions {
  std::size_t bytes = 0;
  std::size_t n_cells = 1;  // hidden classes within each class; all of them where none is known
  std::size_t copies = 1;   // of the statistics and the model that are in memory together
  unsigned threads = 1;
  bool weighed = false;  // other plans than this one may be tried, or rows be shared out: sums of weights
};

// The words of one text.
struct WordLimit {
  std::string column;
  double n_words = 0;                    // different ones in all, and
  double n_kept = 0;                     // those let in; estimates where there are many
  bool estimated = false;                // whether they are
  std::uint32_t least = 1;               // those that occur less often are left out
  std::shared_ptr<const WordGate> gate;  // null: none are
};

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
