// SPDX-License-Identifier: Apache-2.0
// Rows to learn from: their columns are looked at, planned, and read from the start as often as needed;
// within a limit of memory, if there is one.
//
//   TrainingRows rows(Table::open({"mail.csv"}), options);
//   const Classifier model = rows.learn();
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "priory/chunks.h"
#include "priory/classifier.h"
#include "priory/memory.h"
#include "priory/table.h"
#include "priory/validation.h"

namespace priory {

// How many statistics and models are in memory together where rows are judged by models that have not seen
// them (two for each of kFoldsAtOnce folds, and those of all rows), and where EM climbs; and what rows that
// are kept may take of the memory.
constexpr std::size_t copies_of_folds(std::size_t n_folds) {
  return 2 * (n_folds < kFoldsAtOnce ? n_folds : kFoldsAtOnce) + 4;
}
constexpr std::size_t kJudgingCopies = copies_of_folds(10), kEmCopies = 6, kRowsShare = 4;

// Makes the Tick of a piece of work by its name: "learning".
using MakeTick = std::function<Tick(const std::string& work)>;

struct TrainingOptions {
  std::string group = {};     // a column that says which rows belong together; it is no feature
  bool at_once = false;       // the columns are found while learning: see learn_at_once. Not with ranks
  bool target_needed = true;  // an Error of kind usage without one
  unsigned threads = 1;
  MakeTick progress = {};
};

class TrainingRows {
 public:
  TrainingRows(Table table, PlanOptions options, TrainingOptions training = {});
  // By a plan that is given: nothing is looked at.
  TrainingRows(Table table, const Plan& plan, bool skip_bad_rows, TrainingOptions training = {});
  TrainingRows(const TrainingRows&) = delete;  // what opens the rows refers to it
  TrainingRows& operator=(const TrainingRows&) = delete;

  // Learns in the reading that finds what the columns are. Nothing if the guess was wrong: from here on the
  // plan is right in any case.
  std::optional<Classifier> learn_at_once();
  Classifier learn();  // at once if that is asked for and goes; buckets of hashed texts are named
  // Buckets get their names from all rows.
  Classifier named(Classifier model, bool target_needed = true) const;
  LabelledRows labelled(const Plan& plan, std::size_t memory = 0) const;  // kept for many readings

  // Rows of another table that are learnt from too, and have no class.
  void add_unlabelled(const Table& table);
  std::vector<OpenChunks> unlabelled() const;
  const ReadCounts& unlabelled_counts() const { return unlabelled_counts_; }

  // From here on within the memory: the plan and the readers do without words that have no room.
  void fit_to(const MemoryOptions& memory, bool target_needed = true);
  Plan fitted(Plan plan) const;  // one that takes over what the readers leave out
  unsigned threads() const;      // as many as the memory has room for
  std::vector<WordLimit> limits(const Plan& plan) const;

  const PlanOptions& options() const { return options_; }
  const Plan& plan() const { return plan_; }
  Plan plan_of(PlanOptions options) const;  // by other options, over the same rows
  const ReadCounts& counts() const { return counts_; }
  const std::vector<std::string>& notes() const { return notes_; }  // what the user should know

  OpenChunks opener(bool target_needed = true) const;             // by the plan
  OpenChunks opener(const Plan& plan, bool target_needed) const;  // by another one over the same columns
  OpenChunks counter() const;                                     // by the plan, for callers that only count

 private:
  OpenChunks opener(ChunkSpec spec, bool target_needed, ColumnProfiler* profiler = nullptr) const;
  OpenChunks lister(const Plan& plan, bool target_needed) const;  // the tokens of texts as they are
  OpenChunks unlabelled_opener(const Table& table, ChunkSpec spec) const;
  ChunkSpec limited(ChunkSpec spec, const Plan& plan) const;
  bool guess();
  void profile_columns();
  const MemoryPlan* memory_of(const Plan& plan) const;  // null: there is no limit
  Tick tick(const std::string& work) const { return training_.progress ? training_.progress(work) : Tick(); }

  Table table_;
  TrainingOptions training_;
  PlanOptions options_;
  std::vector<ColumnProfile> columns_;
  std::vector<std::string> notes_;  // before the plan, whose making writes some
  Plan plan_;
  bool guessed_ = false;
  mutable ReadCounts counts_, unlabelled_counts_;
  std::vector<Table> unlabelled_;
  MemoryOptions memory_;
  bool target_needed_ = true;
  // By the tokens of the texts, which a plan that is tried may have others of.
  mutable std::vector<std::pair<std::vector<TokenOptions>, MemoryPlan>> memory_plans_;
};

// The plan for the rows of a table by one that is given: a table may lack columns that rows before it lacked,
// and one that the plan does not know is left out, of which `notes` gets a line.
Plan plan_for_table(const Plan& plan, const Table& table, std::vector<std::string>& notes);

// Where the input itself says what the class is, that is the target; another one is an Error of kind usage.
void settle_target(PlanOptions& options, const Table& table);

}  // namespace priory
