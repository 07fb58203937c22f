// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fmt/format.h>

#include "priory/classifier.h"
#include "priory/error.h"
#include "priory/evaluation.h"

namespace priory {

std::size_t positive_class(std::span<const std::string> classes, const std::string& name) {
  if (classes.size() != 2) {
    throw Error(
        ErrorKind::usage,
        fmt::format("a positive class or a threshold is for two classes; there are {}", classes.size()));
  }
  return name.empty() ? 1 : find_class(classes, name);
}

Decision Decision::by_threshold(std::span<const std::string> classes, const std::string& positive,
                                double threshold) {
  if (!(threshold >= 0 && threshold <= 1))
    throw Error(ErrorKind::usage, fmt::format("‹threshold› is a probability, not {}", threshold));
  Decision out;
  out.positive_ = positive_class(classes, positive);
  out.log_threshold_ = std::log(threshold);
  out.has_threshold_ = true;
  return out;
}

Decision Decision::by_cost(std::vector<std::vector<double>> cost) {
  Decision out;
  out.cost_ = std::move(cost);
  return out;
}

Decision Decision::by_thresholds(std::span<const std::string> classes,
                                 std::span<const std::pair<std::string, double>> thresholds) {
  Decision out;
  out.log_thresholds_.assign(classes.size(), -kInfinity);
  for (const auto& [label, threshold] : thresholds) {
    if (!(threshold >= 0 && threshold <= 1))
      throw Error(ErrorKind::usage, fmt::format("‹threshold› is a probability, not {}", threshold));
    out.log_thresholds_[find_class(classes, label)] = std::log(threshold);
  }
  return out;
}

Decision Decision::or_none_below(double probability) const {
  Decision out = *this;
  out.log_least_ = std::log(probability);
  return out;
}

std::size_t Decision::operator()(std::span<const double> log_posterior) const {
  const std::size_t out = choose(log_posterior);
  return out == kNone || log_posterior[out] < log_least_ ? kNone : out;
}

std::size_t Decision::choose(std::span<const double> log_posterior) const {
  if (has_threshold_) return log_posterior[positive_] >= log_threshold_ ? positive_ : 1 - positive_;
  if (!cost_.empty()) return least_cost(log_posterior);
  if (log_thresholds_.empty()) return best_class(log_posterior);
  std::size_t best = kNone;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) {
    if (log_posterior[c] < log_thresholds_[c]) continue;
    if (best == kNone || log_posterior[c] > log_posterior[best]) best = c;
  }
  return best;
}

std::size_t Decision::least_cost(std::span<const double> log_posterior) const {
  std::size_t best = 0;
  double least = kInfinity;
  for (std::size_t predicted = 0; predicted < log_posterior.size(); ++predicted) {
    double expected = 0;
    for (std::size_t actual = 0; actual < log_posterior.size(); ++actual) {
      expected += std::exp(log_posterior[actual]) * cost_[actual][predicted];
    }
    if (expected < least) least = expected, best = predicted;
  }
  return best;
}

}  // namespace priory
