// SPDX-License-Identifier: Apache-2.0
// How good predictions are: from posteriors to a class (Decision), figures of many rows (Evaluation,
// Measures), curves over all thresholds, intervals, comparisons of two models, and gates for pipelines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "priory/chunk.h"
#include "priory/classifier.h"

#pragma GCC visibility push(default)

namespace priory {

// How sure figures are: plain values that the evaluation and the reports share.

struct Interval {
  double low = 0, high = 0;
};

struct NamedInterval {
  std::string name;  // as in `figures`: accuracy, macro.f1, roc_auc, recall[spam], ...
  Interval interval;
};

// By the bootstrap. Figures that are undefined in the evaluation have no interval; resamples in which they
// are undefined do not count.
struct Intervals {
  double level = 0.95;
  std::uint64_t seed = 1;
  std::size_t resamples = 0;        // of the figures that follow from the confusion matrix
  std::size_t score_resamples = 0;  // of log_loss, brier, roc_auc and average_precision; may be fewer
  std::vector<NamedInterval> figures;

  std::optional<Interval> find(std::string_view name) const;
};

// From posteriors to a class: the most probable one, one that reaches its threshold, the least expected cost;
// or none, where no class is sure enough. And the rates at which classes come, which may be others than in
// training.

class Classifier;
struct Chunk;

class Decision {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Decision() = default;  // the most probable class; a tie goes to the first
  // One of two classes is chosen when its probability is at least `threshold`.
  static Decision by_threshold(std::span<const std::string> classes, const std::string& positive,
                               double threshold);
  // The most probable of the classes that reach their threshold; none if no class does. A class that is not
  // named has the threshold 0.
  static Decision by_thresholds(std::span<const std::string> classes,
                                std::span<const std::pair<std::string, double>> thresholds);
  // cost[actual][predicted], both in the order of the classes.
  static Decision by_cost(std::vector<std::vector<double>> cost);
  // The same, but none where the class chosen has less than this probability.
  Decision or_none_below(double probability) const;

  std::size_t operator()(std::span<const double> log_posterior) const;  // kNone: no class
  bool may_reject() const { return log_least_ > -kInfinity || !log_thresholds_.empty(); }

 private:
  static constexpr double kInfinity = __builtin_huge_val();
  std::size_t choose(std::span<const double> log_posterior) const;
  std::size_t least_cost(std::span<const double> log_posterior) const;

  std::size_t positive_ = 0;
  double log_threshold_ = 0;
  bool has_threshold_ = false;
  std::vector<double> log_thresholds_;  // of each class
  std::vector<std::vector<double>> cost_;
  double log_least_ = -kInfinity;
};

// The positive one of two classes: the one named, or the last.
std::size_t positive_class(std::span<const std::string> classes, const std::string& name);

// The rates of the classes among rows of unknown class, by EM from the posteriors (Saerens, Latinne and
// Decaestecker, Adjusting the outputs of a classifier to new a priori probabilities, 2002). For
// Classifier::with_rates.
std::vector<double> estimate_rates(const Classifier& model, Source<Chunk>& rows, unsigned threads = 1,
                                   const Tick& tick = {});

// How good the predictions are. An Evaluation is a mergeable value: the rows of shards evaluated apart and
// merged in any order give the measures of the whole, to the bit, because every sum over rows is exact.
// It keeps every row's scores, as curves, thresholds and intervals need them: 8 K + 16 bytes a row for K
// classes (a million rows of 50 classes take 416 MB). Not safe to change from two threads at once.

// Precision, recall and F are 0 where they are undefined (0 / 0).
struct Averages {
  double precision = 0, recall = 0, f1 = 0;
  double f_beta = 0;  // recall counts beta times as much as precision; F1 where no beta was asked for
};

struct ClassMeasures : Averages {
  std::string label;
  double support = 0;    // the weight of its rows
  std::size_t rows = 0;  // how many they are
};

// Means over rows. The margin m is log p(true class) - max log p(another class); for two classes it is the
// log odds, signed by the truth.
struct Losses {
  double zero_one = 0;     // 1 - accuracy
  double squared = 0;      // sum over classes of (p - [is true])^2: 0 to 2
  double hinge = 0;        // max(0, 1 - m)
  double exponential = 0;  // exp(-m)
};

// How often the true class is among the k most probable ones, the first of equals counting as more probable.
struct TopK {
  std::size_t k = 0;
  double accuracy = 0;
};

enum class ThresholdGoal {
  f1,      // of the positive class
  youden,  // recall minus false positive rate
  cost,    // the least mean cost
};
template <>
inline constexpr std::array kNames<ThresholdGoal> = std::to_array<std::string_view>({"f1", "youden", "cost"});

// No other threshold of the positive class does better on the rows it was found on. Of those that do as well
// the one is taken that calls the fewest rows positive and has the fewest digits.
struct BestThreshold {
  ThresholdGoal goal = ThresholdGoal::f1;
  double threshold = 0;
  double value = 0;  // of the goal: F1, Youden's J, or the mean cost of a row
};

// What `measure` may be asked for besides; `threads` never changes a figure.
struct MeasureOptions {
  std::optional<double> beta;  // above 0
  std::size_t top_k = 0;       // 0: not wanted
  unsigned threads = 1;
  bool every_loss = false;  // hinge and exponential loss are shown to people too
};

// A column of rows against what a model has met of it in training.
struct UnseenColumn {
  std::string column;
  std::size_t cells = 0;    // of all rows
  std::size_t missing = 0;  // of these
  std::size_t unseen = 0;   // of these: values that no row of the training had
  std::string example;      // one of them, the first in code point order; empty: none
  std::string known;        // the model's value that the example is spelt like, or empty
  bool numbers = false;     // they are numbers, and the model's values are none

