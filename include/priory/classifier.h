// SPDX-License-Identifier: Apache-2.0
// A classifier: exact statistics and the parameters estimated from them. Immutable and cheap to copy; any
// number of threads may use one. Its posteriors may be calibrated, and it may be a network.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/chunk.h"
#include "priory/error.h"
#include "priory/network.h"
#include "priory/plan.h"
#include "priory/statistics.h"

#pragma GCC visibility push(default)

namespace priory {

// Probabilities that mean what they say. Naive Bayes counts dependent evidence as if it were independent and
// is too sure of itself; a calibration is a map from its posteriors to probabilities, fitted on rows that the
// model had not seen. A value, stored in the model.

//   none         p as it is
//   temperature  log p'[c] = slope log p[c], made to sum to one
//   sigmoid      log p'[c] = slope log p[c] + bias[c], made to sum to one: for two classes Platt's sigmoid of
//                the log odds
//   isotonic     each class against the rest: the log odds by a rising curve; then made to sum to one; of
//                more than two classes, then a temperature
enum class CalibrationMethod { none, temperature, sigmoid, isotonic };
template <>
inline constexpr std::array kNames<CalibrationMethod> =
    std::to_array<std::string_view>({"none", "temperature", "sigmoid", "isotonic"});

// Log odds in, log odds out, straight between the points and constant beyond the first and the last.
struct CalibrationCurve {
  std::vector<double> from, to;  // both rising
  double operator()(double log_odds) const;
  bool operator==(const CalibrationCurve&) const = default;
};

struct Calibration {
  CalibrationMethod method = CalibrationMethod::none;
  double slope = 1;
  std::vector<double> bias;              // sigmoid: of each class
  std::vector<CalibrationCurve> curves;  // isotonic: of each class; of two classes, of the second only
  // Rows that the model has learnt and forgotten since this was fitted: how far to trust it.
  double rows_learnt = 0, rows_forgotten = 0;

  void apply(std::span<double> log_posterior) const;
  bool of_each_class() const { return !bias.empty() || !curves.empty(); }
  bool fits(std::size_t n_classes) const;  // whether it is for this many classes
  bool operator==(const Calibration&) const = default;
};

struct Parameter {  // one matrix of a part's parameters, for inspection
  std::string name;
  Form form = Form::list;
  bool shared = false;       // by all classes: there is one only
  std::size_t rows = 1;      // how many numbers a class has
  std::size_t cells = 1;     // the classes
  std::vector<double> data;  // rows x cells
  double at(std::size_t row, std::size_t cell) const { return data[row * cells + (shared ? 0 : cell)]; }
};

struct PartView {
  std::shared_ptr<const PartPlan> plan;  // of the model, which it keeps
  std::vector<std::string> values;       // of a discrete column, words of a text, columns of counts
  std::vector<Parameter> parameters;
  double free_parameters = 0;             // all classes together
  std::vector<std::string> buckets = {};  // of a hashed text: what its values are names of, "#42"
  // Of a part over several columns with values: those of each column; `values` are combinations met, each a
  // cell of the table of all there can be (the last column fastest), and what all the others have, in the
  // place of each parameter.
  std::vector<std::vector<std::string>> column_values = {};
  std::vector<double> cells = {};
  std::vector<double> unmet = {};
  bool gathered = false;    // `values` are those of the columns, one column after the other, "column=value"
  std::size_t n_given = 0;  // the first n_given columns are what the others are conditioned on
};

// How a column of numbers is spread in one cell.
struct Marginal {
  double mean = 0;
  double deviation = 0;
  Domain support;  // the numbers it can have
};

// One reason why a row scores as it does.
struct Reason {
  enum class Kind { prior, value, absent, missing, unseen };
  Kind kind = Kind::value;
  std::string feature;  // the column, or the word
  std::string value;    // as it stands in the row
  double count = 1;
  std::vector<double> log_p;  // what it adds to the log score of every class; empty when it adds nothing
};

// The reasons and their sum. `log_scores` is what the classifier computes for the row.
struct Explanation {
  std::vector<Reason> reasons;  // the prior first
  std::vector<double> log_scores;
  std::vector<double> raw_log_posterior;  // what follows from the scores, and
  std::vector<double> log_posterior;      // what calibration and other rates of the classes make of it
  std::size_t predicted = 0;
  bool impossible = false;  // no class can have produced the row: the answer is the prior's
};

struct LinearWeight {
  std::string feature;  // "x", "x^2", "x=value" or a word
  double weight = 0;
};

// For two classes: P(second class | x) = sigmoid(bias + sum of weight * feature).
struct LinearView {
  double bias = 0;
  std::vector<LinearWeight> weights;
};

// A feature typical of a class: its log odds in the class against the others (for a number: how many
// standard deviations its mean lies off), and its share of what tells them apart, in nats.
struct InformativeFeature {
  std::string feature;
  double log_odds = 0;
  double information = 0;
};

// A model that was tried, as the options that make it, and how good it was.
struct Trial {
  std::string options;  // "‹alpha› 0.1 ‹tf› log", settings marked as in an Error; empty: as it began
  double value = 0;
  bool best = false;  // so far
};

// How the settings of a model were chosen.
struct TuningRecord {
  std::string metric;
  std::vector<Trial> trials;
};

// Where the penalty of a discriminative model pulls its weights to.
enum class Towards { generative, zero };
template <>
inline constexpr std::array kNames<Towards> = std::to_array<std::string_view>({"generative", "zero"});

// How the weights of a discriminative model were fitted.
struct ConditionalFit {
  double l2 = 0, l1 = 0;
  Towards towards = Towards::generative;
  double temperature = 1;  // what the generative weights are multiplied with to be the centre
  bool balanced = false;   // classes weighed the same
  bool nb_scaled = false;  // the penalty was of the weights divided by the generative ones
  double loss = 0;         // of the rows, without the penalty
  std::size_t iterations = 0;
  bool converged = false;
  bool operator==(const ConditionalFit&) const = default;
};

// How well a number of hidden classes fits the rows it was learnt from.
struct ClassesTried {
  std::size_t classes = 0;
  double log_likelihood = 0;       // at its maximum: without a prior, variances above their floor
  double parameters = 0;           // free ones
  double bic = 0, aic = 0;         // of these; the lower, the better
  double smallest = 0;             // rows of the smallest class
  double entropy = 0;              // 1: every row surely belongs to one class; 0: nothing is known of any
  std::size_t starts = 0;          // of EM,
  std::size_t reached = 0;         // of which so many came to the best
  std::optional<double> held_out;  // log-likelihood of rows not learnt from
};

// The rows of a chunk with their log posteriors, rows x classes.
struct ScoredChunk {
  const Chunk* chunk = nullptr;
  std::size_t n_classes = 0;
  std::vector<double> log_posterior;
  std::vector<bool> impossible;  // rows that no class can have produced: answered by the prior

