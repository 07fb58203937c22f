// SPDX-License-Identifier: Apache-2.0
// The minimum of a smooth convex function, with or without an l1 distance from a centre: limited memory BFGS,
// and its orthant-wise form for the latter. Steps are scaled by the curvature of each weight at the start.
//
//   source     Nocedal, Updating quasi-Newton matrices with limited storage (1980); Andrew and Gao, Scalable
//              training of L1-regularized log-linear models (2007); line search: weak Wolfe conditions by
//              bisection, and near the end, where values differ by rounding only, slopes alone
//
// The same bits for any number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace priory {

// The value at `x`; writes the gradient.
using SmoothFunction = std::function<double(std::span<const double> x, std::span<double> gradient)>;

// Told after each iteration; false ends the work with the best so far.
using OnIteration = std::function<bool(std::size_t iteration, double value, double gradient_norm)>;

struct MinimiseOptions {
  double tolerance = 1e-6;  // the largest entry of the gradient (with l1: of the least subgradient)
  std::size_t max_iterations = 1000;
  std::size_t history = 8;
  double l1 = 0;                           // times |x - centre|_1 is added to the function
  std::span<const double> centre = {};     // empty: zero
  std::size_t n_free = 0;                  // so many entries, the last, have no l1
  std::span<const double> curvature = {};  // of each entry, above 0; empty: all the same
  unsigned threads = 1;
  OnIteration on_iteration = {};
  // Where the curvature is known: the direction to go from the point evaluated last. Empty: by the history.
  std::function<void(std::span<const double> slopes, std::vector<double>& out)> direction = {};
};

struct Minimum {
  std::vector<double> at;
  double value = 0;
  double gradient_norm = 0;
  std::size_t iterations = 0;
  bool converged = false;
};

Minimum minimise(const SmoothFunction& function, std::vector<double> start, const MinimiseOptions& options);

}  // namespace priory
