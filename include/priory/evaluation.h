// SPDX-License-Identifier: Apache-2.0
// How good the predictions are. An Evaluation is a mergeable value: shards evaluated apart and merged give the
// evaluation of the whole, to the bit. `measure` turns it into figures.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace priory {

struct ClassMeasures {
  std::string label;
  double precision = 0, recall = 0, f1 = 0, support = 0;
};

struct Averages {
  double precision = 0, recall = 0, f1 = 0;
};

struct Losses {
  double zero_one = 0, squared = 0, hinge = 0, exponential = 0;
};

struct Measures {
  std::size_t rows = 0;
  double accuracy = 0;
  std::vector<std::string> classes;               // the model's, then those only the data has
  std::vector<std::vector<double>> confusion;     // [actual][predicted]; sums of weights
  std::vector<ClassMeasures> per_class;
  Averages macro, weighted, micro;
  double log_loss = 0, brier = 0;
  Losses losses;
  std::optional<std::string> positive;            // of two classes
  std::optional<double> roc_auc;                  // none when it is not defined (one class only)
  std::optional<double> average_precision;
  double ece = 0;
};

class Evaluation {
 public:
  // `classes` are the model's, in its order; `positive` is one of two (by default the last).
  explicit Evaluation(std::vector<std::string> classes, std::optional<std::string> positive = {});

  // One row: its true class, its log posteriors in the order of `classes`, the class predicted.
  void add(std::string_view actual, std::span<const double> log_posterior, std::size_t predicted,
           double weight = 1);
  void merge(const Evaluation& other);

  Measures measure() const;

 private:
  std::vector<std::string> classes_;
  std::optional<std::string> positive_;
  // the rest is the author's
};

}  // namespace priory
