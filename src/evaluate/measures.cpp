// SPDX-License-Identifier: Apache-2.0
// From rows to figures: each group of measures is a function of the rows in a file of its own (confusion,
// losses, ranking); here they are put together.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "evaluate/confusion.h"
#include "evaluate/losses.h"
#include "evaluate/ranking.h"
#include "fold/fold.h"

namespace priory {
namespace {

constexpr std::size_t kClassesATask = 8;  // their scores share a line of the cache
constexpr std::size_t kRowsATask = std::size_t{1} << 16;

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
  std::vector<std::size_t> n_rows(order.size());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    counts[position[rows_.actual[row]]][rows_.predicted[row]] += rows_.weight[row];
    ++n_rows[position[rows_.actual[row]]];
  }
  measure_confusion(std::move(counts), measures);
  for (std::size_t k = 0; k < order.size(); ++k) measures.per_class[k].rows = n_rows[k];
}

// The classes' areas, some side by side a task, and the losses of blocks of rows, shared out to the threads:
// every figure is a sum that is exact, or belongs to one class.
void Evaluation::measure_scores(Measures& measures, const MeasureOptions& options) const {
  const std::size_t first = positive_.value_or(0), n_ranked = positive_ ? 1 : rows_.n_classes;
  const std::size_t n_rankings = (n_ranked + kClassesATask - 1) / kClassesATask;
  const std::size_t n_blocks = (rows_.size() + kRowsATask - 1) / kRowsATask;
  std::vector<Areas> areas(n_ranked);
  LossSums zero;
  zero.top_k = options.top_k;
  std::vector<LossSums> losses(std::max(1U, options.threads), zero);
  parallel_for(options.threads, n_rankings + n_blocks, [&](unsigned thread, std::size_t task) {
    if (task < n_rankings) {
      const std::size_t begin = task * kClassesATask;
      measure_areas(rows_, first + begin,
                    std::span(areas).subspan(begin, std::min(kClassesATask, n_ranked - begin)));
    } else {
      const std::size_t begin = (task - n_rankings) * kRowsATask;
      const std::size_t end = std::min(rows_.size(), begin + kRowsATask);
      for (std::size_t row = begin; row < end; ++row) losses[thread].add(rows_, row);
    }
  });
  for (std::size_t t = 1; t < losses.size(); ++t) losses[0].merge(losses[t]);
  losses[0].store(measures);
  MeanArea auc, precision;
  for (const Areas& one : areas) auc.add(one.roc_auc), precision.add(one.average_precision);
  measures.roc_auc = auc.value();
  measures.average_precision = precision.value();
}

Measures Evaluation::measure(const MeasureOptions& options) const {
  if (options.beta && !(*options.beta > 0 && std::isfinite(*options.beta)))
    throw Error(ErrorKind::usage, "beta is a number above 0");
  Measures measures;
  measures.rows = rows_.size();
  measures.rejected = rejected_;
  measures.n_known = rows_.n_classes;
  measures.beta = options.beta;
  measures.every_loss = options.every_loss;
  if (positive_) measures.positive = std::string(labels_[*positive_]);
  measure_classes(measures);
  measure_scores(measures, options);
  return measures;
}

Evaluation Evaluation::decided(const Decision& decide) const {
  Evaluation out = *this;
  out.rows_ = {}, out.total_weight_ = 0;
  out.rows_.n_classes = rows_.n_classes;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    out.add(labels_[rows_.actual[row]], rows_.scores(row), decide(rows_.scores(row)),
            static_cast<double>(rows_.weight[row]) * 0x1p-24);
  return out;
}

}  // namespace priory
