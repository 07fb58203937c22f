// SPDX-License-Identifier: Apache-2.0
#include "priory/decision.h"

#include <cmath>
#include <fmt/format.h>

#include "priory/classifier.h"
#include "priory/error.h"

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
    throw Error(ErrorKind::usage, fmt::format("--threshold is a probability, not {}", threshold));
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

std::size_t Decision::operator()(std::span<const double> log_posterior) const {
  if (has_threshold_) return log_posterior[positive_] >= log_threshold_ ? positive_ : 1 - positive_;
  if (cost_.empty()) return best_class(log_posterior);
  std::size_t best = 0;
  double least = HUGE_VAL;
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
