// SPDX-License-Identifier: Apache-2.0
// What is learnt: exact sums of rows, counted under a plan. A mergeable value: Statistics(plan) is zero,
// `add` counts rows, `merge` and `subtract` are exact, so that shards counted anywhere, in any order, are to
// the byte the whole.
//
//   Statistics day(plan), total = Statistics::from_bytes(stored, "total");
//   day.add(Table::open({"monday.csv"}));      // or Rows in memory
//   total.merge(day);
//   save(total.estimate(), "model.priory");    // the model of all rows
//   const std::string bytes = total.bytes();   // equal knowledge is equal bytes
//
// A plan that leaves something to be found in the rows (idf, a structure) is decided by a first training;
// `model.statistics().zero()` then counts as that model does. Many readers or one writer at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/plan.h"
#include "priory/source.h"

namespace priory {

class BucketNames;
class Classifier;
class Data;
class Sums;
struct Block;
struct FrozenVocabulary;
struct GivenParameters;
struct PartStatistics;

class Statistics {
 public:
  explicit Statistics(const Plan& plan);
  explicit Statistics(std::shared_ptr<const Plan> plan);
  Statistics(const Statistics& other);
  Statistics(Statistics&& other) noexcept;
  Statistics& operator=(Statistics other) noexcept;
  ~Statistics();

  // Counts rows read by counting_spec or chunk_spec of the plan. An Error of kind usage where the plan leaves
  // something to be found in the rows, or its sums are EM's.
  void add(Source<Chunk>& rows, unsigned threads = 1, const Tick& tick = {});
  // The same of rows in files or in memory; each needs its class if the plan has a target.
  void add(const priory::Data& rows, unsigned threads = 1, const Tick& tick = {});
  // An Error of kind data if they were counted under another plan, or with other fixed words.
  void merge(const Statistics& other);
  void subtract(const Statistics& other);
  Statistics zero() const;  // of the same plan and fixed vocabularies: nothing learnt
  bool plausible() const;   // whether rows can have these sums; false after taking away what was never added

  // Versioned, with checksums. An Error of kind model, by the checks of a model file, for bytes that are
  // none.
  std::string bytes() const;
  static Statistics from_bytes(std::string_view bytes, const std::string& name = "statistics");

  // The model of the rows, with the settings of the plan or others (see with_settings). An Error of kind data
  // if there are no rows, or their parameters cannot be used.
  Classifier estimate(std::span<const OptionValue> settings = {}) const;

  const Plan& plan() const;
  double n_rows() const;
  const Dictionary& classes() const;  // met so far, in the order they came

  // What follows is for the library's own folders, which know the types.

  void accumulate(const Chunk& chunk);
  void accumulate_unlabelled(const Chunk& chunk);  // all rows in one class of no name
  // Merging the shares of 0, 1, ... n - 1 gives these back: each has some of the words, and the first what is
  // not of a word.
  Statistics share(std::size_t k, std::size_t n) const;
  template <class Wire>
  void carry(Wire& wire);
  // The same of statistics by another plan: part k of it is part `parts[k]` here, or kNowhere.
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  void combine(const Statistics& other, bool minus, std::span<const std::size_t> parts);
  // By another plan with the same parts; `header_rows`, how many rows came with each of its headers.
  Statistics by_plan(std::shared_ptr<const Plan> plan) const;
  void set_header_rows(Sums rows);
  const Sums& header_rows() const;  // headers x 1; none where all are the same
  Statistics faded(double factor) const;

  // For who adds and takes away one row at a time: the cell of a class, new or old, with room for it; the
  // row itself; and the parts.
  std::uint32_t cell_of(std::string_view label);
  void count_row(std::uint32_t cell, double weight, bool minus);
  PartStatistics& edit(std::size_t k);

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
  // An Error of kind data if there is no row, or none that has a weight.
  void check_rows() const;
  // An Error of kind data if there are texts and no word came of them.
  void check_words() const;
  // Fixes the words of texts as they are now where the plan says so.
  void fix_vocabularies();
  void name(std::size_t k, std::shared_ptr<const BucketNames> names);

  const std::shared_ptr<const Plan>& shared_plan() const;
  const Sums& class_count() const;
  const std::vector<PartStatistics>& parts() const;
  const std::shared_ptr<const GivenParameters>& given() const;
  void give(GivenParameters parameters);
  // The objective after every step of the EM that found these sums; empty: they were counted.
  const std::vector<double>& trace() const;
  void set_trace(std::vector<double> objectives);
  const Sums& row_count() const;

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

  void check_alike(const Statistics& other) const;
  void check_decided() const;

  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace priory
