// SPDX-License-Identifier: Apache-2.0
// What Statistics holds: classes and values met so far and exact sums for every part of the plan. After
// `canonicalise` equal knowledge is equal bytes, whatever the order and the threads it came by.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "priory/plan.h"
#include "priory/statistics.h"

#include "exact/block.h"
#include "family/family.h"
#include "learn/bucket_names.h"
#include "learn/combining.h"
#include "learn/translate.h"
#include "rows/cells.h"

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

struct PartStatistics {
  const Family* family = nullptr;
  std::vector<std::size_t> columns;  // their places in a chunk
  Dictionary values;
  Block block;
  std::shared_ptr<const FrozenVocabulary> frozen;  // null: the vocabulary grows
  std::shared_ptr<const BucketNames> names;        // of a hashed text; null: none
  std::uint64_t n_left_out = 0;                    // words of the rows learnt that a fixed vocabulary has not
  Translation translation;
  Combiner combiner;                               // of a part over several columns of codes, and
  std::shared_ptr<const ColumnValues> of_columns;  // what its columns have; null while it learns

  bool chosen() const { return frozen && frozen->chosen; }
  Shape shape() const { return {values.size(), columns.size()}; }
};

// Parameters that were given and not learnt: a start of EM as it stands.
struct GivenParameters {
  std::vector<double> log_prior;
  std::vector<Parameters> parts;  // what `inspect` shows of each
};

struct Statistics::Data {
  std::shared_ptr<const Plan> plan;
  Dictionary classes;
  Translation class_translation;
  Sums class_count;  // 1 x cells; weighted
  Sums n_rows;       // 1 x 1; rows, not weighted
  Sums header_rows;  // headers of the plan x 1
  std::vector<PartStatistics> parts;
  std::shared_ptr<const GivenParameters> given;  // null: they are estimated
  std::vector<double> trace;
};

template <class Wire>
void Statistics::carry(Wire& wire) {
  wire(data_->classes, data_->class_count, data_->n_rows);
  for (PartStatistics& part : data_->parts) {
    wire(part.block, part.n_left_out);
    if (!part.frozen) wire(part.values);
  }
}

// The columns of a chunk that belong to a part.
std::vector<const Column*> columns_of(const Chunk& chunk, std::span<const std::size_t> places);

// Hands the parts of each family to `take` together: family_of(k) of n parts, piece_of(k) what they are.
template <class FamilyOf, class PieceOf, class Take>
void each_family(std::size_t n, const FamilyOf& family_of_part, const PieceOf& piece_of, const Take& take) {
  std::vector<bool> done(n);
  std::vector<Piece> pieces;
  for (std::size_t first = 0; first < n; ++first) {
    if (done[first]) continue;
    const Family* family = family_of_part(first);
    pieces.clear();
    for (std::size_t k = first; k < n; ++k) {
      if (family_of_part(k) != family) continue;
      done[k] = true;
      pieces.push_back(piece_of(k));
    }
    take(*family, pieces);
  }
}

// The text options let no word into the model.
[[noreturn]] void fail_without_words(const PartPlan& part);

// The family of a part; an Error of kind model if there is none of that name.
const Family& family_of(const PartPlan& part);

}  // namespace priory
