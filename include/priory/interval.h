// SPDX-License-Identifier: Apache-2.0
// How sure figures are: plain values that the evaluation and the reports share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace priory {

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

}  // namespace priory
