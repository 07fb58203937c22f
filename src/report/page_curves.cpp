// SPDX-License-Identifier: Apache-2.0
#include "report/page_curves.h"

#include <algorithm>
#include <cmath>

namespace priory {
namespace {

constexpr double kUnitsPerRow = 1 << 24;
constexpr std::size_t kMostSteps = 2000, kAllSteps = 8000, kFewSteps = 50;  // of one curve, of all, at least

double weight_of(std::uint64_t units) {
  return static_cast<double>(units) / kUnitsPerRow;
}

void write_curve(JsonWriter& json, const std::string& label, const Ranking& ranking, std::size_t most) {
  std::vector<double> score, tp, fp;
  for (const RankStep& step : thinned(ranking, most)) {
    score.push_back(step.score);
    tp.push_back(weight_of(step.positives));
    fp.push_back(weight_of(step.negatives));
  }
  json.begin_object().member("class", label).member("steps", ranking.size());
  json.member("roc_auc", roc_auc(ranking)).member("average_precision", average_precision(ranking));
  json.member("score", score).member("tp", tp).member("fp", fp).end_object();
}

}  // namespace

Ranking thinned(const Ranking& ranking, std::size_t most) {
  if (ranking.size() <= most) return ranking;
  const RankStep all = ranking.back();
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  // From 0 to 2 along the curve, whose steps go up or to the right.
  const auto way = [&](const RankStep& step) {
    return share(step.positives, all.positives) + share(step.negatives, all.negatives);
  };
  const double stride = 2.0 / static_cast<double>(most);
  Ranking out;
  double next = 0;
  for (std::size_t k = 0; k < ranking.size(); ++k) {
    const bool last = k + 1 == ranking.size();
    const bool at_even = ranking[k].score >= 0 && !last && ranking[k + 1].score <= 0;
    const bool after_even = k > 0 && ranking[k - 1].score >= 0 && ranking[k].score <= 0;
    if (way(ranking[k]) < next && !last && !at_even && !after_even) continue;
    out.push_back(ranking[k]);
    next = way(ranking[k]) + stride;
  }
  return out;
}

void write_curves(JsonWriter& json, const Evaluation& evaluation, const Measures& measures) {
  json.begin_array();
  const std::size_t n_classes = evaluation.rows().n_classes;
  const std::size_t most = std::clamp(kAllSteps / std::max<std::size_t>(n_classes, 1), kFewSteps, kMostSteps);
  for (std::size_t c = 0; c < n_classes; ++c) {
    const bool wanted = n_classes > 2 || measures.classes[c] == measures.positive;
    if (wanted)
      write_curve(json, measures.classes[c], rank(evaluation.rows(), c), n_classes > 2 ? most : kMostSteps);
  }
  json.end_array();
}

void write_reliability(JsonWriter& json, const Evaluation& evaluation) {
  constexpr std::size_t kBins = 15;
  std::vector<double> weight(kBins), confidence(kBins), right(kBins);
  const ScoredRows& rows = evaluation.rows();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double sure = std::exp(rows.scores(row)[rows.predicted[row]]);
    // Bins are open on the left, closed on the right.
    const double at = std::ceil(sure * static_cast<double>(kBins)) - 1;
    const auto bin = static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(kBins - 1)));
    const double units = static_cast<double>(rows.weight[row]) / kUnitsPerRow;
    weight[bin] += units;
    confidence[bin] += units * sure;
    if (rows.actual[row] == rows.predicted[row]) right[bin] += units;
  }
  json.begin_array();
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    if (weight[bin] == 0) continue;
    json.begin_object().member("from", static_cast<double>(bin) / kBins);
    json.member("to", static_cast<double>(bin + 1) / kBins).member("weight", weight[bin]);
    json.member("confidence", confidence[bin] / weight[bin]);
    json.member("accuracy", right[bin] / weight[bin]).end_object();
  }
  json.end_array();
}

}  // namespace priory
