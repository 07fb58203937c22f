// SPDX-License-Identifier: Apache-2.0
// Fits calibrations, and chooses among them: one that fits more has to be better than the simpler by more
// than chance would make it.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "priory/training.h"

#include "core/log_space.h"
#include "core/random.h"
#include "evaluate/calibrated_loss.h"
#include "evaluate/isotonic_fit.h"
#include "evaluate/sigmoid_fit.h"

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

constexpr std::size_t kParts = 5;

// A slope and a bias for each class are known well by some of many rows.
std::vector<std::size_t> thinned(const std::vector<std::size_t>& rows) {
  constexpr std::size_t kEnough = 4000;
  const std::size_t step = std::max<std::size_t>(1, (rows.size() + kEnough - 1) / kEnough);
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < rows.size(); k += step) out.push_back(rows[k]);
  return out;
}

// Fits of one method to all rows but those of some parts. Files have rhythms of their own: parts are by
// chance.
class PartFits {
 public:
  PartFits(const ScoredRows& rows, CalibrationMethod method)
      : rows_(rows), method_(method), of_(usable(rows, all_of(rows))), part_(rows.size()) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      part_[row] = static_cast<std::uint8_t>(mixed(row) % kParts);
    if (of_.empty())
      throw Error(ErrorKind::data, "there are no rows to calibrate with", {},
                  "every row left out was impossible, or the only one of its class");
    if (method == CalibrationMethod::isotonic) curves_.emplace(rows_, of_, part_);
  }

  Calibration of_all() {
    if (method_ == CalibrationMethod::none) return {};
    return curves_ ? curves_->without(0) : sigmoid(of_, nullptr);
  }

  // Each part as the others have it.
  ScoredRows cross_fitted() {
    ScoredRows out = rows_;
    std::optional<Calibration> start;
    for (std::size_t part = 0; part < kParts && method_ != CalibrationMethod::none; ++part) {
      const Calibration fitted = without(part, start);
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (part_[row] == part) fitted.apply({&out.log_posterior[row * rows_.n_classes], rows_.n_classes});
      }
    }
    return out;
  }

 private:
  // `start` is that of another part: most of their rows are the same.
  Calibration without(std::size_t part, std::optional<Calibration>& start) {
    if (curves_) return curves_->without(1U << part);
    std::vector<std::size_t> rest;
    for (const std::size_t row : of_) {
      if (part_[row] != part) rest.push_back(row);
    }
    if (rest.empty()) return {};
    start = sigmoid(thinned(rest), start ? &*start : nullptr);
    return *start;
  }

  Calibration sigmoid(const std::vector<std::size_t>& of, const Calibration* start) const {
    return fit_sigmoid(rows_, of, method_ == CalibrationMethod::sigmoid, start);
  }

  const ScoredRows& rows_;
  CalibrationMethod method_;
  std::vector<std::size_t> of_;
  std::vector<std::uint8_t> part_;
  std::optional<IsotonicFit> curves_;
};

// Of each row; impossible truths cost what no calibration changes.
std::vector<double> losses_of(const ScoredRows& rows, const std::vector<std::size_t>& of) {
  std::vector<double> out;
  out.reserve(of.size());
  for (const std::size_t row : of) out.push_back(-rows.scores(row)[rows.actual[row]]);
  return out;
}

// Whether the first is less than the second by more than its error, over rows with weights.
bool surely_less(const ScoredRows& rows, const std::vector<std::size_t>& of, const std::vector<double>& a,
                 const std::vector<double>& b) {
  double sum = 0, squares = 0, total = 0, weights = 0;
  for (std::size_t k = 0; k < of.size(); ++k) {
    const double w = static_cast<double>(rows.weight[of[k]]) * 0x1p-24, d = b[k] - a[k];
    sum += w * d, squares += w * w * d * d, total += w, weights += w * w;
  }
  const double mean = sum / total;
  return mean > std::sqrt(std::max(squares - mean * mean * weights, 0.0)) / total;
}

