// SPDX-License-Identifier: Apache-2.0
#include "logistic/fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "kernels/cholesky.h"
#include "logistic/conjugate_gradients.h"

namespace priory {
namespace {

constexpr std::size_t kMostNewtonWeights = 640;
constexpr double kMostNewtonWork = 2e10;  // rows x weights^2 of one step

// -H^-1 slopes by the matrix itself. Some hundred rows for each weight know it to a few percent, and as long
// as each step takes most of the slopes away, it need not be made again.
class MatrixDirection {
 public:
  explicit MatrixDirection(const ConditionalLoss& loss) : loss_(&loss) {
    const std::size_t enough = std::max(kLeastRows, kRowsPerWeight * loss.size());
    one_of_ = std::max<std::size_t>(1, loss.rows().features.n_rows() / enough);
  }

  void operator()(std::span<const double> slopes, std::vector<double>& out) {
    double length = 0;
    for (const double slope : slopes) length = std::max(length, std::abs(slope));
    const bool slow = !factor_ || length > (one_of_ == 1 ? kSlowOfAll : kSlowOfSome) * last_length_;
    if (slow && ++n_slow_ > kMostSlow) one_of_ = 1;
    if (slow) make_factor();
    last_length_ = length;
    const std::size_t n = slopes.size();
    std::vector<double> half(n);
    for (std::size_t i = 0; i < n; ++i)
      half[i] = std::inner_product(slopes.begin(), slopes.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                   &factor_->rows[i * n], 0.0);
    out.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) out[j] -= factor_->rows[i * n + j] * half[i];
    }
  }

 private:
  // Directions that change no probability have no curvature: a little of it is lent to all.
  void make_factor() {
    const std::size_t n = loss_->size();
    const std::vector<double> hessian = loss_->hessian(one_of_);
    double largest = 0;
    for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, hessian[j * n + j]);
    std::vector<double> bent;
    factor_.reset();
    for (double lent = 1e-12; !factor_ && lent < 1e6; lent *= 100) {
      bent = hessian;
      for (std::size_t j = 0; j < n; ++j) bent[j * n + j] += lent * (hessian[j * n + j] + 1e-6 * largest);
      factor_ = inverse_factor(bent, n);
    }
    if (factor_) return;
    factor_ = InverseFactor{std::vector<double>(n * n), 0};  // the steepest way
    for (std::size_t j = 0; j < n; ++j) factor_->rows[j * n + j] = 1;
  }

  static constexpr std::size_t kRowsPerWeight = 256, kLeastRows = 4096, kMostSlow = 8;
  static constexpr double kSlowOfAll = 0.01, kSlowOfSome = 0.1;  // of the slopes left by a step

  const ConditionalLoss* loss_;
  std::size_t one_of_ = 1, n_slow_ = 0;
  double last_length_ = 0;
  std::optional<InverseFactor> factor_;
};

}  // namespace

bool fits_newton(const LabelledFeatures& rows) {
  const auto n = static_cast<double>(rows.n_weights());
  return rows.n_weights() <= kMostNewtonWeights &&
         static_cast<double>(rows.features.n_rows()) * n * n <= kMostNewtonWork;
}

Minimum fit_logistic(const LabelledFeatures& rows, const LogisticOptions& options) {
  ConditionalLoss loss(rows, options.l2, options.centre, options.threads, options.scale);
  MinimiseOptions how;
  how.tolerance = options.tolerance * rows.total_weight();
  how.max_iterations = options.max_iterations, how.history = options.history;
  how.l1 = options.l1, how.centre = options.centre, how.n_free = rows.n_outputs();
  how.threads = options.threads, how.on_iteration = options.on_iteration;
  std::vector<double> curvature;
  if (options.l1 > 0) {
    curvature = loss.largest_curvature();
    how.curvature = curvature;
  } else if (fits_newton(rows)) {
    how.tolerance /= 100;  // one step more, or two
    how.direction = MatrixDirection(loss);
  } else {
    how.direction = [solver = ConjugateGradients(loss, options.threads)](std::span<const double> slopes,
                                                                         std::vector<double>& out) mutable {
      solver.direction(slopes, out);
    };
  }
  std::vector<double> start = options.start.empty() ? options.centre : options.start;
  start.resize(rows.n_weights());
  return minimise([&](std::span<const double> x, std::span<double> g) { return loss(x, g); },
                  std::move(start), how);
}

}  // namespace priory
