// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "evaluate/confusion.h"
#include "evaluate/losses.h"
#include "evaluate/ranking.h"
#include "evaluate/tallies.h"

namespace priory {

double Curve::recall(const CurvePoint& at) const {
  return positives == 0 ? 0 : at.true_positives / positives;
}

double Curve::false_positive_rate(const CurvePoint& at) const {
  return negatives == 0 ? 0 : at.false_positives / negatives;
}

double Curve::precision(const CurvePoint& at) {
  const double called = at.true_positives + at.false_positives;
  return called == 0 ? 1 : at.true_positives / called;
}

Curve curve(const Evaluation& evaluation, std::size_t class_index) {
  if (class_index >= evaluation.rows().n_classes)
    throw Error(ErrorKind::usage, "the model has no class of number " + std::to_string(class_index));
  Curve out;
  out.label = evaluation.labels()[class_index];
  out.points.reserve(evaluation.rows().size() + 1);
  out.points.push_back({std::numeric_limits<double>::infinity(), 0, 0});
  const Areas areas = rank(evaluation.rows(), class_index, [&](const RankStep& step) {
    out.points.push_back({step.score, in_rows(step.positives), in_rows(step.negatives)});
  });
  out.roc_auc = areas.roc_auc;
  out.average_precision = areas.average_precision;
  out.positives = out.points.back().true_positives;
  out.negatives = out.points.back().false_positives;
  return out;
}

std::vector<Curve> curves(const Evaluation& evaluation) {
  if (evaluation.positive()) return {curve(evaluation, *evaluation.positive())};
  std::vector<Curve> out;
  out.reserve(evaluation.rows().n_classes);
  for (std::size_t k = 0; k < evaluation.rows().n_classes; ++k) out.push_back(curve(evaluation, k));
  return out;
}

std::vector<ReliabilityBin> reliability(const Evaluation& evaluation, std::size_t n_bins) {
  if (n_bins == 0) throw Error(ErrorKind::usage, "a reliability diagram has at least one bin");
  ReliabilityTally calibration(n_bins);
  for (std::size_t row = 0; row < evaluation.rows().size(); ++row) calibration.add(evaluation.rows(), row);
  std::vector<ReliabilityBin> out;
  out.reserve(n_bins);
  for (const CalibrationBin& bin : calibration.bins()) {
    const std::uint64_t weight = bin.confidence.weight();
    const auto b = static_cast<double>(out.size()), n = static_cast<double>(n_bins);
    out.push_back({b / n, (b + 1) / n, in_rows(weight), bin.confidence.value(), ratio(bin.right, weight)});
  }
  return out;
}

}  // namespace priory