// What a method needs to be tried beside others: below, a curve follows single rows (Niculescu-Mizil and
// Caruana, Predicting good probabilities with supervised learning, 2005), and a class has hardly a bias.
bool has_rows_for(CalibrationMethod method, std::size_t n_rows, std::size_t n_classes) {
  constexpr std::size_t kForCurves = 1000, kForBias = 20;
  if (method == CalibrationMethod::isotonic) return n_rows >= kForCurves;
  return method != CalibrationMethod::sigmoid || n_rows >= kForBias * n_classes;
}

// With many rows of each class a sigmoid is never worse than a temperature, which it contains.
bool worth_trying(const ScoredRows& rows, CalibrationMethod method,
                  std::span<const CalibrationMethod> methods) {
  constexpr std::size_t kMany = 100;
  if (methods.size() == 1) return true;
  if (!has_rows_for(method, rows.size(), rows.n_classes)) return false;
  const bool contained = method == CalibrationMethod::none || method == CalibrationMethod::temperature;
  const bool has_sigmoid = std::ranges::find(methods, CalibrationMethod::sigmoid) != methods.end();
  return !(contained && has_sigmoid && rows.size() > kMany * rows.n_classes);
}

// The best so far, from the simplest method on.
class BestMethod {
 public:
  explicit BestMethod(const ScoredRows& rows) : rows_(rows), of_(usable(rows, all_of(rows))) {}

  void offer(CalibrationMethod method, ScoredRows fitted) {
    std::vector<double> loss = losses_of(fitted, of_);
    if (best_ && !takes_over(method, loss)) return;
    method_ = method, best_ = std::move(fitted), loss_ = std::move(loss);
  }

  CalibrationMethod method() const { return method_; }
  std::optional<ScoredRows>& rows() { return best_; }

 private:
  // A temperature cannot fit too much: it has to be better, no more.
  bool takes_over(CalibrationMethod method, const std::vector<double>& loss) const {
    if (method != CalibrationMethod::temperature) return surely_less(rows_, of_, loss, loss_);
    double gain = 0;
    for (std::size_t k = 0; k < of_.size(); ++k)
      gain += static_cast<double>(rows_.weight[of_[k]]) * (loss_[k] - loss[k]);
    return gain > 0;
  }

  const ScoredRows& rows_;
  std::vector<std::size_t> of_;
  CalibrationMethod method_ = CalibrationMethod::none;
  std::optional<ScoredRows> best_;
  std::vector<double> loss_;
};

}  // namespace

Calibration calibrate(const ScoredRows& rows, CalibrationMethod method) {
  return PartFits(rows, method).of_all();
}

std::vector<CalibrationTrial> try_calibrations(const ScoredRows& rows,
                                               std::span<const CalibrationMethod> methods) {
  std::vector<CalibrationTrial> out;
  for (const CalibrationMethod method : methods)
    out.push_back({method, log_loss(PartFits(rows, method).cross_fitted(), usable(rows, all_of(rows)), {})});
  return out;
}

CalibrationMethod cross_calibrate(ScoredRows& rows, std::span<const CalibrationMethod> methods) {
  BestMethod choice(rows);
  for (const CalibrationMethod method : methods) {
    if (worth_trying(rows, method, methods)) choice.offer(method, PartFits(rows, method).cross_fitted());
  }
  if (!choice.rows()) return CalibrationMethod::none;
  ScoredRows chosen = std::move(*choice.rows());
  rows = std::move(chosen);
  return choice.method();
}

Calibration best_calibration(const ScoredRows& rows, std::span<const CalibrationMethod> methods) {
  if (methods.empty()) return {};
  if (methods.size() == 1) return calibrate(rows, methods[0]);
  ScoredRows fitted = rows;
  return calibrate(rows, cross_calibrate(fitted, methods));
}

}  // namespace priory
