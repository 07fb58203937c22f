// SPDX-License-Identifier: Apache-2.0
#include "logistic/conditional_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fold/fold.h"

namespace priory {
namespace {

constexpr double kLeastScale = 1e-4;          // of the largest: what is below stays nearly where it is
constexpr std::size_t kFeaturesAtOnce = 512;  // of a thread; a feature is summed by one alone

// log(1 + e^f) without overflow.
double log_one_plus_exp(double f) {
  return std::max(f, 0.0) + std::log1p(std::exp(-std::abs(f)));
}

// Turns scores into probabilities in place; returns log sum e^f.
double softmax(std::span<double> scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - largest);
  for (double& score : scores) score /= sum;
  return largest + std::log(sum);
}

template <class Work>
void each_sparse(unsigned threads, std::size_t n_features, const Work& work) {
  const std::size_t n_blocks = (n_features + kFeaturesAtOnce - 1) / kFeaturesAtOnce;
  parallel_for(threads, n_blocks, [&](unsigned, std::size_t block) {
    const std::size_t end = std::min(n_features, (block + 1) * kFeaturesAtOnce);
    for (std::size_t j = block * kFeaturesAtOnce; j < end; ++j) work(j);
  });
}

// In four sums at once: they wait for each other a fourth of the time.
double dot(std::span<const double> a, std::span<const double> b) {
  double sums[4] = {};
  std::size_t j = 0;
  for (; j + 4 <= a.size(); j += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[j + k] * b[j + k];
  }
  for (; j < a.size(); ++j) sums[0] += a[j] * b[j];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// to += x times numbers, features x outputs; behind them the numbers themselves.
void add_outer(std::span<const double> x, std::span<const double> numbers, std::span<double> to) {
  const std::size_t m = numbers.size();
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (std::size_t o = 0; o < m; ++o) to[j * m + o] += x[j] * numbers[o];
  }
  for (std::size_t o = 0; o < m; ++o) to[x.size() * m + o] += numbers[o];
}

}  // namespace

ConditionalLoss::ConditionalLoss(const LabelledFeatures& rows, double l2, std::span<const double> centre,
                                 unsigned threads, std::span<const double> scale)
    : rows_(&rows),
      l2_(l2),
      centre_(centre.begin(), centre.end()),
      threads_(threads),
      n_outputs_(rows.n_outputs()),
      residual_(rows.features.n_rows() * rows.n_outputs()) {
  centre_.resize(rows.n_weights());
  double largest = 0;
  for (const double each : scale) largest = std::max(largest, std::abs(each));
  for (const double each : scale)
    scale_.push_back(std::pow(std::max(std::abs(each), kLeastScale * largest), -2));
}

std::pair<std::size_t, std::size_t> ConditionalLoss::slab(std::size_t k, std::size_t n_slabs) const {
  const std::size_t n = rows_->features.n_rows();
  return {n * k / n_slabs, n * (k + 1) / n_slabs};
}

template <class Work>
double ConditionalLoss::over_rows(const Work& work, std::span<double> of_rows, std::span<double> out) const {
  const std::size_t n_dense = rows_->features.n_dense(), m = n_outputs_;
  const std::size_t n_partial = (n_dense + 1) * m;  // the dense features, then the intercepts
  std::vector<double> sum(kSlabs), partial(kSlabs * n_partial);
  parallel_for(threads_, kSlabs, [&](unsigned, std::size_t k) {
    const auto [begin, end] = slab(k, kSlabs);
    const std::span<double> to(&partial[k * n_partial], n_partial);
    for (std::size_t row = begin; row < end; ++row) {
      const std::span<double> numbers = of_rows.subspan(row * m, m);
      sum[k] += work(row, numbers);
      add_outer(rows_->features.dense(row), numbers, to);
    }
  });
  std::fill(out.begin(), out.end(), 0.0);
  const std::size_t intercepts = out.size() - m;
  for (std::size_t k = 0; k < kSlabs; ++k) {
    for (std::size_t j = 0; j < n_partial; ++j)
      out[j < n_dense * m ? j : intercepts + j - n_dense * m] += partial[k * n_partial + j];
  }
  each_sparse(threads_, rows_->features.n_sparse(), [&](std::size_t j) { add_sparse(j, of_rows, out); });
  return std::accumulate(sum.begin(), sum.end(), 0.0);
}

double ConditionalLoss::operator()(std::span<const double> weights, std::span<double> gradient) {
  const double loss = over_rows(
      [&](std::size_t row, std::span<double> scores) {
        score_row(row, weights, scores);
        return lose(row, scores);
      },
      residual_, gradient);
  return loss + add_penalty(weights, gradient);
}

void ConditionalLoss::curvature_times(std::span<const double> way, std::span<double> out) {
  bent_.resize(residual_.size());
  over_rows(
      [&](std::size_t row, std::span<double> scores) {
        score_row(row, way, scores);
        bend(row, scores);
        return 0.0;
      },
      bent_, out);
  for (std::size_t j = 0; j + n_outputs_ < way.size(); ++j) out[j] += pull(j) * way[j];
}

