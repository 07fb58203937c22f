// SPDX-License-Identifier: Apache-2.0
// Fits calibrations. Rows are taken in order and one after the other, so that threads cannot show.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "priory/training.h"

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
      : rows_(rows),

        of_(std::move(of)),
        bias_(with_bias ? rows.n_classes : 0),
        p_(rows.n_classes) {}

  Calibration operator()() {
    slope_ = first_slope();
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
  static constexpr double kTolerance = 1e-5;  // of the mean log likelihood
  // Scores of a model with normalised weights lie within 1e-6 of each other, and want slopes as large.
  static constexpr double kLeastSlope = 1e-12, kMostSlope = 1e12;

  // Scores that hardly differ are spread to one unit: from slope 1 no step would change the likelihood by
  // more than the tolerance.
  double first_slope() {
    constexpr double kSpread = 0.1;
    slope_ = 0, step();
    return spread_ > 0 && spread_ < kSpread ? std::clamp(1 / spread_, kLeastSlope, kMostSlope) : 1;
  }

  void predict(std::size_t row) {
    const std::span<const double> scores = rows_.scores(row);
    for (std::size_t c = 0; c < p_.size(); ++c)
      p_[c] = scores[c] == kLogZero ? kLogZero : slope_ * scores[c] + (bias_.empty() ? 0 : bias_[c]);
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
      const double truth =
          scores[rows_.actual[row]];  // scores less this: the variance of close ones is exact
      double mean = 0, square = 0;
      for (std::size_t c = 0; c < p_.size(); ++c) {
        if (p_[c] == 0) continue;
        const double ahead = scores[c] - truth;
        mean += p_[c] * ahead, square += p_[c] * ahead * ahead;
      }
      likelihood += weight * std::log(std::max(p_[rows_.actual[row]], 1e-300)), total += weight;
      first -= weight * mean;
      second += weight * std::max(square - mean * mean, 0.0);
    }
    spread_ = std::sqrt(second / total);
    const double most = 2 * slope_, least = slope_ / 2;  // far from the top Newton goes too far
    const double to = second > 0 ? slope_ + first / second : (first > 0 ? most : slope_);
    slope_ = std::clamp(std::clamp(to, least, most), kLeastSlope, kMostSlope);
    return likelihood / total;
  }

  static constexpr double kUnit = 1 << 24;  // of weights
  const ScoredRows& rows_;
  std::vector<std::size_t> of_;
  double slope_ = 1;
  double spread_ = 0;  // of a row's scores, by the probabilities of the last step
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
  struct Point {
    double odds;
    std::size_t row;
  };
  std::vector<Point> points;
  points.reserve(of.size());
  for (const std::size_t row : of)
    points.push_back({std::clamp(log_odds(rows.scores(row), c), -700.0, 700.0), row});
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return a.odds < b.odds || (a.odds == b.odds && a.row < b.row);
  });
  std::vector<Pool> pools;
  for (const auto& [odds, row] : points) {
    const double weight = static_cast<double>(rows.weight[row]) * 0x1p-24;
    const Pool point{odds * weight, weight, rows.actual[row] == c ? weight : 0};
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

// Curves of many classes, each fitted against the rest, do not sum to one; made to, they are too flat or too
// steep together, which a temperature mends.
double slope_after(const ScoredRows& rows, const std::vector<std::size_t>& of, const Calibration& curves) {
  constexpr std::size_t kEnough = 4000;
  ScoredRows curved;
  curved.n_classes = rows.n_classes;
  for (std::size_t k = 0; k < of.size(); k += 1 + of.size() / kEnough) {
    const std::size_t row = of[k];
    std::vector<double> scores(rows.scores(row).begin(), rows.scores(row).end());
    curves.apply(scores);
    curved.log_posterior.insert(curved.log_posterior.end(), scores.begin(), scores.end());
    curved.actual.push_back(rows.actual[row]), curved.weight.push_back(rows.weight[row]);
  }
  return SigmoidFit(curved, all_of(curved), false)().slope;
}

Calibration isotonic(const ScoredRows& rows, const std::vector<std::size_t>& of) {
  Calibration out;
  out.method = CalibrationMethod::isotonic;
  for (std::size_t c = rows.n_classes == 2 ? 1 : 0; c < rows.n_classes; ++c)
    out.curves.push_back(isotonic_curve(rows, of, c));
  if (rows.n_classes > 2) out.slope = slope_after(rows, of, out);
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

namespace {

constexpr std::size_t kParts = 5;

// A slope and a bias for each class are known well by some of many rows; curves take them all.
std::vector<std::size_t> thinned(std::vector<std::size_t> rows, CalibrationMethod method) {
  constexpr std::size_t kEnough = 4000;
  if (method == CalibrationMethod::isotonic || rows.size() <= kEnough) return rows;
  const std::size_t step = (rows.size() + kEnough - 1) / kEnough;
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < rows.size(); k += step) out.push_back(rows[k]);
  return out;
}

// Each fifth as the others have it.
ScoredRows cross_fitted(const ScoredRows& rows, CalibrationMethod method) {
  ScoredRows out = rows;
  for (std::size_t part = 0; part < kParts && method != CalibrationMethod::none; ++part) {
    const auto held_out = [&](std::size_t row) { return mixed(row) % kParts == part; };
    std::vector<std::size_t> rest;  // files have rhythms of their own
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (!held_out(row)) rest.push_back(row);
    }
    const Calibration fitted = fit(rows, thinned(std::move(rest), method), method);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (held_out(row)) fitted.apply({&out.log_posterior[row * rows.n_classes], rows.n_classes});
    }
  }
  return out;
}

}  // namespace

std::vector<CalibrationTrial> try_calibrations(const ScoredRows& rows,
                                               std::span<const CalibrationMethod> methods) {
  std::vector<CalibrationTrial> out;
  for (const CalibrationMethod method : methods)
    out.push_back({method, log_loss(cross_fitted(rows, method), usable(rows, all_of(rows)), {})});
  return out;
}

namespace {

// With many rows of each class a sigmoid is never worse than a temperature, which it contains.
bool worth_trying(const ScoredRows& rows, CalibrationMethod method,
                  std::span<const CalibrationMethod> methods) {
  constexpr std::size_t kMany = 100;
  const bool contained = method == CalibrationMethod::none || method == CalibrationMethod::temperature;
  const bool has_sigmoid = std::ranges::find(methods, CalibrationMethod::sigmoid) != methods.end();
  return !(contained && has_sigmoid && rows.size() > kMany * rows.n_classes);
}

}  // namespace

CalibrationMethod cross_calibrate(ScoredRows& rows, std::span<const CalibrationMethod> methods) {
  const std::vector<std::size_t> of = usable(rows, all_of(rows));
  CalibrationMethod best = CalibrationMethod::none;
  std::optional<ScoredRows> out;
  double least = HUGE_VAL;
  for (const CalibrationMethod method : methods) {
    if (!worth_trying(rows, method, methods)) continue;
    ScoredRows fitted = cross_fitted(rows, method);
    const double loss = log_loss(fitted, of, {});
    if (loss < least || !out) least = loss, best = method, out = std::move(fitted);
  }
  if (out) rows = std::move(*out);
  return best;
}

Calibration best_calibration(const ScoredRows& rows, std::span<const CalibrationMethod> methods) {
  if (methods.empty()) return {};
  if (methods.size() == 1) return calibrate(rows, methods[0]);
  const std::vector<CalibrationTrial> trials = try_calibrations(rows, methods);
  return calibrate(rows, std::ranges::min_element(trials, {}, &CalibrationTrial::log_loss)->method);
}

}  // namespace priory
