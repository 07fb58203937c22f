// SPDX-License-Identifier: Apache-2.0
// From rows to figures: each group of measures is a function of the rows in a file of its own (confusion,
// losses, ranking); here they are put together.
#include <algorithm>
#include <numeric>

#include "priory/evaluation.h"

#include "evaluate/confusion.h"
#include "evaluate/losses.h"
#include "evaluate/ranking.h"

namespace priory {
namespace {

// Over the classes for which the area is defined.
class MeanArea {
 public:
  void add(std::optional<double> area) {
    if (area) sum_ += *area, ++n_;
  }
  std::optional<double> value() const {
    if (n_ == 0) return {};
    return sum_ / n_;
  }

 private:
  double sum_ = 0;
  int n_ = 0;
};

}  // namespace

// Codes in the order of the report: the model's own, then the unknown ones by name, whoever came first.
std::vector<std::uint32_t> Evaluation::class_order() const {
  std::vector<std::uint32_t> codes(labels_.size());
  std::iota(codes.begin(), codes.end(), 0U);
  const auto unknown = codes.begin() + static_cast<std::ptrdiff_t>(rows_.n_classes);
  std::sort(unknown, codes.end(), [&](auto a, auto b) { return labels_[a] < labels_[b]; });
  return codes;
}

void Evaluation::measure_classes(Measures& measures) const {
  const std::vector<std::uint32_t> order = class_order();
  std::vector<std::size_t> position(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    position[order[k]] = k;
    measures.classes.emplace_back(labels_[order[k]]);
  }
  Confusion counts(order.size(), std::vector<std::uint64_t>(order.size()));
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    counts[position[rows_.actual[row]]][rows_.predicted[row]] += rows_.weight[row];
  }
  measure_confusion(counts, measures);
}

void Evaluation::measure_ranking(Measures& measures) const {
  MeanArea auc, precision;
  for (std::size_t k = 0; k < rows_.n_classes; ++k) {
    if (positive_ && *positive_ != k) continue;
    const Ranking ranking = rank(rows_, k);
    auc.add(roc_auc(ranking));
    precision.add(average_precision(ranking));
  }
  measures.roc_auc = auc.value();
  measures.average_precision = precision.value();
}

Measures Evaluation::measure() const {
  Measures measures;
  measures.rows = rows_.size();
  measures.n_known = rows_.n_classes;
  if (positive_) measures.positive = std::string(labels_[*positive_]);
  measure_classes(measures);
  measure_ranking(measures);
  const PosteriorLosses losses = posterior_losses(rows_);
  measures.log_loss = losses.log;
  measures.losses.squared = losses.squared;
  measures.losses.hinge = losses.hinge;
  measures.losses.exponential = losses.exponential;
  measures.brier = rows_.n_classes == 2 ? losses.squared / 2 : losses.squared;
  measures.ece = expected_calibration_error(rows_);
  return measures;
}

}  // namespace priory
