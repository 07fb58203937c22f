// SPDX-License-Identifier: Apache-2.0
// What the sums of a part are of: its family, its columns, and the values or words met so far, by which the
// rows of its sums are named.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "priory/chunk.h"
#include "priory/plan.h"

#include "exact/block.h"
#include "family/family.h"
#include "learn/combining.h"
#include "learn/translate.h"
#include "learn/vocabulary/bucket_names.h"

namespace priory {

// A vocabulary fixed before the counting, with the weight of each word: texts under idf, or cut to a length
// that only some words make. Or after it, of texts whose rare words did not fit into memory.
struct FrozenVocabulary {
  Dictionary words;
  std::span<const double> idf;  // one a word and one for the unseen; empty without idf
  std::shared_ptr<const void> idf_owner;
  bool chosen = true;  // by the text options; false: those are still to choose among them

  void keep_idf(std::vector<double> weights) {
    const auto owner = std::make_shared<const std::vector<double>>(std::move(weights));
    idf = *owner, idf_owner = owner;
  }
};

inline std::span<const double> idf_of(const std::shared_ptr<const FrozenVocabulary>& frozen) {
  return frozen ? frozen->idf : std::span<const double>();
}

struct PartVocabulary {
  const Family* family = nullptr;
  std::vector<std::size_t> columns;  // their places in a chunk
  Dictionary values;
  std::shared_ptr<const FrozenVocabulary> frozen;  // null: the vocabulary grows
  std::shared_ptr<const BucketNames> names;        // of a hashed text; null: none
  std::uint64_t n_left_out = 0;                    // words of the rows learnt that a fixed vocabulary has not
  Translation translation;
  Combiner combiner;                               // of a part over several columns of codes, and
  std::shared_ptr<const ColumnValues> of_columns;  // what its columns have; null while it learns

  bool chosen() const { return frozen && frozen->chosen; }
  std::size_t n_bins = 0;  // of a column of numbers that are counted in bins

  Shape shape() const { return {values.size(), columns.size(), {}, n_bins}; }
  std::span<const Statistic> statistics() const { return family->statistics(); }
};

// How many bins the numbers of a part are counted in; 0: they are not. Those of a part of codes are values.
inline std::size_t n_bins_of(const PartPlan& part) {
  return part.kind == CellKind::reals && part.binned(0) ? part.bins[0].size() : 0;
}

// The family of a part; an Error of kind model if there is none of that name.
const Family& family_of(const PartPlan& part);

// The columns of a chunk that belong to a part.
std::vector<const Column*> columns_of(const Chunk& chunk, std::span<const std::size_t> places);

}  // namespace priory
