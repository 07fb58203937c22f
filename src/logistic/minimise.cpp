// SPDX-License-Identifier: Apache-2.0
#include "logistic/minimise.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "logistic/vector_math.h"

namespace priory {
namespace {

constexpr double kDecrease = 1e-4, kSlope = 0.9;  // of the Wolfe conditions
constexpr double kRounding = 1e-13;               // values that differ by less say nothing
constexpr int kMostSteps = 40;                    // of a line search

struct Correction {
  std::vector<double> step, change;  // of x, of the gradient
  double inner = 0;                  // their product
};

// The inverse curvature as the last steps show it.
class History {
 public:
  History(const MinimiseOptions& options, const VectorMath& math) : options_(&options), math_(&math) {}

  void clear() { corrections_.clear(); }
  bool empty() const { return corrections_.empty(); }
  void add(Correction correction) {
    if (!(correction.inner > 0)) return;
    if (corrections_.size() == options_->history) corrections_.pop_front();
    corrections_.push_back(std::move(correction));
  }
  // direction = -H gradient
  void direction(std::span<const double> gradient, std::vector<double>& out) const;

 private:
  double scaled(std::span<const double> v, std::size_t j) const {
    return options_->curvature.empty() ? v[j] : v[j] / options_->curvature[j];
  }

  const MinimiseOptions* options_;
  const VectorMath* math_;
  std::deque<Correction> corrections_;
};

void History::direction(std::span<const double> gradient, std::vector<double>& out) const {
  out.resize(gradient.size());
  math_->each(out.size(), [&](std::size_t j) { out[j] = -gradient[j]; });
  std::vector<double> alpha(corrections_.size());
  for (std::size_t k = corrections_.size(); k-- > 0;) {
    alpha[k] = math_->dot(corrections_[k].step, out) / corrections_[k].inner;
    math_->add(-alpha[k], corrections_[k].change, out);
  }
  double length = 1;
  if (!empty()) {
    const std::vector<double>& change = corrections_.back().change;
    length = corrections_.back().inner /
             math_->sum(change.size(), [&](std::size_t j) { return change[j] * scaled(change, j); });
  }
  math_->each(out.size(), [&](std::size_t j) { out[j] = length * scaled(out, j); });
  for (std::size_t k = 0; k < corrections_.size(); ++k) {
    const double beta = math_->dot(corrections_[k].change, out) / corrections_[k].inner;
    math_->add(alpha[k] - beta, corrections_[k].step, out);
  }
}

class Minimiser {
 public:
  Minimiser(const SmoothFunction& function, std::vector<double> start, const MinimiseOptions& options)
      : function_(function), options_(options), math_(options.threads), history_(options, math_) {
    x_ = std::move(start);
    gradient_.resize(x_.size());
    value_ = evaluate(x_, gradient_);
  }

  Minimum run() {
    std::size_t iteration = 0;
    bool going = true, converged = false;
    for (;; ++iteration) {
      find_slopes();
      const double norm = largest_slope();
      converged = norm <= options_.tolerance;
      if (iteration > 0 && options_.on_iteration) going = options_.on_iteration(iteration, value_, norm);
      if (converged || !going || iteration == options_.max_iterations || !advance())
        return {std::move(x_), value_, norm, iteration, converged};
    }
  }

 private:
  double evaluate(std::span<const double> x, std::span<double> gradient) const {
    const double smooth = function_(x, gradient);
    if (options_.l1 == 0) return smooth;
    return smooth + options_.l1 * math_.sum(x.size() - options_.n_free,
                                            [&](std::size_t j) { return std::abs(distance(x, j)); });
  }
  double distance(std::span<const double> x, std::size_t j) const {
    return options_.centre.empty() ? x[j] : x[j] - options_.centre[j];
  }
  bool penalised(std::size_t j) const { return options_.l1 > 0 && j + options_.n_free < x_.size(); }

  // The gradient; with l1 the subgradient nearest to 0.
  void find_slopes() {
    slopes_ = gradient_;
    if (options_.l1 == 0) return;
    math_.each(x_.size(), [&](std::size_t j) {
      if (!penalised(j)) return;
      const double d = distance(x_, j), g = gradient_[j], l1 = options_.l1;
      if (d != 0)
        slopes_[j] = g + std::copysign(l1, d);
      else
        slopes_[j] = std::abs(g) <= l1 ? 0 : g - std::copysign(l1, g);
    });
  }

