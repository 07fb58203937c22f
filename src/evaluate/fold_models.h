// SPDX-License-Identifier: Apache-2.0
// The models that have not seen a fold: the statistics of all rows less those of the fold.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "priory/training.h"

#include "learn/named_sums.h"
#include "learn/pair_counts.h"

namespace priory {

// Some folds next to each other.
struct FoldRange {
  const std::vector<std::uint32_t>* fold_of_row = nullptr;
  std::size_t first = 0, count = 0;

  std::uint32_t of(const Chunk& chunk, std::size_t row) const {
    return (*fold_of_row)[chunk.first_row + row];
  }
  // The rows of the chunk that are in fold `first + k`, or that are not.
  std::vector<std::uint32_t> rows(const Chunk& chunk, std::size_t k, bool in) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t row = 0; row < chunk.n_rows; ++row) {
      if ((of(chunk, row) == first + k) == in) out.push_back(row);
    }
    return out;
  }
};

class FoldModels {
 public:
  FoldModels(const LabelledRows& rows, std::shared_ptr<const Plan> plan, unsigned threads, const Tick& tick);

  std::vector<Classifier> without(const FoldRange& range) const;  // a fold each

 private:
  std::vector<NamedSums> less_the_folds(const FoldRange& range) const;
  std::vector<NamedSums> with_own_structure(const FoldRange& range) const;
  std::vector<NamedSums> with_own_centres(const FoldRange& range) const;

  OpenChunks open_;
  std::shared_ptr<const Plan> plan_;
  unsigned threads_;
  const Tick& tick_;
  NamedSums whole_;
  std::optional<PairCounts> pairs_;  // of all rows, where the structure is learnt without the fold too
};

}  // namespace priory
