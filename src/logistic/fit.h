// SPDX-License-Identifier: Apache-2.0
// Logistic regression: the weights of the least conditional loss, beginning at given ones. Directions are
// those of Newton's method: of few weights by the matrix of second derivatives, of many by conjugate
// gradients; with l1, by the history of the steps.
#pragma once

#include "logistic/conditional_loss.h"
#include "logistic/minimise.h"

namespace priory {

struct LogisticOptions {
  double l2 = 1, l1 = 0;
  std::vector<double> centre = {};  // of the penalty: n_weights() numbers, or empty: zero
  std::vector<double> scale = {};   // of each distance from it: the same, or empty: one; not with l1
  std::vector<double> start = {};   // empty: the centre, with its intercepts
  double tolerance = 1e-7;          // the largest entry of the gradient for a row of average weight
  std::size_t max_iterations = 1000;
  std::size_t history = 8;
  unsigned threads = 1;
  OnIteration on_iteration = {};
};

// Whether the matrix of second derivatives is small enough: its work grows with the square of the weights.
bool fits_newton(const LabelledFeatures& rows);

Minimum fit_logistic(const LabelledFeatures& rows, const LogisticOptions& options);

}  // namespace priory