  // "education: 7 of 10 cells not seen in training, for example 'hs'; did you mean 'HS'?"; empty: nothing to
  // say.
  std::string text() const;
};

// All figures are 0 when the rows have no weight. A row whose class the model does not know makes log_loss,
// hinge and exponential infinite: the model gave it no probability at all.
struct Measures {
  std::size_t rows = 0;
  std::size_t rejected = 0;  // rows for which no class was chosen: they are in no other figure
  double accuracy = 0;
  double balanced_accuracy = 0;  // the mean recall of the classes that the rows have
  double matthews = 0;           // the correlation of truth and prediction (Gorodkin 2004); 0 if undefined
  double kappa = 0;              // Cohen's: agreement beyond chance; 0 if undefined
  std::optional<double> beta;    // of f_beta, when asked for
  std::optional<TopK> top_k;     // when asked for
  bool every_loss = false;       // whether hinge and exponential loss were asked for
  std::vector<UnseenColumn> unseen =
      {};                            // columns with cells that the training had not, where that was counted
  std::vector<std::string> classes;  // the model's, then those only the data has, in code point order
  std::size_t n_known = 0;           // how many of them are the model's
  std::vector<std::vector<double>> confusion;  // [actual][predicted]; sums of weights
  std::vector<ClassMeasures> per_class;        // one for each of `classes`
  Averages macro, weighted, micro;  // over all of `classes`: plain, by support, of the summed counts
  double log_loss = 0;              // natural, not clipped: may be infinite
  double brier = 0;                 // losses.squared; half of it for two classes (Brier's and sklearn's)
  Losses losses;
  std::optional<std::string> positive;  // of two classes

  // The chance that a positive row ranks above a negative one, ties counting half. Two classes: ranked by the
  // log odds of the positive. Else: the mean over those classes of the model that some but not all rows have,
  // each against the rest, ranked by log posterior. Rows of unknown classes are negatives. None when there is
  // no pair.
  std::optional<double> roc_auc;
  // Sum over thresholds of precision times the gain in recall; averaged likewise, over classes that some row
  // has.
  std::optional<double> average_precision;
  // Expected calibration error: the mean gap between the posterior of the class predicted and how often it is
  // right, over 15 bins of equal width (Guo et al. 2017).
  double ece = 0;

