// SPDX-License-Identifier: Apache-2.0
// Learning from rows and judging by rows: rows to train on and rows as a model reads them, the search for a
// plan.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/evaluation.h"
#include "priory/folds.h"
#include "priory/plan.h"
#include "priory/table.h"

#pragma GCC visibility push(default)

namespace priory {

constexpr std::string_view kAutoFamily = "auto";

// Families of columns of numbers, chosen from the rows.
struct ChosenFamilies {
  PlanOptions options;  // with the families as types
  std::vector<ColumnRole> reasons;
  void explain(Plan& plan) const;  // writes the reasons into the roles of the plan by these options
};

// ‹family› auto: gives each column of numbers that the options leave open the family under which its numbers
// are most likely given their class, each left out in turn. It takes two passes. Other options stay as they
// are.
ChosenFamilies choose_families(const Data& data, std::span<const ColumnProfile> columns, PlanOptions options,
                               unsigned threads = 1, const Tick& tick = {});

// The search for the best plan: a race in which each candidate is judged by rows that its model has not seen,
// many candidates on few rows, then fewer on more. Work is counted in rows and cells, never in seconds: the
// same rows give the same plan anywhere.

// The rows as a plan wants them: asked for when its columns or tokens are read otherwise.
using RowsOf = std::function<LabelledRows(const Plan&)>;
using OnTrial = std::function<void(const Trial&)>;

struct TuneOptions {
  std::string metric = "log_loss";  // a figure of an evaluation
  // Names of options that stay as they are: alpha, var-smoothing, shrinkage, family, structure, tf, idf,
  // length-norm, weight-norm, ngrams, tokens.
  std::set<std::string> fixed;
  std::set<std::string> candidates;  // what may be chosen, of candidate_names(); empty: all
  // Probabilities are judged as they will be: after the best of these. None: as they are.
  std::vector<CalibrationMethod> calibrations = {CalibrationMethod::none, CalibrationMethod::temperature,
                                                 CalibrationMethod::sigmoid, CalibrationMethod::isotonic};
  std::size_t most_rows = 20'000;  // to judge by, chosen by chance
  std::size_t most_trials = 0;     // candidates; 0: no limit
  std::size_t finalists = 3;       // judged in full, beside the plan that the search began with
  std::size_t least_rows = 50;     // of fewer nothing is chosen
  bool figures = true;             // whether Tuned::figures are wanted
  std::optional<std::string> positive;
  unsigned threads = 1;
};

// Where the search begins.
struct SearchSpace {
  Plan start;
  PlanOptions options;  // that made it
  RowsOf rows_of;
  // By other options, over the same rows. None: only settings, and weights of words, are chosen.
  std::function<Plan(const PlanOptions&)> plan_by;
};

// How good the choice is on rows that had no part in it: each fifth of the rows is judged by what the others
// choose, and calibrate. Of few rows the whole search is repeated for each fifth; of many, where so much
// choice makes little difference, the choice among the finalists.
struct SearchFigures {
  std::size_t rows = 0;
  double accuracy = 0, log_loss = 0;
};

// One of the last, judged by the same rows as the others. Classes are those of Tuned::rows.
struct Finalist {
  Plan plan;
  std::string options;      // as one would type them
  ScoredRows rows;          // left out of the model: log posteriors as the plan gives them
  ScoredRows calibrated;    // the same, as a calibration makes them that is fitted to other rows
  Calibration calibration;  // fitted to all of them
};

struct Tuned {
  Plan plan;                // the best found
  TuningRecord record;      // all that was tried; the last is the one chosen
  LabelledRows rows;        // as the plan wants them
  Calibration calibration;  // of that plan
  SearchFigures figures;
  std::vector<Finalist> finalists = {};  // the chosen one is the first
  std::string unsearched = {};           // why nothing was chosen, if so: the plan is the one it began with
};

// Judged by `metric` after calibration. Among plans equal within the error, the simplest that no other beats
// in both accuracy and log loss; texts without idf are simpler. The plan it began with is always among the
// last. Fewer than `least_rows`, one class and more than 1,000 leave nothing to choose by.
Tuned tune(const SearchSpace& space, const TuneOptions& options, const OnTrial& on_trial = {},
           const Tick& tick = {});

// Judges what a search makes of rows: it is repeated for each fold, on the rows of all others. Otherwise as
// cross_validate; calibrations are those of the search.
std::vector<Evaluation> cross_validate_best(const SearchSpace& space, const TuneOptions& options,
                                            const std::vector<std::uint32_t>& fold_of_row,
                                            const JudgingOptions& judging = {}, const Tick& tick = {});

std::vector<std::string> candidate_names();  // multinomial, complement, pairs, characters, ...

// MemoryOptions::copies where rows are judged by models that have not seen them (two for each of kFoldsAtOnce
// folds, and those of all rows), and for EM.
constexpr std::size_t copies_of_folds(std::size_t n_folds) {
  return 2 * (n_folds < kFoldsAtOnce ? n_folds : kFoldsAtOnce) + 4;
}
constexpr std::size_t kJudgingCopies = copies_of_folds(10), kEmCopies = 6;

using MakeTick = std::function<Tick(const std::string& work)>;  // of a piece of work by its name: "learning"

struct TrainingOptions {
  std::string group = {};     // a column that says which rows belong together; it is no feature
  bool at_once = false;       // the columns are found while learning: see learn_at_once. Not with ranks
  bool target_needed = true;  // an Error of kind usage without one
  bool hidden = false;        // the class is: the rows have no target, whatever they declare
  unsigned threads = 1;
  MakeTick progress = {};
};

// Rows to learn from: their columns are profiled and planned; the rows are read as often as needed, within a
// limit of memory if there is one.
//
//   TrainingRows rows(Table::open({"mail.csv"}), options);
//   const Classifier model = rows.learn();
class TrainingRows {
 public:
  TrainingRows(Data data, PlanOptions options, TrainingOptions training = {});
  // By a plan that is given: nothing is looked at.
  TrainingRows(Data data, const Plan& plan, bool skip_bad_rows, TrainingOptions training = {});
  TrainingRows(const TrainingRows&) = delete;
  TrainingRows& operator=(const TrainingRows&) = delete;
  TrainingRows(TrainingRows&&) = default;
  TrainingRows& operator=(TrainingRows&&) = default;

