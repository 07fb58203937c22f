// SPDX-License-Identifier: Apache-2.0
// What the verbs share: how one is declared, the options that several take, and where output goes.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "priory/priory.h"

#include "arguments/arguments.h"
#include "messages.h"

namespace priory::app {

inline bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// Every file of a verb defines one of these.
Verb make_train();
Verb make_plan_verb();
Verb make_predict();
Verb make_explain();
Verb make_inspect();
Verb make_eval();
Verb make_cv();
Verb make_pair_verb();
Verb make_compare();
Verb make_schema();
Verb make_tune();
Verb make_update();
Verb make_forget();
Verb make_merge();
Verb make_diff();
Verb make_smooth();
Verb make_cluster();
Verb make_sample();
Verb make_convert();
Verb make_report();
Verb make_plot();
Verb make_query();
Verb make_manual();
Verb make_completion();
Verb make_doctor();
Verb make_serve();
Verb make_audit();
Verb make_drift();
Verb make_journal();

// --sql, --duckdb, --no-header, --delimiter, --input-format, --mail-headers, --on-bad-row, --threads
struct ReadArguments {
  bool no_header = false, mail_headers = false;
  std::size_t skip_lines = 0;
  std::string delimiter, sql, duckdb;
  std::string format = "detect";
  std::string on_bad_row = "fail";
  std::size_t threads = 0;  // 0: all

  void declare(Arguments& arguments, bool marks = false);  // whether bad rows can be marked
  Table open(const std::vector<std::string>& paths) const;
  // Texts without names get those that the model has for its text and its class.
  Table open(const std::vector<std::string>& paths, const Plan& plan) const;
  bool skip_bad_rows() const { return on_bad_row == "skip"; }
  bool mark_bad_rows() const { return on_bad_row == "mark"; }
  unsigned thread_count() const;
  unsigned thread_count(const std::vector<std::string>& paths) const;  // no more than they have work for

 private:
  ReadOptions options() const;
  void check_for_lines(const Table& table, const std::string& text) const;
  Table open(const std::vector<std::string>& paths, const ReadOptions& options) const;
};

// One row: the model's text column has the text, its other columns are missing. An Error of kind usage if it
// has no such column, or several.
Table table_of_text(const Plan& plan, const std::string& text);

// The options that shape a model: families, types, smoothing, text.
struct PlanArguments {
  PlanOptions options;
  std::string types, parts, text, ignore, class_prior = "empirical", ngrams, char_ngrams, min_df, max_df;
  std::string tokens, letter_case, token_pattern, stem, stop_words, tf,
      length_norm = "none", unseen = "ignore", features_by = "frequency";
  bool inside_words = false, fold_numbers = false, binary = false;
  double prior_alpha = 0;
  std::size_t hash_bits = 0;
  std::vector<std::pair<std::string, std::string>> settings;  // family options as given
  std::string plan_file;
  std::set<std::string> given_names;  // of all these options

  void declare(Arguments& arguments, bool with_target = true);
  void declare_plan(Arguments& arguments);  // --plan
  void declare_estimate(Arguments& arguments);
  PlanOptions finish();  // parsed and checked
  bool has_plan() const { return !plan_file.empty(); }
  // The plan of --plan. An Error of kind usage if other options say something else.
  Plan given_plan();
  std::vector<OptionValue> finish_settings() const;
  std::set<std::string> given() const;  // names of options that have a value of the user's: see TuneOptions
  bool leaves_choice() const;           // no plan is given, and no network

 private:
  void declare_columns(Arguments& arguments, bool with_target);
  void take_decimal(const std::string& sign);
  void declare_text(Arguments& arguments);
  void declare_tokens(Arguments& arguments);
  Tokens kind_of_tokens() const;
  TokenOptions finish_tokens() const;
  Tf finish_tf() const;
};

// --max-memory
struct MemoryArguments {
  std::string text;  // as given; empty: no limit

  void declare(Arguments& arguments);
  std::size_t bytes() const;  // 0: no limit
  // Which words were left out for it.
  void say(const std::vector<WordLimit>& limits) const;
};

// How EM goes and what it tells: --hard, --anneal, --restarts, --seed, --max-iterations, --tolerance, --trace
struct EmArguments {
  EmOptions options;
  std::string trace;

  void declare(Arguments& arguments);
  // The first option of these that was given another value than its own; empty: none.
  std::string given() const;
  // Tells how each start ended, in `tell`, and with -v every iteration; stops after Ctrl-C.
  using Tell = void (*)(const std::string& text);
  OnStep watch(Tell tell) const;
  void write_trace(const EmReport& report) const;
  void say(const EmReport& report, Tell tell) const;
};

// "3" or "2-8"
std::pair<std::size_t, std::size_t> parse_range(const std::string& flag, const std::string& text,
                                                std::size_t most);

// --threshold, --positive, --cost, --reject
struct DecisionArguments {
  std::string threshold;
  std::string positive;
  std::string cost;
  double reject = 0;

  void declare(Arguments& arguments);
  Decision decide(const std::vector<std::string>& classes) const;
  std::optional<std::string> positive_name() const;
  std::vector<std::vector<double>> costs(const std::vector<std::string>& classes) const;  // empty without
  std::optional<double> one_threshold() const;  // of --threshold, when it is one number that decides alone
};

// For `adjusted` below where there are no rows to estimate rates from: --text is one text.
OpenChunks no_rows();

// What becomes of posteriors before a decision: --class-prior, --raw
struct PosteriorArguments {
  std::string class_prior;
  bool raw = false;

  void declare(Arguments& arguments);
  // The model as asked for; `open` gives the rows when their rates are to be estimated.
  Classifier adjusted(const Classifier& model, const OpenChunks& open, unsigned threads) const;
};

// Shows how far the reading is, on a terminal and after half a second; stops the work after Ctrl-C.
Tick progress(const std::string& what);
// The same for work that tells itself how far it is.
std::function<void(const std::string& at)> progress_of(const std::string& what);
void catch_interrupt();
bool was_interrupted();  // by Ctrl-C; with ranks, this one

void save_model(const Classifier& model, const std::string& path);  // once, where there are ranks

// Rows read, used and skipped, and bytes repaired: on stderr, when there is something to say.
void report_counts(const ReadCounts& counts);
void report_unseen(const std::vector<UnseenColumn>& columns);
void report_roles(const Plan& plan);     // columns left out, and what else the plan has to say
void report_warnings(const Plan& plan);  // readings that are doubtful
// An Error of kind usage for a network without a target, which has no classes to answer with.
void require_target(const Plan& plan);
void note_left_behind(const Classifier& model);  // what a model loses when it is merged or smoothed
std::string since_calibration(const Calibration& calibration);  // "", or "; 40 rows learnt since"

bool terminal_output();
bool colour_output();  // on a terminal, unless NO_COLOR says otherwise (no-color.org)
std::size_t terminal_width();
// Writes all of it to stdout or throws an Error of kind io.
void write_output(std::string_view text);
void write_file(const std::string& path, const std::function<void(std::ostream&)>& write);  // likewise

}  // namespace priory::app