  std::optional<BestThreshold> best_threshold;  // where the rows were decided by it
  std::optional<Intervals> intervals;           // when asked for: `measure` gives none
};

// The rows of an evaluation, one entry of each vector a row.
struct ScoredRows {
  std::vector<std::uint32_t>
      actual;  // index of the true class; those from n_classes on the model does not know
  std::vector<std::uint32_t> predicted;  // less than n_classes
  std::vector<std::uint64_t> weight;     // in units of 2^-24
  std::vector<double> log_posterior;     // rows x classes
  std::size_t n_classes = 0;             // of the model

  std::size_t size() const { return actual.size(); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(actual, predicted, weight, log_posterior);
  }
  std::span<const double> scores(std::size_t row) const {
    return {log_posterior.data() + row * n_classes, n_classes};
  }
};

class Evaluation {
 public:
  // `classes` are the model's, in its order; `positive` is one of two (by default the last).
  explicit Evaluation(const std::vector<std::string>& classes,
                      const std::optional<std::string>& positive = {});

  // One row: its true class, its log posteriors in the order of `classes`, the index of the class predicted
  // or Decision::kNone: then it is counted and nothing else. Weights are rounded to multiples of 2^-24.
  void add(std::string_view actual, std::span<const double> log_posterior, std::size_t predicted,
           double weight = 1);
  void merge(const Evaluation& other);  // of the same classes and positive one
  template <class Wire>
  void carry(Wire& wire) {
    wire(labels_, total_weight_, rejected_, rows_);
  }

  Measures measure(const MeasureOptions& options = {}) const;
  // The same rows with the classes that another decision gives them.
  Evaluation decided(const Decision& decide) const;

  const ScoredRows& rows() const { return rows_; }
  // The names that `rows().actual` counts through: the model's classes, then the others as they came.
  std::span<const std::string_view> labels() const { return labels_.strings(); }
  std::optional<std::size_t> positive() const { return positive_; }  // of two classes
  std::vector<std::uint32_t> class_order() const;  // codes of `labels` in the order of Measures::classes

 private:
  void check(std::span<const double> log_posterior, std::size_t predicted) const;
  void admit(std::uint64_t units);
  void measure_classes(Measures& measures) const;
  void measure_scores(Measures& measures, const MeasureOptions& options) const;

  Dictionary labels_;  // the model's classes, then the others as they came
  std::optional<std::size_t> positive_;
  std::uint64_t total_weight_ = 0;  // in units of 2^-24; at most 2^63
  std::size_t rejected_ = 0;
  ScoredRows rows_;
};

// Evaluates a model on rows whose class is known; they stay in the order of the source for any number of
// threads, so that the rows of two models' evaluations on the same source can be compared.
Evaluation evaluate(const Classifier& model, Source<Chunk>& rows, const Decision& decide = {},
                    const std::optional<std::string>& positive = {}, unsigned threads = 1,
                    const Tick& tick = {});

// What an evaluation looks like over all thresholds: the ROC and precision-recall curve of one class against
// the rest, the best threshold for two classes, and how far confidence can be believed. All are functions of
// the rows alone, not of their order.

// The rows whose score is at least `score`, by weight. For two classes the score is the log odds of the
// positive one, else its log posterior.
struct CurvePoint {
  double score = 0;
  double true_positives = 0;
  double false_positives = 0;
};

// Every distinct score is a point, from the highest down. Before them stands a point of score +inf that no
// row reaches: the curve begins at (0, 0) and ends with all rows.
struct Curve {
  std::string label;  // the positive class
  double positives = 0, negatives = 0;
  std::vector<CurvePoint> points;
  std::optional<double> roc_auc;            // none without both a positive and a negative
  std::optional<double> average_precision;  // none without a positive

