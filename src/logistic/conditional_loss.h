// SPDX-License-Identifier: Apache-2.0
// The loss that logistic regression minimises over labelled rows, with its gradient and its curvature:
//
//   two classes   sum w (log(1 + e^f) - [second class] f),  f = b + x . v
//   K classes     sum w (log sum_k e^f_k - f_label),        f_k = b_k + x . v_k
//   penalty       l2 / 2 |v - centre|^2, not of the intercepts b, each distance divided by its scale;
//                 l1 |v - centre|_1 is the minimiser's
//
// Weights are (features + 1) x outputs, the intercepts last; there is one output for two classes and one a
// class for more. Rows are cut into kSlabs slabs whatever the number of threads, and sums over slabs have one
// order: the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "logistic/feature_matrix.h"

namespace priory {

struct LabelledFeatures {
  FeatureMatrix features;
  std::vector<std::uint32_t> label;  // of each row, below n_classes
  std::vector<double> weight;        // of each row; empty: all 1
  std::size_t n_classes = 2;

  std::size_t n_outputs() const { return n_classes == 2 ? 1 : n_classes; }
  std::size_t n_weights() const { return (features.n_features() + 1) * n_outputs(); }
  double weight_of(std::size_t row) const { return weight.empty() ? 1 : weight[row]; }
  double total_weight() const {
    if (weight.empty()) return static_cast<double>(features.n_rows());
    return std::accumulate(weight.begin(), weight.end(), 0.0);
  }
};

class ConditionalLoss {
 public:
  // `centre` is empty (zero) or has n_weights() numbers; its intercepts count for nothing. So is `scale`
  // (one). What has no scale stays at the centre, or next to it.
  ConditionalLoss(const LabelledFeatures& rows, double l2, std::span<const double> centre, unsigned threads,
                  std::span<const double> scale = {});

  std::size_t size() const { return rows_->n_weights(); }
  // Loss and penalty at `weights`; writes the gradient.
  double operator()(std::span<const double> weights, std::span<double> gradient);
  // After a call: the second derivatives there, size() x size(); of one row in `one_of`, chosen by chance,
  // which stand for all.
  std::vector<double> hessian(std::size_t one_of = 1) const;
  // After a call: the second derivatives times `way`, and their diagonal, which is above 0.
  void curvature_times(std::span<const double> way, std::span<double> out);
  void diagonal(std::span<double> out) const;
  // For each weight a number that its second derivative never exceeds.
  std::vector<double> largest_curvature() const;
  // After a call: the probability that row r is of the class of an output; of two classes, the second.
  double probability(std::size_t row, std::size_t output) const;
  const LabelledFeatures& rows() const { return *rows_; }
  double l2() const { return l2_; }

  static constexpr std::size_t kSlabs = 64, kHessianSlabs = 8;

 private:
  // Calls work(row, numbers), which returns what the row adds to a sum and writes a number for each output;
  // `out` is what these make of the features: products with the row's, summed. Leaves them in `of_rows`.
  template <class Work>
  double over_rows(const Work& work, std::span<double> of_rows, std::span<double> out) const;
  std::pair<std::size_t, std::size_t> slab(std::size_t k, std::size_t n_slabs) const;
  void score_row(std::size_t row, std::span<const double> weights, std::span<double> out) const;
  double lose(std::size_t row, std::span<double> scores) const;  // and turns them into the residual
  void bend(std::size_t row, std::span<double> scores) const;    // into the second derivative along them
  void add_sparse(std::size_t feature, std::span<const double> of_rows, std::span<double> out) const;
  double add_penalty(std::span<const double> weights, std::span<double> gradient) const;

  void add_products(std::span<const std::size_t> some, std::span<double> products) const;
  double pull(std::size_t weight) const { return scale_.empty() ? l2_ : l2_ * scale_[weight]; }

  const LabelledFeatures* rows_;
  double l2_;
  std::vector<double> centre_;
  std::vector<double> scale_;  // to the power of -2
  unsigned threads_;
  std::size_t n_outputs_;
  std::vector<double> residual_;  // rows x outputs: what the loss of a row changes by with its score
  std::vector<double> bent_;      // the same of the slope along a way
};

}  // namespace priory