  double largest_slope() const {
    double out = 0;
    for (const double slope : slopes_) out = std::max(out, std::abs(slope));
    return out;
  }

  bool advance() {
    options_.direction ? options_.direction(slopes_, direction_) : history_.direction(slopes_, direction_);
    keep_signs();
    double slope = math_.dot(direction_, slopes_);
    if (!(slope < 0)) {  // rounding has spoilt the history: begin again with the steepest way
      history_.clear();
      history_.direction(slopes_, direction_);
      keep_signs();
      slope = math_.dot(direction_, slopes_);
    }
    if (!(slope < 0)) return false;
    const double begin = history_.empty() && options_.curvature.empty() && !options_.direction
                             ? std::min(1.0, 1 / std::sqrt(-slope))
                             : 1;
    return options_.l1 > 0 ? search_orthant(begin) : search(begin, slope);
  }

  // With l1 no entry goes up the slope that it is on.
  void keep_signs() {
    if (options_.l1 == 0) return;
    math_.each(x_.size(), [&](std::size_t j) {
      if (penalised(j) && direction_[j] * slopes_[j] >= 0) direction_[j] = 0;
    });
  }

  bool search(double step, double slope) {
    double low = 0, high = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kMostSteps; ++k) {
      move(step);
      const double value = evaluate(next_, next_gradient_);
      const double next_slope = math_.dot(direction_, next_gradient_);
      const bool lower =
          value <= value_ + kDecrease * step * slope ||
          (value <= value_ + kRounding * std::abs(value_) && next_slope <= (2 * kDecrease - 1) * slope);
      if (std::isfinite(value) && lower && next_slope >= kSlope * slope) return accept(value), true;
      (std::isfinite(value) && lower ? low : high) = step;
      step = std::isinf(high) ? 2 * step : (low + high) / 2;
    }
    return false;
  }

  // Steps stay within the orthant of signs that the slopes point to.
  bool search_orthant(double step) {
    for (int k = 0; k < kMostSteps; ++k, step /= 2) {
      move(step);
      math_.each(x_.size(), [&](std::size_t j) {
        if (!penalised(j)) return;
        const double d = distance(x_, j), sign = d != 0 ? d : -slopes_[j];
        if (distance(next_, j) * sign <= 0) next_[j] = options_.centre.empty() ? 0 : options_.centre[j];
      });
      const double value = evaluate(next_, next_gradient_);
      const double change =
          math_.sum(x_.size(), [&](std::size_t j) { return slopes_[j] * (next_[j] - x_[j]); });
      if (std::isfinite(value) && change < 0 && value <= value_ + kDecrease * change)
        return accept(value), true;
    }
    return false;
  }

  void move(double step) {
    next_.resize(x_.size()), next_gradient_.resize(x_.size());
    math_.each(x_.size(), [&](std::size_t j) { next_[j] = x_[j] + step * direction_[j]; });
  }

  void accept(double value) {
    value_ = value;
    if (options_.direction) return x_.swap(next_), gradient_.swap(next_gradient_);
    Correction correction{std::move(x_), std::move(gradient_)};
    x_.swap(next_), gradient_.swap(next_gradient_);
    math_.each(x_.size(), [&](std::size_t j) {
      correction.step[j] = x_[j] - correction.step[j];
      correction.change[j] = gradient_[j] - correction.change[j];
    });
    correction.inner = math_.dot(correction.step, correction.change);
    history_.add(std::move(correction));
  }

  const SmoothFunction& function_;
  const MinimiseOptions& options_;
  VectorMath math_;
  History history_;
  std::vector<double> x_, gradient_, slopes_, direction_, next_, next_gradient_;
  double value_ = 0;
};

}  // namespace

Minimum minimise(const SmoothFunction& function, std::vector<double> start, const MinimiseOptions& options) {
  return Minimiser(function, std::move(start), options).run();
}

}  // namespace priory