void ConditionalLoss::score_row(std::size_t row, std::span<const double> weights,
                                std::span<double> out) const {
  const std::size_t n_dense = rows_->features.n_dense(), m = n_outputs_;
  std::copy_n(weights.end() - static_cast<std::ptrdiff_t>(m), m, out.begin());
  const std::span<const double> x = rows_->features.dense(row);
  if (m == 1) {
    out[0] += dot(x, weights);
  } else {
    for (std::size_t j = 0; j < n_dense; ++j) {
      for (std::size_t o = 0; o < m; ++o) out[o] += x[j] * weights[j * m + o];
    }
  }
  for (const SparseEntry& entry : rows_->features.sparse(row)) {
    const double* w = &weights[(n_dense + entry.at) * m];
    for (std::size_t o = 0; o < m; ++o) out[o] += entry.value * w[o];
  }
}

double ConditionalLoss::lose(std::size_t row, std::span<double> scores) const {
  const std::uint32_t label = rows_->label[row];
  const double weight = rows_->weight_of(row);
  double loss;
  if (scores.size() == 1) {
    const double f = scores[0];
    loss = log_one_plus_exp(label == 1 ? -f : f);
    scores[0] = weight * (1 / (1 + std::exp(-f)) - static_cast<double>(label));
  } else {
    const double own = scores[label];
    loss = softmax(scores) - own;
    for (double& p : scores) p *= weight;
    scores[label] -= weight;
  }
  return weight * loss;
}

// The probabilities p stand in the residual; of K classes w p_k (f_k - sum_l p_l f_l).
void ConditionalLoss::bend(std::size_t row, std::span<double> scores) const {
  const double weight = rows_->weight_of(row);
  double mean = 0;
  for (std::size_t o = 0; o < scores.size(); ++o) mean += probability(row, o) * scores[o];
  for (std::size_t o = 0; o < scores.size(); ++o) {
    const double p = probability(row, o);
    scores[o] = weight * p * (scores.size() == 1 ? (1 - p) * scores[o] : scores[o] - mean);
  }
}

void ConditionalLoss::add_sparse(std::size_t feature, std::span<const double> of_rows,
                                 std::span<double> out) const {
  double* const to = &out[(rows_->features.n_dense() + feature) * n_outputs_];
  for (const SparseEntry& entry : rows_->features.rows_of(feature)) {
    const double* from = &of_rows[entry.at * n_outputs_];
    for (std::size_t o = 0; o < n_outputs_; ++o) to[o] += entry.value * from[o];
  }
}

double ConditionalLoss::add_penalty(std::span<const double> weights, std::span<double> gradient) const {
  double squares = 0;
  for (std::size_t j = 0; j < weights.size() - n_outputs_; ++j) {
    const double distance = weights[j] - centre_[j];
    gradient[j] += pull(j) * distance;
    squares += pull(j) * distance * distance;
  }
  return 0.5 * squares;
}

double ConditionalLoss::probability(std::size_t row, std::size_t output) const {
  const double weight = rows_->weight_of(row);
  const bool own = rows_->label[row] == (n_outputs_ == 1 ? 1 : output);
  return (weight > 0 ? residual_[row * n_outputs_ + output] / weight : 0) + (own ? 1 : 0);
}

void ConditionalLoss::diagonal(std::span<double> out) const {
  const FeatureMatrix& x = rows_->features;
  const std::size_t m = n_outputs_;
  std::vector<double> of_rows(residual_.size());
  parallel_for(threads_, kSlabs, [&](unsigned, std::size_t k) {
    const auto [begin, end] = slab(k, kSlabs);
    for (std::size_t at = begin * m; at < end * m; ++at) {
      const double p = probability(at / m, at % m);
      of_rows[at] = rows_->weight_of(at / m) * p * (1 - p);
    }
  });
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = j + m < out.size() ? pull(j) : 0;
  for (std::size_t row = 0; row < x.n_rows(); ++row) {
    const double* from = &of_rows[row * m];
    for (std::size_t j = 0; j < x.n_dense(); ++j) {
      const double square = x.dense(row)[j] * x.dense(row)[j];
      for (std::size_t o = 0; o < m; ++o) out[j * m + o] += square * from[o];
    }
    for (std::size_t o = 0; o < m; ++o) out[x.n_features() * m + o] += from[o];
  }
  each_sparse(threads_, x.n_sparse(), [&](std::size_t feature) {
    double* const to = &out[(x.n_dense() + feature) * m];
    for (const SparseEntry& entry : x.rows_of(feature)) {
      for (std::size_t o = 0; o < m; ++o) to[o] += entry.value * entry.value * of_rows[entry.at * m + o];
    }
  });
  // What changes no probability any more has no curvature left; a little keeps its steps finite.
  const double least = 1e-10 * *std::max_element(out.begin(), out.end());
  for (double& each : out) each = std::max({each, least, std::numeric_limits<double>::min()});
}

std::vector<double> ConditionalLoss::largest_curvature() const {
  std::vector<double> out(size());
  for (std::size_t j = 0; j + n_outputs_ < out.size(); ++j) out[j] = pull(j);
  const FeatureMatrix& x = rows_->features;
  const auto add = [&](std::size_t feature, double square) {
    for (std::size_t o = 0; o < n_outputs_; ++o) out[feature * n_outputs_ + o] += square / 4;
  };
  for (std::size_t row = 0; row < x.n_rows(); ++row) {
    const double weight = rows_->weight_of(row);
    for (std::size_t j = 0; j < x.n_dense(); ++j) add(j, weight * x.dense(row)[j] * x.dense(row)[j]);
    for (const SparseEntry& entry : x.sparse(row))
      add(x.n_dense() + entry.at, weight * entry.value * entry.value);
    add(x.n_features(), weight);
  }
  for (double& each : out) each = std::max(each, std::numeric_limits<double>::min());
  return out;
}

}  // namespace priory
