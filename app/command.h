// SPDX-License-Identifier: Apache-2.0
// What the verbs share: how one is declared, the options that several take, and where output goes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "priory/priory.h"

namespace priory::app {

// A verb: declared by adding options to its parser; `run` gives the exit code.
struct Verb {
  CLI::App* parser = nullptr;
  std::function<int()> run;
};

// Every file of a verb defines one of these.
Verb add_train(CLI::App& app);
Verb add_predict(CLI::App& app);
Verb add_explain(CLI::App& app);
Verb add_inspect(CLI::App& app);
Verb add_eval(CLI::App& app);
Verb add_schema(CLI::App& app);

// Declares a verb with its one line and the examples that its help opens with.
CLI::App* declare(CLI::App& app, const std::string& name, const std::string& summary,
                  const std::string& examples);

// --no-header, --delimiter, --format, --on-bad-row, --threads
struct ReadArguments {
  bool no_header = false;
  std::string delimiter;
  std::string format = "detect";
  std::string on_bad_row = "fail";
  unsigned threads = 0;

  void declare(CLI::App& parser);
  Table open(const std::vector<std::string>& paths) const;
  bool skip_bad_rows() const { return on_bad_row == "skip"; }
  unsigned thread_count() const;
};

// The options that shape a model: families, types, smoothing, text.
struct PlanArguments {
  PlanOptions options;
  std::string types, parts, na, text, ignore, class_prior = "empirical", ngrams, char_ngrams, min_df, max_df;
  std::string tokens = "unicode", tf = "count", length_norm = "none", unseen = "ignore";
  double prior_alpha = 0;
  std::vector<std::pair<std::string, std::string>> settings;  // family options as given

  void declare(CLI::App& parser);
  PlanOptions finish();  // parsed and checked
};

// --threshold, --positive, --cost
struct DecisionArguments {
  double threshold = -1;
  std::string positive;
  std::string cost;

  void declare(CLI::App& parser);
  Decision decide(const Classifier& model) const;
};

// Shows how far the reading is, on a terminal and after half a second; stops the work after Ctrl-C.
Tick progress(const std::string& what);
void catch_interrupt();

// Rows read, used and skipped, and bytes repaired: on stderr, when there is something to say.
void report_counts(const ReadCounts& counts);
void note(const std::string& text);  // one line on stderr

bool terminal_output();
std::size_t terminal_width();
// Writes all of it to stdout or throws an Error of kind io.
void write_output(std::string_view text);

}  // namespace priory::app
