// SPDX-License-Identifier: Apache-2.0
// From posteriors to a class: the most probable one, one that reaches its threshold, the least expected cost;
// or none, where no class is sure enough. And the rates at which classes come, which may be others than in
// training.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "priory/source.h"

namespace priory {

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

}  // namespace priory