  std::span<const double> row(std::size_t r) const { return {&log_posterior[r * n_classes], n_classes}; }
};

// The place of a class among `classes`; an Error of kind usage, with the nearest name, if it is none of them.
std::size_t find_class(std::span<const std::string> classes, const std::string& name);

// The most probable class of a row; the first of equals.
struct Prediction {
  std::string label;
  double probability = 0;
};

// Which rows to draw from a model.
struct SampleOptions {
  std::size_t n_rows = 10;
  std::uint64_t seed = 1;
  std::string label;  // only rows of this class; empty: classes by their prior
};

// The first of the largest.
std::size_t best_class(std::span<const double> log_posterior);

class Classifier;

// The plan that rows have to be counted under to be merged with a model, with the words that it has fixed.
// What was done to the model alone (EM, old counts faded) is not part of it.
Plan plan_of(const Classifier& model);

// The plan with what only rows can tell: the tree of a network, settings that are `auto`, words to be fixed.
// The rows are read only if the plan leaves something to decide.
Plan decide(const Plan& plan, const OpenChunks& open, unsigned threads = 1, const Tick& tick = {});
Plan decide(const Plan& plan, const Data& rows, unsigned threads = 1, const Tick& tick = {});

class Classifier {
 public:
  static Classifier train(const Plan& plan, const OpenChunks& open, unsigned threads = 1,
                          const Tick& tick = {});
  // Of rows in files or in memory, which are read as often as the plan needs.
  static Classifier train(const Plan& plan, const Data& rows, unsigned threads = 1, const Tick& tick = {});

  const Plan& plan() const;
  Statistics statistics() const;  // those the model keeps; copied only when they change
  const std::vector<std::string>& classes() const;
  std::vector<double> class_count() const;
  std::vector<double> log_prior() const;
  std::size_t components() const;  // hidden classes within each class
  // The cells that parameters are of: the classes; with components "a/1", "a/2", "b/1", ...
  std::vector<std::string> cells() const;
  const std::vector<double>& cell_log_prior() const;
  double n_rows() const;
  // What EM raised, after each of its steps from the start that was kept; empty when the classes were known.
  const std::vector<double>& trace() const;
  std::vector<PartView> parts() const;
  // The distribution of a column of numbers in a cell: place `column` of part `part`. An Error of kind usage
  // if the part is over something else.
  Marginal marginal(std::size_t part, std::size_t cell, std::size_t column = 0) const;
  // log p(x) there, of a part over a single column of numbers.
  double log_density(std::size_t part, std::size_t cell, double x) const;
  double free_parameters() const;
  // Whether there is one: for two classes of one component whose families all have it.
  bool has_linear() const;
  LinearView linear() const;  // an Error of kind usage otherwise
  std::vector<InformativeFeature> most_informative(std::size_t class_index,
                                                   std::size_t top) const;  // the most informative first

