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

#include "priory/chunk.h"
#include "priory/plan.h"

#pragma GCC visibility push(default)

namespace priory {

class Classifier;
class Data;
class NamedSums;  // the library's own

class Statistics {
 public:
  explicit Statistics(const Plan& plan);
  Statistics(const Statistics& other);
  Statistics(Statistics&& other) noexcept;
  Statistics& operator=(Statistics other) noexcept;
  ~Statistics();

  // Counts rows opened by rows_to_learn. An Error of kind usage where the plan leaves
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
  const Dictionary& classes() const;  // seen so far, in the order they came

 private:
  // Sums shared with a model are copied before they change.
  explicit Statistics(std::shared_ptr<const NamedSums> sums);
  friend const NamedSums& sums_of(const Statistics& statistics);
  friend Statistics statistics_of(std::shared_ptr<const NamedSums> sums);
  NamedSums& changing();
  void check_alike(const Statistics& other) const;

  std::shared_ptr<const NamedSums> sums_;
  NamedSums* own_ = nullptr;  // the same, where they are not shared
};

}  // namespace priory

#pragma GCC visibility pop
