// SPDX-License-Identifier: Apache-2.0
// What Statistics holds, for the library's own folders: exact sums for every part of a plan, and the classes
// and values met so far, which name them. After `canonicalise` equal knowledge is equal bytes, whatever the
// order and the threads it came by. A mergeable value; one thread at a time changes it.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "priory/chunk.h"
#include "priory/plan.h"
#include "priory/statistics.h"

#include "learn/cell_sums.h"
#include "learn/vocabulary/part_vocabulary.h"

namespace priory {

class NearestCentre;

// Parameters that were given and not learnt: a start of EM as it stands.
struct GivenParameters {
  std::vector<double> log_prior;
  std::vector<Parameters> parts;  // what `inspect` shows of each
};

// The sums of one part, and what they are of.
struct PartSums {
  const PartVocabulary& names;
  const Block& block;
};

class NamedSums {
 public:
  explicit NamedSums(const std::shared_ptr<const Plan>& plan);  // zero
  // For the model file: sums as they were, in the order of `canonicalise`.
  static NamedSums restore(std::shared_ptr<const Plan> plan, Dictionary classes, CellSums sums, Sums n_rows,
                           std::vector<PartVocabulary> parts);
  // The same in any order, as rows came: still to be canonicalised.
  static NamedSums unsorted(const std::shared_ptr<const Plan>& plan, Dictionary classes, CellSums sums,
                            Sums n_rows, std::vector<PartVocabulary> parts);
  NamedSums zero() const;  // of the same plan and fixed vocabularies: nothing learnt

  void accumulate(const Chunk& chunk);
  void accumulate_unlabelled(const Chunk& chunk);  // all rows in one class of no name
  // Of the same plan; whether they go together is for the caller to know.
  void merge(const NamedSums& other) { combine(other, false, {}); }
  void subtract(const NamedSums& other) { combine(other, true, {}); }
  // The same of sums by another plan: part k of it is part `parts[k]` here, or kNowhere.
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  void combine(const NamedSums& other, bool minus, std::span<const std::size_t> parts);
  bool has_rows() const;   // any of a weight
  bool plausible() const;  // whether rows can have these sums
  // Merging the shares of 0, 1, ... n - 1 gives these back: each has some of the words, and the first what is
  // not of a word.
  NamedSums share(std::size_t k, std::size_t n) const;
  template <class Wire>
  void carry(Wire& wire);

  // Of a pool: the sums of one member, by its own plan, with the columns of its parts where the pool has
  // them.
  NamedSums member(std::size_t m) const;
  // By another plan with the same parts; `header_rows`, how many rows came with each of its headers.
  NamedSums by_plan(std::shared_ptr<const Plan> plan) const;
  NamedSums faded(double factor) const;
  // These with other sums: what EM expects of rows whose class is hidden. Classes and cells as given.
  NamedSums expected(Dictionary classes, CellSums sums, Sums n_rows) const;

  // Classes, values and words in code point order, those with no trace left out, sums in their shortest form.
  void canonicalise();
  // Gives every combination that a row with missing columns can be a place, for what EM expects of it. An
  // Error of kind data if there are too many.
  void complete_combinations();

  // For callers that add and take away one row at a time: the cell of a class, new or old, with room for it;
  // the row itself; the parts and their sums.
  std::uint32_t cell_of(std::string_view label);
  void count_row(std::uint32_t cell, double weight, bool minus);
  PartVocabulary& edit(std::size_t k) { return parts_[k]; }
  Block& edit_block(std::size_t k) { return sums_.blocks[k]; }
  void make_room(std::size_t k) { sums_.resize(parts_, k); }  // for its values, in all cells

