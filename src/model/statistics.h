// SPDX-License-Identifier: Apache-2.0
// What is learnt: classes and values met so far and exact sums for every part of the plan. A mergeable value:
// Statistics(plan) is zero, accumulate(chunk) learns rows, merge and subtract are exact. After `canonicalise`
// equal knowledge is equal bytes, whatever the order and the threads it came by.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "priory/plan.h"

#include "core/block.h"
#include "core/cells.h"
#include "family/family.h"
#include "model/bucket_names.h"
#include "model/combining.h"
#include "model/translate.h"

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

class Statistics {
 public:
  explicit Statistics(std::shared_ptr<const Plan> plan);

  void accumulate(const Chunk& chunk);
  void accumulate_unlabelled(const Chunk& chunk);  // all rows in one class of no name
  void merge(const Statistics& other);
  void subtract(const Statistics& other);
  // Merging the shares of 0, 1, ... n - 1 gives these back: each has some of the words, and the first what is
  // not of a word.
  Statistics share(std::size_t k, std::size_t n) const;
  template <class Wire>
  void carry(Wire& wire) {
    wire(classes_, class_count_, n_rows_);
    for (PartStatistics& part : parts_) {
      wire(part.block, part.n_left_out);
      if (!part.frozen) wire(part.values);
    }
  }
  // The same of statistics by another plan: part k of it is part `parts[k]` here, or kNowhere.
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  void combine(const Statistics& other, bool minus, std::span<const std::size_t> parts);
  // By another plan with the same parts; `header_rows`, how many rows came with each of its headers.
  Statistics by_plan(std::shared_ptr<const Plan> plan) const;
  void set_header_rows(Sums rows) { header_rows_ = std::move(rows); }
  const Sums& header_rows() const { return header_rows_; }  // headers x 1; none where all are the same
  Statistics faded(double factor) const;
  Statistics zero() const;  // of the same plan and fixed vocabularies: nothing learnt
  bool plausible() const;   // whether rows can have these sums; false after forgetting what was never learnt

  // Classes, values and words in code point order, those with no trace left out, sums in their shortest form.
  void canonicalise();

  // The words of part k that its text options let into the model, as codes, in order.
  std::vector<std::uint32_t> selected_words(std::size_t k) const;
  // These words with their idf, counted so far, to be fixed as the vocabulary of statistics still at zero.
  FrozenVocabulary vocabulary(std::size_t k) const;
  void freeze(std::size_t k, FrozenVocabulary vocabulary);
  void freeze(std::size_t k, std::shared_ptr<const FrozenVocabulary> vocabulary);
  // Gives every combination that a row with missing columns can be a place, for what EM expects of it. An
  // Error of kind data if there are too many.
  void complete_combinations();
  // An Error of kind data if there are texts and no word came of them.
  void check_words() const;
  // Fixes the words of texts as they are now where the plan says so.
  void fix_vocabularies();
  void name(std::size_t k, std::shared_ptr<const BucketNames> names) { parts_[k].names = std::move(names); }

  const Plan& plan() const { return *plan_; }
  const std::shared_ptr<const Plan>& shared_plan() const { return plan_; }
  const Dictionary& classes() const { return classes_; }
  const Sums& class_count() const { return class_count_; }
  const std::vector<PartStatistics>& parts() const { return parts_; }
  const std::shared_ptr<const GivenParameters>& given() const { return given_; }
  void give(GivenParameters parameters) {
    given_ = std::make_shared<const GivenParameters>(std::move(parameters));
  }
  // The objective after every step of the EM that found these sums; empty: they were counted.
  const std::vector<double>& trace() const { return trace_; }
  void set_trace(std::vector<double> objectives) { trace_ = std::move(objectives); }
  double n_rows() const { return n_rows_.value(0, 0); }
  const Sums& row_count() const { return n_rows_; }

  // For the model file.
  // These with other sums: what EM expects of rows whose class is hidden. Classes and cells as given.
  Statistics expected(Dictionary classes, Sums class_count, Sums n_rows, std::vector<Block> blocks) const;

  static Statistics restore(std::shared_ptr<const Plan> plan, Dictionary classes, Sums class_count,
                            Sums n_rows, std::vector<PartStatistics> parts);

 private:
  void make_room();
  void accumulate(const Chunk& chunk, std::span<const std::uint32_t> cell_of_row);
  std::vector<const Column*> learnt_columns(std::size_t k, const Chunk& chunk, Column& own);
  void combine_part(PartStatistics& part, const PartStatistics& other, bool minus,
                    std::span<const std::uint32_t> cell_map);
  void settle_columns(std::size_t k);
  void complete_part(std::size_t k);
  void canonicalise_part(std::size_t k, std::size_t n_cells, std::span<const std::uint32_t> cells);

  std::shared_ptr<const Plan> plan_;
  Dictionary classes_;
  Translation class_translation_;
  Sums class_count_;  // 1 x cells; weighted
  Sums n_rows_;       // 1 x 1; rows, not weighted
  Sums header_rows_;  // headers of the plan x 1
  std::vector<PartStatistics> parts_;
  std::shared_ptr<const GivenParameters> given_;  // null: they are estimated
  std::vector<double> trace_;
};

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
