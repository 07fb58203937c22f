// SPDX-License-Identifier: Apache-2.0
// What a family over numbers is given to estimate from: the exact sums of one cell.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "exact/exact.h"

namespace priory {

// The number of rows n and N sums: of x and of x * x, or of what the family's `statistic` makes of x.
template <std::size_t N>
struct Moments {
  Exact n;
  std::array<Exact, N> sum;

  double count() const { return known ? known->count : rounded(n); }
  // Of the k-th sum; n is not zero.
  double mean(std::size_t k = 0) const { return known ? known->mean[k] : quotient(sum[k], n); }
  // Sum of squared deviations from the mean, rounded once: (n * sum x^2 - (sum x)^2) / n.
  double scatter() const requires(N == 2) {
    return known ? known->scatter : quotient(n * sum[1] - sum[0] * sum[0], n);
  }
  // The same over n once more: the variance with divisor n.
  double variance() const requires(N == 2) {
    return known ? known->variance : quotient(n * sum[1] - sum[0] * sum[0], n * n);
  }

  // What the functions above give, for moments that are asked often.
  struct Rounded {
    double count;
    std::array<double, N> mean;
    double scatter, variance;
  };
  std::optional<Rounded> known = {};

  void remember(bool squares) {
    if (n.zero()) return;
    Rounded out{count(), {}, 0, 0};
    for (std::size_t k = 0; k < N; ++k) out.mean[k] = mean(k);
    if constexpr (N == 2) {
      if (squares) out.scatter = scatter(), out.variance = variance();
    }
    known = out;
  }
};

template <std::size_t N>
Moments<N> operator+(Moments<N> a, const Moments<N>& b) {
  a.n = a.n + b.n, a.known = {};
  for (std::size_t k = 0; k < N; ++k) a.sum[k] = a.sum[k] + b.sum[k];
  return a;
}

template <std::size_t N>
Moments<N> operator-(Moments<N> a, const Moments<N>& b) {
  a.n = a.n - b.n, a.known = {};
  for (std::size_t k = 0; k < N; ++k) a.sum[k] = a.sum[k] - b.sum[k];
  return a;
}

}  // namespace priory
