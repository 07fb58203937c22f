// SPDX-License-Identifier: Apache-2.0
// Rows to learn from: looked at once, planned, and opened from the start as often as needed.
#pragma once

#include "command.h"

namespace priory::app {

// How many statistics and models are in memory together where rows are judged by models that have not seen
// them (two for each of kFoldsAtOnce folds, and those of all rows), and
// where EM climbs; and what rows that are kept may take of --max-memory.
constexpr std::size_t copies_of_folds(std::size_t n_folds) {
  return 2 * std::min(n_folds, kFoldsAtOnce) + 4;
}
constexpr std::size_t kJudgingCopies = copies_of_folds(10), kEmCopies = 6, kRowsShare = 4;

class TrainingData {
 public:
  // `group` names a column that says which rows belong together; it is no feature.
  // Which columns there are is found in a reading of its own; or, with Profiling::while_training, guessed:
  // then learn_at_once comes first.
  enum class Profiling { first, while_training };
  TrainingData(const ReadArguments& read, PlanOptions options, const std::vector<std::string>& paths,
               const std::string& group = {}, Profiling profiling = Profiling::first,
               bool target_needed = true);
  // By a plan that is given: nothing is looked at.
  TrainingData(const ReadArguments& read, const Plan& plan, const std::vector<std::string>& paths);
  TrainingData(const TrainingData&) = delete;
  TrainingData& operator=(const TrainingData&) = delete;

  // Learns in the reading that finds what the columns are. Nothing if the guess was wrong: from here on the
  // plan is right in any case.
  std::optional<Classifier> learn_at_once();

  // From here on within the memory: the plan and the readers do without words that have no room. `more` are
  // rows of other files that are learnt from too, listed.
  void fit_to(const MemoryOptions& memory, bool target_needed = true, std::vector<OpenChunks> more = {});
  Plan fitted(Plan plan) const;  // one that takes over what the readers leave out
  unsigned threads(unsigned asked) const;
  std::vector<WordLimit> limits(const Plan& plan) const;
  // For rows of other files.
  ChunkSpec limited(ChunkSpec spec, const Plan& plan) const;

  const PlanOptions& options() const { return options_; }
  const Plan& plan() const { return plan_; }
  Plan plan_of(PlanOptions options) const;  // by other options, over the same rows
  ReadCounts& counts() const { return counts_; }

  OpenChunks opener(bool target_needed = true) const;             // by the plan
  OpenChunks opener(const Plan& plan, bool target_needed) const;  // by another one over the same columns
  OpenChunks counter() const;                                     // by the plan, for who only counts
  OpenChunks lister(const Plan& plan, bool target_needed = true) const;  // the tokens of texts as they are

 private:
  OpenChunks opener(ChunkSpec spec, bool target_needed, ColumnProfiler* profiler = nullptr) const;
  bool guess();
  void profile_columns();
  const MemoryPlan* memory_of(const Plan& plan) const;  // null: there is no limit

  const ReadArguments& read_;
  Table table_;
  PlanOptions options_;
  std::vector<ColumnProfile> columns_;
  Plan plan_;
  std::string group_;
  bool guessed_ = false;
  mutable ReadCounts counts_;
  MemoryOptions memory_;
  bool target_needed_ = true;
  std::vector<OpenChunks> more_;
  // By the tokens of the texts, which a plan that is tried may have others of.
  mutable std::vector<std::pair<std::vector<TokenOptions>, MemoryPlan>> memory_plans_;
};

// The plan for the rows of a table by one that is given: a table may lack columns that rows before it lacked,
// and one that the plan does not know is left out. Says so.
Plan plan_for_table(const Plan& plan, const Table& table);

// Where the input itself says what the class is, that is the target; another one is an Error of kind usage.
void settle_target(PlanOptions& options, const Table& table);

// --calibrate, and the methods that its value stands for: none of them for none.
void declare_calibrate(Arguments& arguments, std::string& to);
std::vector<CalibrationMethod> calibration_methods(const std::string& name);

}  // namespace priory::app