  double recall(const CurvePoint& at) const;               // the true positive rate; 0 without positives
  double false_positive_rate(const CurvePoint& at) const;  // 0 without negatives
  static double precision(const CurvePoint& at);           // 1 where nothing is called positive
};

Curve curve(const Evaluation& evaluation, std::size_t class_index);  // of the model's classes
// Of the positive class when there are two; else of each class of the model.
std::vector<Curve> curves(const Evaluation& evaluation);

// Rows whose class was predicted with a posterior in (low, high], the first bin with 0 too.
struct ReliabilityBin {
  double low = 0, high = 0;
  double weight = 0;      // of its rows
  double confidence = 0;  // their mean posterior of the class predicted; 0 without rows
  double accuracy = 0;    // how often that class was right; 0 without rows
};

// Bins of equal width; Measures::ece is the mean of |confidence - accuracy| over 15 of them, by weight.
std::vector<ReliabilityBin> reliability(const Evaluation& evaluation, std::size_t n_bins = 15);

// Two classes: the threshold for Decision::by_threshold. cost[actual][predicted] in the order of the classes
// is for the goal of that name. Rows of classes that the model does not know are negatives, and cost nothing.
BestThreshold best_threshold(const Evaluation& evaluation, ThresholdGoal goal,
                             const std::vector<std::vector<double>>& cost = {});

// How sure the figures of an evaluation are, and whether two models differ: percentile intervals of the
// bootstrap, and McNemar's test. A resample draws as many rows as there are, with replacement; a row keeps
// its weight. The rows are put in an order of their own before drawing, so that the same seed gives the same
// bits for any order of the rows, any shards and any number of threads.

struct BootstrapOptions {
  // 0: none. When not given, 1000; less where that would be slow, but then 200 or none for the figures that
  // depend on scores: see Intervals.
  std::optional<std::size_t> resamples;
  std::uint64_t seed = 1;
  double level = 0.95;
  std::optional<double> beta;  // `intervals` has those of F-beta too
  unsigned threads = 1;        // never changes a result
};

Intervals intervals(const Evaluation& evaluation, const BootstrapOptions& options = {});

// Are the two models' mistakes on the same rows equally many? Rows count once, whatever their weight; those
// without weight do not count.
struct McNemar {
  std::size_t first_only = 0;   // rows that the first model alone gets right
  std::size_t second_only = 0;  // rows that the second alone gets right
  bool exact = true;            // by the binomial distribution: for fewer than 25 such rows
  double statistic = 0;         // else chi square with continuity correction (Edwards 1948)
  double p_value = 1;           // of two sides
};

McNemar mcnemar(std::size_t first_only, std::size_t second_only);

// Second minus first.
struct Difference {
  std::string name;
  double first = 0, second = 0;
  double difference = 0;             // may be infinite, or NaN where both are
  std::optional<Interval> interval;  // of the difference
};

struct Comparison {
  std::size_t rows = 0;
  McNemar mcnemar;
  std::vector<Difference> differences;  // accuracy, macro.f1, log_loss, brier, roc_auc, average_precision
  double level = 0.95;
  std::size_t resamples = 0;
  std::uint64_t seed = 1;
};

// Of two evaluations whose rows are the same in the same order, as `evaluate` gives them for one source: an
// Error of kind usage if their numbers, true classes or weights differ.
Comparison compare(const Evaluation& first, const Evaluation& second, const BootstrapOptions& options = {});

// The figures of an evaluation by name, and gates for pipelines: 'roc_auc>=.85, recall[spam]>.9'.

struct Figure {
  std::string name;
  std::optional<double> value;  // none: undefined
};

// accuracy, balanced_accuracy, matthews, kappa, macro.f1, ..., log_loss, brier, roc_auc, ..., then those of
// each class: precision[CLASS], recall[CLASS], f1[CLASS], support[CLASS]. For two classes also precision,
// recall and f1, those of the positive class.
std::vector<Figure> figures(const Measures& measures);
// Of each difference, second minus first: accuracy, accuracy.low and accuracy.high, its interval, ...; and
// p_value, McNemar's.
std::vector<Figure> figures(const Comparison& comparison);

enum class Relation { at_least, at_most, above, below };

struct Requirement {
  std::string text;  // as it was given
  std::string name;
  Relation relation = Relation::at_least;
  double bound = 0;
};

// Several are separated by commas (not those within brackets). An Error of kind usage for text that is no
// requirement.
std::vector<Requirement> parse_requirements(std::string_view text);

// A sentence for each requirement that is not met: which, the figure, and by how much it fails. auc, ap and
// mcc are short for roc_auc, average_precision and matthews. An Error of kind usage, with the nearest name,
// for a figure that does not exist.
std::vector<std::string> failures(std::span<const Requirement> requirements, std::span<const Figure> figures);

}  // namespace priory

#pragma GCC visibility pop