  // The words of part k that its text options let into the model, as codes, in order.
  std::vector<std::uint32_t> selected_words(std::size_t k) const;
  // These words with their idf, counted so far, to be fixed as the vocabulary of sums still at zero.
  FrozenVocabulary vocabulary(std::size_t k) const;
  void freeze(std::size_t k, FrozenVocabulary vocabulary);
  void freeze(std::size_t k, std::shared_ptr<const FrozenVocabulary> vocabulary);
  void fix_vocabularies();  // as the words are now, where the plan says so
  // Decides from what is counted which neighbouring bins are one, where the plan leaves that to the rows.
  void join_bins();
  void name(std::size_t k, std::shared_ptr<const BucketNames> names) { parts_[k].names = std::move(names); }
  // An Error of kind data if there is no row, or none that has a weight.
  void check_rows() const;
  // An Error of kind data if there are texts and no word came of them.
  void check_words() const;
  // An Error of kind usage where the plan leaves something to be found in the rows.
  void check_decided() const;

  const Plan& plan() const { return *plan_; }
  const std::shared_ptr<const Plan>& shared_plan() const { return plan_; }
  const Dictionary& classes() const { return classes_; }
  const std::vector<PartVocabulary>& parts() const { return parts_; }
  const CellSums& sums() const { return sums_; }
  const Sums& class_count() const { return sums_.class_count; }
  const Block& block(std::size_t k) const { return sums_.blocks[k]; }
  PartSums part(std::size_t k) const { return {parts_[k], block(k)}; }
  const Sums& row_count() const { return n_rows_; }
  double n_rows() const { return n_rows_.value(0, 0); }
  const Sums& header_rows() const { return header_rows_; }  // headers x 1; none where all are the same
  void set_header_rows(Sums rows) { header_rows_ = std::move(rows); }
  const std::shared_ptr<const GivenParameters>& given() const { return given_; }
  void give(GivenParameters parameters);
  // The objective after every step of the EM that found these sums; empty: they were counted.
  const std::vector<double>& trace() const { return trace_; }
  void set_trace(std::vector<double> objectives) { trace_ = std::move(objectives); }

 private:
  void make_room_for_classes();
  std::size_t n_components() const { return centres_ == nullptr ? 1 : plan_->components; }  // of a class
  std::vector<std::uint32_t> cells_of(std::span<const std::uint32_t> classes) const;
  void find_components(const Chunk& chunk, std::vector<std::uint32_t>& cell_of_row) const;
  void accumulate(const Chunk& chunk, std::span<const std::uint32_t> cell_of_row);
  std::vector<const Column*> learnt_columns(std::size_t k, const Chunk& chunk, Column& own);
  void combine_part(std::size_t k, const PartVocabulary& other, const Block& block, bool minus,
                    std::span<const std::uint32_t> cell_map);
  void share_part(std::size_t p, std::size_t k, std::size_t n, const NamedSums& from);
  void settle_columns(std::size_t k);
  void complete_part(std::size_t k);
  void canonicalise_part(std::size_t k, std::span<const std::uint32_t> cells);
  std::vector<std::uint32_t> kept_values(std::size_t k) const;

  std::shared_ptr<const Plan> plan_;
  std::shared_ptr<const NearestCentre> centres_;  // null: a class is one cell, or its cells are hidden
  Dictionary classes_;
  Translation class_translation_;
  std::vector<PartVocabulary> parts_;
  CellSums sums_{Sums(1, 0), {}};
  Sums n_rows_{1, 1};                             // rows, not weighted
  Sums header_rows_;                              // headers of the plan x 1
  std::shared_ptr<const GivenParameters> given_;  // null: they are estimated
  std::vector<double> trace_;
};

template <class Wire>
void NamedSums::carry(Wire& wire) {
  wire(classes_, sums_.class_count, n_rows_);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    wire(sums_.blocks[k], parts_[k].n_left_out);
    if (!parts_[k].frozen) wire(parts_[k].values);
  }
}

// The strings of these codes.
Dictionary pick(const Dictionary& from, std::span<const std::uint32_t> codes);

// The text options let no word into the model.
[[noreturn]] void fail_without_words(const PartPlan& part);

// The way into a Statistics, and out of it; callers that keep the sums share them.
const NamedSums& sums_of(const Statistics& statistics);
Statistics statistics_of(std::shared_ptr<const NamedSums> sums);

}  // namespace priory
