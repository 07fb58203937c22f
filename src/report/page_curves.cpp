// SPDX-License-Identifier: Apache-2.0
#include "report/page_curves.h"

#include <algorithm>
#include <numeric>

namespace priory {
namespace {

constexpr std::size_t kMostPoints = 2000;  // of a curve
constexpr std::size_t kAllPoints = 8000;   // of all, but
constexpr std::size_t kFewPoints = 50;     // no curve has fewer
constexpr std::size_t kMostCurves = 200;

void write_curve(JsonWriter& json, const Curve& curve, std::size_t most) {
  std::vector<double> score, tp, fp;
  for (const CurvePoint& point : thinned(curve, most)) {
    score.push_back(point.score);
    tp.push_back(point.true_positives);
    fp.push_back(point.false_positives);
  }
  json.begin_object().member("class", curve.label).member("steps", curve.points.size() - 1);
  json.member("roc_auc", curve.roc_auc).member("average_precision", curve.average_precision);
  json.member("score", score).member("tp", tp).member("fp", fp).end_object();
}

// The positive one of two; else those with the most rows, in their order.
std::vector<std::size_t> classes_of(const Evaluation& evaluation, const Measures& measures) {
  if (evaluation.positive()) return {*evaluation.positive()};
  std::vector<std::size_t> out(evaluation.rows().n_classes);
  std::iota(out.begin(), out.end(), 0U);
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return measures.per_class[a].support > measures.per_class[b].support;
  });
  if (out.size() > kMostCurves) out.resize(kMostCurves);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<CurvePoint> thinned(const Curve& curve, std::size_t most) {
  std::vector<CurvePoint> all(curve.points.begin() + 1, curve.points.end());
  if (all.size() <= most) return all;
  // From 0 to 2 along the curve, whose steps go up or to the right.
  const auto way = [&](const CurvePoint& at) { return curve.recall(at) + curve.false_positive_rate(at); };
  const double stride = 2.0 / static_cast<double>(most);
  std::vector<CurvePoint> out;
  double next = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool last = k + 1 == all.size();
    const bool before_even = all[k].score >= 0 && !last && all[k + 1].score <= 0;
    const bool after_even = all[k].score <= 0 && k > 0 && all[k - 1].score >= 0;
    if (way(all[k]) < next && !last && !before_even && !after_even) continue;
    out.push_back(all[k]);
    next = way(all[k]) + stride;
  }
  return out;
}

void write_curves(JsonWriter& json, const Evaluation& evaluation, const Measures& measures) {
  const std::vector<std::size_t> classes = classes_of(evaluation, measures);
  const std::size_t most =
      std::clamp(kAllPoints / std::max<std::size_t>(classes.size(), 1), kFewPoints, kMostPoints);
  json.begin_array();
  for (const std::size_t each : classes) write_curve(json, curve(evaluation, each), most);
  json.end_array();
}

void write_reliability(JsonWriter& json, const Evaluation& evaluation) {
  json.begin_array();
  for (const ReliabilityBin& bin : reliability(evaluation)) {
    if (bin.weight == 0) continue;
    json.begin_object().member("from", bin.low).member("to", bin.high).member("weight", bin.weight);
    json.member("confidence", bin.confidence).member("accuracy", bin.accuracy).end_object();
  }
  json.end_array();
}

}  // namespace priory