  // The algebra of models: exact, so that the result is the model that learnt all rows but those forgotten,
  // whatever the order. The rows need their class.
  Classifier learn(const OpenChunks& open, unsigned threads = 1, const Tick& tick = {}) const;
  // An Error of kind data if the rows were never learnt, as far as the sums can tell.
  Classifier forget(const OpenChunks& open, unsigned threads = 1, const Tick& tick = {}) const;
  // The same of rows with other columns than all the model's, by their own plan (see plan_of_rows). Parts
  // that come with rows go with them.
  // `n_left_out` gets how many words the texts have that a fixed vocabulary of the model has not.
  Classifier learn(const Plan& rows, const OpenChunks& open, unsigned threads = 1, const Tick& tick = {},
                   std::uint64_t* n_left_out = nullptr) const;
  Classifier forget(const Plan& rows, const OpenChunks& open, unsigned threads = 1,
                    const Tick& tick = {}) const;
  // Models with other columns are joined: in the rows of the one the cells of the other's are missing. An
  // Error of kind data says what keeps them apart, and by these names which of them says what.
  Classifier merge(const Classifier& other, const std::string& name = "one",
                   const std::string& other_name = "the other") const;
  // All counts multiplied by a factor above 0 and up to 1, for rows that are to weigh less than those to
  // come. Not exact: sums are rounded, and counts below 2^-20 are dropped. The model remembers it
  // (Plan::faded).
  Classifier faded(double factor) const;
  // The same sums estimated by another plan, that differs in settings, class prior and what is unseen only.
  Classifier reestimated(const Plan& plan) const;

  // The same model with posteriors adjusted. Learning and forgetting keep the calibration, marked with the
  // rows that came and went; new or lost classes end one that is of each class. Merging leaves it behind.
  Classifier calibrated(Calibration calibration) const;  // an Error of kind model if it is for other classes
  Classifier uncalibrated() const;
  const Calibration* calibration() const;  // null: none
  // The same model, its hashed texts with names for the buckets that tell most: the words that fall into
  // them, found by reading its rows once more (TrainingRows::named). Names stay when the model learns and
  // forgets; with those it has, or those of another model, they merge to the ones of the greater counts.
  Classifier named(const OpenChunks& listed, unsigned threads = 1, const Tick& tick = {}) const;
  Classifier tuned(TuningRecord record) const;
  const TuningRecord* tuning() const;  // null: its settings were given
  // Null: its parts are scored by their densities. Otherwise by weights, and learning, forgetting and merging
  // are Errors of kind usage: the weights need the rows.
  const ConditionalFit* conditional_fit() const;
  Classifier generative() const;  // the same statistics, scored by their densities
  // The same model with the numbers of hidden classes that were tried, its own among them.
  Classifier chosen_of(std::vector<ClassesTried> tried) const;
  const std::vector<ClassesTried>& classes_tried() const;  // empty: its classes are known, or were given
  // For rows whose classes come at these rates and not at those of training: posteriors are multiplied by new
  // rate over old.
  Classifier with_rates(std::span<const double> rates) const;
  std::vector<double> rates() const;  // those that posteriors are of

  // Scores all rows and writes them in order: `format` runs in many threads at once, `write` in one.
  using Format = std::function<void(const ScoredChunk&, std::string& out)>;
  using Write = std::function<void(const std::string&)>;
  void score(Source<Chunk>& rows, const Format& format, const Write& write, unsigned threads = 1,
             const Tick& tick = {}) const;

  // The most probable class of every row, in order.
  std::vector<Prediction> predict(Source<Chunk>& rows, unsigned threads = 1) const;

  // Visits the explanations of rows [first, first + count).
  void explain(Source<Chunk>& rows, std::size_t first, std::size_t count,
               const std::function<void(const Explanation&)>& take) const;

  // The sum over rows of log p(x, class), rows weighted; their target must be known. Of a model whose class
  // is hidden, of log p(x).
  double log_likelihood(Source<Chunk>& rows, unsigned threads = 1) const;

  // Visits rows drawn from the model, some at a time: the class by the prior, then each part given the class.
  // Their `kept` cells are those of a file to train on, the class first (named "class" without a target). The
  // same seed gives the same rows, and of more rows the same first ones. An Error of kind usage if a part is
  // no distribution (complement) or its texts are no lists of words (idf, n-grams).
  void sample(const SampleOptions& options, const std::function<void(const Chunk&)>& take) const;

  struct State;

 private:
  explicit Classifier(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  friend const State& state_of(const Classifier& model) { return *model.state_; }
  friend Classifier classifier_of(std::shared_ptr<const State> state);
  friend Classifier classifier_of(std::shared_ptr<const NamedSums> sums);

  std::shared_ptr<const State> state_;
};

// Models that are networks: learnt with a structure, they are classifiers when they have a target, and
// networks to be asked anything in any case.

bool is_network(const Classifier& model);
// What was learnt, the class included under the name of the target, as the first variable. An Error of kind
// usage if the model is no network or has columns of numbers or texts.
Network network_of(const Classifier& model);
// The graph of a network, for PlanOptions.
std::vector<GraphVariable> graph_of(const Network& network);

}  // namespace priory

#pragma GCC visibility pop
