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
  Plan plan_of(PlanOptions options) const;  // by other options, over the same rows
  ReadCounts& counts() const { return counts_; }

  OpenChunks opener(bool target_needed = true) const;             // by the plan
  OpenChunks opener(const Plan& plan, bool target_needed) const;  // by another one over the same columns

 private:
  Table table_;
  PlanOptions options_;
  std::vector<ColumnProfile> columns_;
  Plan plan_;
  std::string group_;
  mutable ReadCounts counts_;
};

// Where the input itself says what the class is, that is the target; another one is an Error of kind usage.
void settle_target(PlanOptions& options, const Table& table);

// --calibrate, and the methods that its value stands for: none of them for none.
void declare_calibrate(Arguments& arguments, std::string& to);
std::vector<CalibrationMethod> calibration_methods(const std::string& name);

}  // namespace priory::app
