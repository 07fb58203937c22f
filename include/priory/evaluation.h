// SPDX-License-Identifier: Apache-2.0
// How good the predictions are. An Evaluation is a mergeable value: the rows of shards evaluated apart and
// merged in any order give the measures of the whole, to the bit, because every sum over rows is exact.
// It keeps every row's scores, as curves, thresholds and intervals need them: 8 K + 16 bytes a row for K
// classes (a million rows of 50 classes take 416 MB). Not safe to change from two threads at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/decision.h"
#include "priory/dictionary.h"
#include "priory/interval.h"

namespace priory {

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

}  // namespace priory
