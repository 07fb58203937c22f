// SPDX-License-Identifier: Apache-2.0
// Fits calibrations. Rows are taken in order and one after the other, so that threads cannot show.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "priory/validation.h"

#include "core/log_space.h"
#include "core/random.h"
#include "evaluate/calibrated_loss.h"
#include "model/log_odds.h"

namespace priory {
namespace {

// Rows whose class the model thought possible; no slope can help the others.
std::vector<std::size_t> usable(const ScoredRows& rows, const std::vector<std::size_t>& of) {
  std::vector<std::size_t> out;
  for (const std::size_t row : of) {
    const bool known = rows.actual[row] < rows.n_classes && rows.weight[row] > 0;
    if (known && rows.scores(row)[rows.actual[row]] > kLogZero) out.push_back(row);
  }
  return out;
}

std::vector<std::size_t> all_of(const ScoredRows& rows) {
  std::vector<std::size_t> out(rows.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

// slope and bias make the log likelihood largest in turn: the slope by Newton's steps, the bias of a class by
// what it lacks of its rows. Both are concave.
class SigmoidFit {
 public:
  SigmoidFit(const ScoredRows& rows, std::vector<std::size_t> of, bool with_bias)
      : rows_(rows), of_(std::move(of)), bias_(with_bias ? rows.n_classes : 0), p_(rows.n_classes) {}

  Calibration operator()() {
    double before = -HUGE_VAL;
    for (int round = 0; round < kMostRounds; ++round) {
      if (!bias_.empty()) balance();
      const double now = step();
      if (now - before <= kTolerance) break;
      before = now;
    }
    Calibration out;
    out.method = bias_.empty() ? CalibrationMethod::temperature : CalibrationMethod::sigmoid;
    out.slope = slope_, out.bias = bias_;
    return out;
  }

 private:
  static constexpr int kMostRounds = 50;
  static constexpr double kTolerance = 1e-6;  // of the mean log likelihood
  static constexpr double kLeastSlope = 1e-6, kMostSlope = 1e3;

  void predict(std::size_t row) {
    const std::span<const double> scores = rows_.scores(row);
    for (std::size_t c = 0; c < p_.size(); ++c) p_[c] = slope_ * scores[c] + (bias_.empty() ? 0 : bias_[c]);
    const double largest = *std::ranges::max_element(p_);
    double sum = 0;
    for (double& each : p_) each = std::exp(each - largest), sum += each;
    for (double& each : p_) each /= sum;
  }

  // Half a row of each class keeps the bias of a class without rows in bounds.
  void balance() {
    std::vector<double> expected(p_.size(), 0.5 * kUnit), actual(p_.size(), 0.5 * kUnit);
    for (const std::size_t row : of_) {
      predict(row);
      const auto weight = static_cast<double>(rows_.weight[row]);
      for (std::size_t c = 0; c < p_.size(); ++c) expected[c] += weight * p_[c];
      actual[rows_.actual[row]] += weight;
    }
    for (std::size_t c = 0; c < p_.size(); ++c) bias_[c] += std::log(actual[c] / expected[c]);
  }

  // The slope of the likelihood is the score of the truth less its expectation, and falls by the variance.
  // Returns the mean log likelihood before the step.
  double step() {
    double first = 0, second = 0, likelihood = 0, total = 0;
    for (const std::size_t row : of_) {
      predict(row);
      const std::span<const double> scores = rows_.scores(row);
      const auto weight = static_cast<double>(rows_.weight[row]);
      double mean = 0, square = 0;
      for (std::size_t c = 0; c < p_.size(); ++c) {
        if (p_[c] == 0) continue;
        mean += p_[c] * scores[c], square += p_[c] * scores[c] * scores[c];
      }
      likelihood += weight * std::log(std::max(p_[rows_.actual[row]], 1e-300)), total += weight;
      first += weight * (scores[rows_.actual[row]] - mean);
      second += weight * std::max(square - mean * mean, 0.0);
    }
    const double most = 2 * slope_, least = slope_ / 2;  // far from the top Newton goes too far
    const double to = second > 0 ? slope_ + first / second : (first > 0 ? most : slope_);
    slope_ = std::clamp(std::clamp(to, least, most), kLeastSlope, kMostSlope);
    return likelihood / total;
  }

  static constexpr double kUnit = 1 << 24;  // of weights
  const ScoredRows& rows_;
  std::vector<std::size_t> of_;
  double slope_ = 1;
  std::vector<double> bias_, p_;
};

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

// Pools neighbours until the curve rises (Ayer et al. 1955).
CalibrationCurve isotonic_curve(const ScoredRows& rows, const std::vector<std::size_t>& of, std::size_t c) {
  std::vector<Pool> points;
  for (const std::size_t row : of) {
    const double odds = std::clamp(log_odds(rows.scores(row), c), -700.0, 700.0);
    const double weight = static_cast<double>(rows.weight[row]) * 0x1p-24;
    points.push_back({odds * weight, weight, rows.actual[row] == c ? weight : 0});
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const Pool& a, const Pool& b) { return a.from() < b.from(); });
  std::vector<Pool> pools;
  for (const Pool& point : points) {
    if (!pools.empty() && pools.back().from() == point.from())
      pools.back().add(point);
    else
      pools.push_back(point);
    while (pools.size() > 1 && pools[pools.size() - 2].odds() >= pools.back().odds()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().add(last);
    }
  }
  CalibrationCurve out;
  for (const Pool& pool : pools) {
    if (!out.from.empty() && pool.from() <= out.from.back()) continue;  // rounding
    out.from.push_back(pool.from()), out.to.push_back(pool.to());
  }
  return out;
}

Calibration isotonic(const ScoredRows& rows, const std::vector<std::size_t>& of) {
  Calibration out;
  out.method = CalibrationMethod::isotonic;
  for (std::size_t c = rows.n_classes == 2 ? 1 : 0; c < rows.n_classes; ++c)
    out.curves.push_back(isotonic_curve(rows, of, c));
  return out;
}

Calibration fit(const ScoredRows& rows, std::vector<std::size_t> of, CalibrationMethod method) {
  of = usable(rows, of);
  if (of.empty())
    throw Error(ErrorKind::data, "there are no rows to calibrate with", {},
                "every row left out was impossible, or the only one of its class");
  if (method == CalibrationMethod::none) return {};
  if (method == CalibrationMethod::isotonic) return isotonic(rows, of);
  return SigmoidFit(rows, std::move(of), method == CalibrationMethod::sigmoid)();
}

}  // namespace

Calibration calibrate(const ScoredRows& rows, CalibrationMethod method) {
  return fit(rows, all_of(rows), method);
}

std::vector<CalibrationTrial> try_calibrations(const ScoredRows& rows,
                                               std::span<const CalibrationMethod> methods) {
  constexpr std::size_t kParts = 5;
  std::vector<CalibrationTrial> out;
  for (const CalibrationMethod method : methods) {
    double loss = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
      std::vector<std::size_t> rest, held_out;
      for (std::size_t row = 0; row < rows.size(); ++row)
        (mixed(row) % kParts == part ? held_out : rest).push_back(row);  // files have rhythms of their own
      loss += log_loss(rows, usable(rows, held_out), fit(rows, rest, method)) / kParts;
    }
    out.push_back({method, loss});
  }
  return out;
}

Calibration best_calibration(const ScoredRows& rows, std::span<const CalibrationMethod> methods) {
  if (methods.size() == 1) return calibrate(rows, methods[0]);
  const std::vector<CalibrationTrial> trials = try_calibrations(rows, methods);
  return calibrate(rows, std::ranges::min_element(trials, {}, &CalibrationTrial::log_loss)->method);
}

}  // namespace priory
