// SPDX-License-Identifier: Apache-2.0
// From posteriors to a class: the most probable one, a threshold for one of two, or the least expected cost.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace priory {

class Decision {
 public:
  Decision() = default;  // the most probable class; a tie goes to the first
  // One of two classes is chosen when its probability is at least `threshold`.
  static Decision by_threshold(std::span<const std::string> classes, const std::string& positive,
                               double threshold);
  // cost[actual][predicted], both in the order of the classes.
  static Decision by_cost(std::vector<std::vector<double>> cost);

  std::size_t operator()(std::span<const double> log_posterior) const;

 private:
  std::size_t positive_ = 0;
  double log_threshold_ = 0;
  bool has_threshold_ = false;
  std::vector<std::vector<double>> cost_;
};

// The positive one of two classes: the one named, or the last.
std::size_t positive_class(std::span<const std::string> classes, const std::string& name);

}  // namespace priory