  // Learns in the same pass that profiles the columns, by a guessed plan. Nothing if the guess was wrong; the
  // plan is right from here on.
  std::optional<Classifier> learn_at_once();
  Classifier learn();  // at once if that is asked for and goes; buckets of hashed texts are named
  Classifier named(Classifier model, bool target_needed = true) const;  // buckets, from all rows
  LabelledRows labelled(const Plan& plan) const;  // kept for many readings, within room_for_rows()

  void add_unlabelled(const Data& rows);  // to be learnt from too, without a class
  std::vector<OpenChunks> unlabelled() const;
  const ReadCounts& unlabelled_counts() const;

  // From here on within the memory: the plan and the readers do without words that have no room.
  void fit_to(const MemoryOptions& memory, bool target_needed = true);
  Plan fitted(Plan plan) const;       // one that takes over what the readers leave out
  unsigned threads() const;           // as many as the memory has room for
  std::size_t room_for_rows() const;  // bytes for rows that are kept (LabelledRows, HiddenRows); 0: no limit
  std::vector<WordLimit> limits(const Plan& plan) const;

  // About a thousand of the rows, each judged by the model of all others. Nothing where that would not be
  // quick: a pipe, or more than a few megabytes.
  std::optional<Evaluation> judge_quickly() const;

  const PlanOptions& options() const;
  const Plan& plan() const;
  Plan plan_of(PlanOptions options) const;        // by other options, over the same rows
  bool searched_unasked() const;                  // whether they are few enough to search without being told
  const ReadCounts& counts() const;               // of the last reading
  const std::vector<std::string>& notes() const;  // what the user should know

  OpenChunks opener(bool target_needed = true) const;             // by the plan
  OpenChunks opener(const Plan& plan, bool target_needed) const;  // by another one over the same columns
  OpenChunks counter() const;                                     // by the plan, for callers that only count

 private:
  struct State;
  std::shared_ptr<State> state_;  // which the openers keep
};

// Where the input itself says what the class is, that is the target; another one is an Error of kind usage.
// The target of Rows is a proposal only.
void settle_target(PlanOptions& options, const Data& data);

// Rows as a model reads them: for predictions, explanations and evaluations, and to learn more of them.
//
//   const TableEvaluation judged = evaluate_table(model, Table::open({"test.csv"}));
//   judged.evaluation.measure().accuracy;
struct ReadingOptions {
  // Of the class and the weight of a row: left out, read where the rows have it, or needed.
  enum class Target { ignored, optional, needed };
  Target target = Target::ignored;
  bool explained = false;      // words as they are spelt too, where the model has only their buckets
  bool skip_bad_rows = false;  // otherwise they end the work
  bool mark_bad_rows = false;  // instead they stay, without cells: see Chunk::bad
  bool keep_all = false;       // columns passed through as they stand
  std::vector<std::string> keep = {};
  bool places = false;            // rows know where they stand
  std::size_t chunk_rows = 1024;  // at most, at a time; does not change a result
  bool again = true;              // more than one reading: a pipe is kept
};

// Which values of rows a model has not met in training, by column: a mergeable value. Not of numbers and
// texts.
class UnseenCells {
 public:
  explicit UnseenCells(const Classifier& model);
  UnseenCells(const UnseenCells& other);
  UnseenCells(UnseenCells&& other) noexcept;
  UnseenCells& operator=(UnseenCells other) noexcept;
  ~UnseenCells();

