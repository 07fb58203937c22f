// SPDX-License-Identifier: Apache-2.0
// Sums over long vectors in blocks of one size, so that the number of threads does not show in a bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "fold/fold.h"

namespace priory {

class VectorMath {
 public:
  explicit VectorMath(unsigned threads) : threads_(threads) {}

  double dot(std::span<const double> a, std::span<const double> b) const {
    return sum(a.size(), [&](std::size_t j) { return a[j] * b[j]; });
  }
  // to += factor * x
  void add(double factor, std::span<const double> x, std::span<double> to) const {
    each(x.size(), [&](std::size_t j) { to[j] += factor * x[j]; });
  }
  // The sum of term(j) for j = 0 .. n-1.
  template <class Term>
  double sum(std::size_t n, const Term& term) const {
    std::vector<double> of_block(n_blocks(n));
    blocks(n, [&](std::size_t block, std::size_t begin, std::size_t end) {
      double out = 0;
      for (std::size_t j = begin; j < end; ++j) out += term(j);
      of_block[block] = out;
    });
    double out = 0;
    for (const double block : of_block) out += block;
    return out;
  }
  template <class Work>
  void each(std::size_t n, const Work& work) const {
    blocks(n, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) work(j);
    });
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  static std::size_t n_blocks(std::size_t n) { return (n + kBlock - 1) / kBlock; }

  template <class Work>
  void blocks(std::size_t n, const Work& work) const {
    parallel_for(threads_, n_blocks(n), [&](unsigned, std::size_t block) {
      work(block, block * kBlock, std::min(n, (block + 1) * kBlock));
    });
  }

  unsigned threads_;
};

}  // namespace priory
