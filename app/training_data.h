// SPDX-License-Identifier: Apache-2.0
// Rows to learn from: looked at once, planned, and opened from the start as often as needed.
#pragma once

#include "command.h"

namespace priory::app {

class TrainingData {
 public:
  // `group` names a column that says which rows belong together; it is no feature.
  TrainingData(const ReadArguments& read, PlanOptions options, const std::vector<std::string>& paths,
               const std::string& group = {});
  TrainingData(const TrainingData&) = delete;
  TrainingData& operator=(const TrainingData&) = delete;

  const PlanOptions& options() const { return options_; }
  const Plan& plan() const { return plan_; }
  Plan plan_of(const PlanOptions& options) const { return make_plan(columns_, options); }
  ReadCounts& counts() const { return counts_; }

  OpenChunks opener(bool target_needed = true) const;             // by the plan
  OpenChunks opener(const Plan& plan, bool target_needed) const;  // by another one over the same columns

 private:
  PlanOptions options_;
  Table table_;
  std::vector<ColumnProfile> columns_;
  Plan plan_;
  std::string group_;
  mutable ReadCounts counts_;
};

}  // namespace priory::app