  void accumulate(const Chunk& chunk);  // rows as rows_of reads them for the model
  void merge(const UnseenCells& other);
  // Only columns with unseen values, or with no values at all. In the order of the plan.
  std::vector<UnseenColumn> columns() const;
  // Of one row of such a chunk. Any number of threads may ask.
  std::vector<std::string> columns_of(const Chunk& chunk, std::size_t row) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Opens the rows from the start, each time it is called. `counts` is filled anew by every reading and must
// outlive it; `unseen` likewise, but adds up. An Error of kind data where the class is needed and directories
// do not say it.
OpenChunks rows_of(const Classifier& model, const Data& data, const ReadingOptions& options = {},
                   ReadCounts* counts = nullptr, UnseenCells* unseen = nullptr);

// Rows to be learnt by a plan (Classifier::train, LabelledRows, HiddenRows). Each needs its class if it has
// one.
OpenChunks rows_to_learn(const Data& data, const Plan& plan, bool skip_bad_rows = false);
// The same for Classifier::learn and forget: rows that come with their own plan (plan_of_rows).
OpenChunks rows_to_learn(const Classifier& model, const Plan& rows, const Data& data,
                         bool skip_bad_rows = false, ReadCounts* counts = nullptr);

// An Error of kind data for a table with a file in no directory of a class.
void require_classes(const Data& data);

struct TableEvaluationOptions {
  Decision decide = {};
  std::optional<std::string> positive = {};  // of two classes; the last when not given
  bool skip_bad_rows = false;
  bool again = false;  // the rows are read once more afterwards
  unsigned threads = 1;
  Tick tick = {};
};

struct TableEvaluation {  // of no rows an Error of kind data
  Evaluation evaluation;
  ReadCounts counts;                      // of a table that is shared out, this rank's
  std::vector<UnseenColumn> unseen = {};  // the same
};

TableEvaluation evaluate_table(const Classifier& model, const Data& data,
                               const TableEvaluationOptions& options = {});

// For Decision::by_cost: a row for each actual class, named in the first column, and a column for each class
// that is predicted. An Error of kind data says which costs are missing.
std::vector<std::vector<double>> read_costs(const Data& costs, const std::vector<std::string>& classes);

// In one call: profiles the columns, makes a plan and learns, as `priory train` does.
Classifier train(const Data& data, const PlanOptions& options, unsigned threads = 1);
// The most probable class of every row, in order, as `priory predict` does. Needs no target column.
std::vector<Prediction> predict(const Classifier& model, const Data& data, unsigned threads = 1);
// Judges a model by rows whose class is known, as `priory eval` does.
Evaluation evaluate(const Classifier& model, const Data& data, const Decision& decide = {},
                    const std::optional<std::string>& positive = {}, unsigned threads = 1);

// Rows worth looking at: from each cell of the confusion matrix those the model was most sure of (with two
// classes also the least sure), each with its reasons. The same rows for any number of threads.
struct ExampleReason {
  Reason::Kind kind = Reason::Kind::value;
  std::string feature;
  std::string value;
  double log_odds = 0;  // of the predicted class against the other
};

struct Example {
  Place place;
  std::string actual;
  std::size_t predicted = 0;  // index of a class
  std::size_t against = 0;    // the class it is compared with: the actual one, or the next best
  double log_posterior = 0;   // of the class predicted, and
  double log_posterior_against = 0;
  double log_odds = 0;                 // the sum of all reasons
  std::vector<ExampleReason> reasons;  // the strongest first
  std::size_t n_more = 0;              // reasons left out, and
  double more = 0;                     // their sum
  std::vector<std::string> cells;      // as they stand in the file, those that were kept
};

struct ExampleOptions {
  std::size_t per_cell = 20;  // of the confusion matrix; of two classes from either end
  std::size_t most = 2500;    // of all cells: each gets one, then the mistakes their share, then the rest
  std::size_t reasons = 24;   // of a row
};

struct Examples {
  std::vector<std::string> columns;  // of `cells`
  std::vector<Example> rows;         // by actual class, predicted class, and certainty
};

// Opens the rows twice, to choose and to explain. They need their class and their place; short chunks and the
// columns to keep are the caller's choice.
Examples pick_examples(const Classifier& model, const OpenChunks& open, const Decision& decide = {},
                       const ExampleOptions& options = {}, unsigned threads = 1, const Tick& tick = {});

// Rows drawn by chance, to look at: the same ones for any number of threads.
struct SampledColumn {
  std::string name;
  std::vector<std::string> values;  // of a discrete column, those the model has; of bins, their labels
  std::vector<double> cells;        // of each row its number, or the place of its value; NaN: missing, unseen
};

struct SampledRows {
  std::size_t n_rows = 0;              // those that the sample was drawn of
  std::vector<std::uint32_t> classes;  // of each row: its own, or the most probable where classes are hidden
  std::vector<SampledColumn> columns;  // the first of the model's that are no texts
};

// At most `most` rows, in no order of use. Rows of a class that the model does not know are not among them.
// The rows need their place, and their class unless it is hidden.
SampledRows sample_rows(const Classifier& model, const OpenChunks& open, std::size_t most = 20'000,
                        unsigned threads = 1, const Tick& tick = {});

}  // namespace priory

#pragma GCC visibility pop
