// SPDX-License-Identifier: Apache-2.0
// A threshold is a probability, and log odds tell rows apart that no probability can. So each row is ranked
// by the highest threshold that still calls it positive; rows that share it cannot be parted.
#include <algorithm>
#include <cmath>
#include <functional>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "evaluate/tallies.h"

namespace priory {
namespace {

// The largest t in [0, 1] whose logarithm is not above the log posterior, which is how Decision compares.
double highest_threshold(double log_posterior) {
  double t = std::min(1.0, std::exp(log_posterior));
  while (t > 0 && std::log(t) > log_posterior) t = std::nextafter(t, 0.0);
  for (double more = std::nextafter(t, 1.0); t < 1 && std::log(more) <= log_posterior;
       more = std::nextafter(t, 1.0))
    t = more;
  return t;
}

struct Ranked {
  double threshold = 0;
  std::uint64_t positives = 0, negatives = 0, unknown = 0;  // weights; unknown are negatives too
};

std::vector<Ranked> ranked(const ScoredRows& rows, std::size_t positive) {
  std::vector<Ranked> out;
  out.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::uint64_t weight = rows.weight[row];
    if (weight == 0) continue;
    const bool is_positive = rows.actual[row] == positive;
    out.push_back({highest_threshold(rows.scores(row)[positive]), is_positive ? weight : 0,
                   is_positive ? 0 : weight, rows.actual[row] > 1 ? weight : 0});
  }
  std::sort(out.begin(), out.end(),
            [](const Ranked& a, const Ranked& b) { return a.threshold > b.threshold; });
  return out;
}

void add(Ranked& sum, const Ranked& more) {
  sum.positives += more.positives;
  sum.negatives += more.negatives;
  sum.unknown += more.unknown;
}

using Goodness = std::function<double(const Ranked& called)>;  // the higher the better

Goodness goodness_of(ThresholdGoal goal, const Ranked& all, std::size_t positive,
                     const std::vector<std::vector<double>>& cost) {
  if (goal == ThresholdGoal::f1) {
    return [&all](const Ranked& called) {
      return averages_of({called.positives, all.positives, called.positives + called.negatives}, 1).f1;
    };
  }
  if (goal == ThresholdGoal::youden) {
    return [&all](const Ranked& called) {
      return ratio(called.positives, all.positives) - ratio(called.negatives, all.negatives);
    };
  }
  const bool fits = cost.size() == 2 && cost[0].size() == 2 && cost[1].size() == 2;
  if (!fits) throw Error(ErrorKind::usage, "the best threshold by cost needs the costs of two classes");
  const std::size_t negative = 1 - positive;
  const auto known = [](const Ranked& r) { return r.negatives - r.unknown; };
  return [=, &all](const Ranked& called) {
    const double sum = static_cast<double>(called.positives) * cost[positive][positive] +
                       static_cast<double>(all.positives - called.positives) * cost[positive][negative] +
                       static_cast<double>(known(called)) * cost[negative][positive] +
                       static_cast<double>(known(all) - known(called)) * cost[negative][negative];
    return -sum / static_cast<double>(all.positives + all.negatives);
  };
}

// The number with the fewest decimals above `low` and not above `high`.
double shortest_between(double low, double high) {
  double scale = 1;
  for (int decimals = 0; decimals < 15; ++decimals, scale *= 10) {
    const double rounded = std::floor(high * scale) / scale;  // both exact here: correctly rounded
    if (rounded > low && rounded <= high) return rounded;
  }
  return high;
}

}  // namespace

BestThreshold best_threshold(const Evaluation& evaluation, ThresholdGoal goal,
                             const std::vector<std::vector<double>>& cost) {
  if (!evaluation.positive())
    throw Error(ErrorKind::usage, "a best threshold is for two classes; there are " +
                                      std::to_string(evaluation.rows().n_classes));
  const std::vector<Ranked> rows = ranked(evaluation.rows(), *evaluation.positive());
  if (rows.empty()) throw Error(ErrorKind::data, "there are no rows to find a threshold on");
  Ranked all, called;
  for (const Ranked& row : rows) add(all, row);
  const Goodness goodness = goodness_of(goal, all, *evaluation.positive(), cost);
  double low = rows[0].threshold, high = 1, best = -HUGE_VAL;
  if (low < 1) best = goodness(called), low = rows[0].threshold;  // nothing is called positive
  for (std::size_t i = 0, next = 0; i < rows.size(); i = next) {
    for (next = i; next < rows.size() && rows[next].threshold == rows[i].threshold; ++next)
      add(called, rows[next]);
    const double value = goodness(called);
    if (value <= best) continue;
    best = value;
    high = rows[i].threshold;
    low = next < rows.size() ? rows[next].threshold : -1;
  }
  return {goal, shortest_between(low, high), goal == ThresholdGoal::cost ? -best : best};
}

}  // namespace priory
