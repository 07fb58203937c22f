// SPDX-License-Identifier: Apache-2.0
// What the verbs that evaluate share: how results are written, how sure they are, and gates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arguments/output_arguments.h"

namespace priory::app {

// --resamples, --seed
struct BootstrapArguments {
  std::string resamples;
  std::uint64_t seed = 1;

  void declare(Arguments& arguments);
  BootstrapOptions options(unsigned threads) const;
  Measures measure(const Evaluation& evaluation, const MeasureOptions& options) const;  // with intervals
};

// --require
class RequireArguments {
 public:
  void declare(Arguments& arguments);
  // Says which requirements are not met; the exit code.
  int check(const std::vector<Figure>& figures) const;

 private:
  std::vector<Requirement> requirements_;
};

// Reads the rows of `table` as `model` sees them, and evaluates it.
struct EvaluationRows {
  Classifier model;  // its probabilities adjusted as asked for
  Evaluation evaluation;
  ReadCounts counts;
  std::vector<UnseenColumn> unseen;
};
EvaluationRows evaluate_table(const Classifier& model, const Table& table, const ReadArguments& read,
                              const DecisionArguments& decision, const PosteriorArguments& posterior = {},
                              bool again = false);

}  // namespace priory::app
