// SPDX-License-Identifier: Apache-2.0
#include "evaluate/isotonic_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluate/sigmoid_fit.h"
#include "model/log_odds.h"

namespace priory {
namespace {

// Rows of equal or neighbouring log odds, and how many of them are of the class.
struct Pool {
  double log_odds = 0;  // times weight
  double weight = 0, positive = 0;

  // With half a row for and half against, so that no pool is certain.
  double odds() const { return (positive + 0.5) / (weight - positive + 0.5); }
  double to() const { return std::log(odds()); }
  double from() const { return log_odds / weight; }
  void add(const Pool& other) {
    log_odds += other.log_odds, weight += other.weight, positive += other.positive;
  }
};

void append(std::vector<Pool>& pools, const Pool& next) {
  if (!pools.empty() && pools.back().from() == next.from())
    pools.back().add(next);
  else
    pools.push_back(next);
  while (pools.size() > 1 && pools[pools.size() - 2].odds() >= pools.back().odds()) {
    const Pool last = pools.back();
    pools.pop_back();
    pools.back().add(last);
  }
}

CalibrationCurve curve_of(const std::vector<Pool>& pools) {
  CalibrationCurve out;
  for (const Pool& pool : pools) {
    if (!out.from.empty() && pool.from() <= out.from.back()) continue;  // rounding
    out.from.push_back(pool.from()), out.to.push_back(pool.to());
  }
  return out;
}

}  // namespace

IsotonicFit::IsotonicFit(const ScoredRows& rows, const std::vector<std::size_t>& of,
                         const std::vector<std::uint8_t>& part)
    : rows_(rows), of_(of), part_(part), points_(rows.n_classes == 2 ? 1 : rows.n_classes) {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t c = rows.n_classes == 2 ? 1 : k;
    points_[k].reserve(of.size());
    for (const std::size_t row : of)
      points_[k].push_back(
          {std::clamp(log_odds(rows.scores(row), c), -700.0, 700.0), static_cast<std::uint32_t>(row)});
    std::sort(points_[k].begin(), points_[k].end(), [](const Point& a, const Point& b) {
      return a.log_odds < b.log_odds || (a.log_odds == b.log_odds && a.row < b.row);
    });
  }
}

// Pools neighbours until the curve rises.
CalibrationCurve IsotonicFit::curve(std::size_t k, std::uint32_t parts) const {
  const std::size_t c = rows_.n_classes == 2 ? 1 : k;
  std::vector<Pool> pools;
  for (const auto& [odds, row] : points_[k]) {
    if ((parts >> part_[row] & 1U) != 0) continue;
    const double weight = static_cast<double>(rows_.weight[row]) * 0x1p-24;
    append(pools, {odds * weight, weight, rows_.actual[row] == c ? weight : 0});
  }
  return curve_of(pools);
}

const Calibration& IsotonicFit::curves_without(std::uint32_t parts) {
  const auto [at, is_new] = curves_.try_emplace(parts);
  if (!is_new) return at->second;
  at->second.method = CalibrationMethod::isotonic;
  for (std::size_t k = 0; k < points_.size(); ++k) at->second.curves.push_back(curve(k, parts));
  return at->second;
}

double IsotonicFit::slope_without(std::uint32_t parts) {
  constexpr std::size_t kEnough = 4000;
  ScoredRows curved;
  curved.n_classes = rows_.n_classes;
  for (std::size_t k = 0; k < of_.size(); k += 1 + of_.size() / kEnough) {
    const std::size_t row = of_[k];
    const std::uint32_t own = 1U << part_[row];
    if ((parts & own) != 0) continue;
    const Calibration& others = curves_without(parts | own);
    if (others.curves[0].from.empty()) continue;  // there is one part only
    const std::size_t begin = curved.log_posterior.size();
    const std::span<const double> scores = rows_.scores(row);
    curved.log_posterior.insert(curved.log_posterior.end(), scores.begin(), scores.end());
    others.apply({&curved.log_posterior[begin], rows_.n_classes});
    curved.actual.push_back(rows_.actual[row]), curved.weight.push_back(rows_.weight[row]);
  }
  std::vector<std::size_t> all(curved.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all.empty() ? 1 : fit_sigmoid(curved, all, false).slope;
}

Calibration IsotonicFit::without(std::uint32_t parts) {
  Calibration out = curves_without(parts);
  if (rows_.n_classes > 2) out.slope = slope_without(parts);
  return out;
}

}  // namespace priory
