// SPDX-License-Identifier: Apache-2.0
#include "logistic/conjugate_gradients.h"

#include <algorithm>
#include <cmath>

#include "logistic/vector_math.h"

namespace priory {
namespace {

constexpr std::size_t kMostProducts = 200;
constexpr double kRoughest = 0.3;    // of the slopes that may be left
constexpr double kLeastGain = 0.05;  // of the mean gain of the steps so far: less is not worth another

}  // namespace

void ConjugateGradients::direction(std::span<const double> slopes, std::vector<double>& out) {
  const std::size_t n = slopes.size();
  const VectorMath math(threads_);
  diagonal_.resize(n), residual_.resize(n), way_.resize(n), product_.resize(n);
  loss_->diagonal(diagonal_);
  out.assign(n, 0);
  math.each(n, [&](std::size_t j) { residual_[j] = -slopes[j], way_[j] = residual_[j] / diagonal_[j]; });
  double length = math.dot(residual_, way_);
  const double begin = std::sqrt(length);
  if (first_length_ == 0) first_length_ = begin;
  const double enough = std::min(kRoughest, std::sqrt(begin / first_length_)) * begin;
  double gained = 0;
  for (std::size_t step = 1; step <= kMostProducts && std::sqrt(length) > enough; ++step) {
    loss_->curvature_times(way_, product_);
    const double bend = math.dot(way_, product_);
    if (!(bend > 0)) break;
    const double far = length / bend;
    const double gain = 0.5 * far * length;
    gained += gain;
    double next = 0;
    next = math.sum(n, [&](std::size_t j) {
      out[j] += far * way_[j], residual_[j] -= far * product_[j];
      return residual_[j] * residual_[j] / diagonal_[j];
    });
    if (gain * static_cast<double>(step) < kLeastGain * gained && std::sqrt(next) < kRoughest * begin) break;
    const double turn = next / length;
    length = next;
    math.each(n, [&](std::size_t j) { way_[j] = residual_[j] / diagonal_[j] + turn * way_[j]; });
  }
}

}  // namespace priory
