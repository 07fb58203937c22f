// SPDX-License-Identifier: Apache-2.0
// What the verbs that evaluate share: how results are written, how sure they are, and gates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command.h"

namespace priory::app {

// --format, --json
struct OutputArguments {
  bool json = false;
  std::string format;

  void declare(Arguments& arguments);
  void check() const;

  template <class Result>
  void write(const Result& result, TextStyle style = {}) const {
    if (json || format == "json") return write_output(to_json(result));
    if (format == "md") return write_output(to_markdown(result));
    if (format == "csv") return write_output(to_csv(result));
    if (format == "tsv") return write_output(to_csv(result, '\t'));
    style.width = terminal_width();
    style.colour = colour_output();
    write_output(to_text(result, style));
  }
};

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
};
EvaluationRows evaluate_table(const Classifier& model, const Table& table, const ReadArguments& read,
                              const DecisionArguments& decision, const PosteriorArguments& posterior = {},
                              bool again = false);

}  // namespace priory::app
