// SPDX-License-Identifier: Apache-2.0
// From the cells of a large table to those of a smaller one over some of its variables. Cells are visited in
// runs, as long as both tables go on evenly; dimensions that do are merged when it is made. Visiting
// allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "network/arithmetic.h"

namespace priory {

class Projection {
 public:
  Projection() = default;
  // Both tables have the last of their variables fastest; `sizes` is the number of states of all variables.
  Projection(const std::vector<std::size_t>& from, const std::vector<std::size_t>& to,
             const std::vector<std::size_t>& sizes);

  struct CellRun {
    std::size_t from, to, n, stride;  // cells from, from + 1, ... are at to, to + stride, ...
  };
  template <class Visit>
  void each_run(const Visit& visit) const {
    std::array<std::size_t, kMostDimensions> digits{};
    CellRun run{0, 0, inner_.size, inner_.stride};
    do {
      visit(run);
      run.from += inner_.size;
    } while (step(digits, run.to));
  }

  // small = the sums of large
  template <class Arithmetic>
  void sum(const double* large, double* small) const {
    each_run([&](const CellRun& run) {
      for (std::size_t k = 0; k < run.n; ++k) {
        double& to = small[run.to + k * run.stride];
        to = Arithmetic::plus(to, large[run.from + k]);
      }
    });
  }

  // large *= small; returns the largest value there is then. `lost` is set when digits were.
  template <class Arithmetic>
  double multiply(double* large, const double* small, bool& lost) const {
    double most = Arithmetic::kZero;
    each_run([&](const CellRun& run) {
      for (std::size_t k = 0; k < run.n; ++k) {
        const double a = large[run.from + k], b = small[run.to + k * run.stride];
        const double product = Arithmetic::times(a, b);
        if (Arithmetic::loses(product) && a != Arithmetic::kZero && b != Arithmetic::kZero) lost = true;
        large[run.from + k] = product;
        most = std::max(most, product);
      }
    });
    return most;
  }

 private:
  static constexpr std::size_t kMostDimensions = 64;  // of two states and more: no memory has room for these
  struct Dimension {
    std::size_t size = 1, stride = 0;
  };

  bool step(std::array<std::size_t, kMostDimensions>& digits, std::size_t& to) const {
    for (std::size_t d = 0; d < outer_.size(); ++d) {
      to += outer_[d].stride;
      if (++digits[d] < outer_[d].size) return true;
      to -= outer_[d].stride * outer_[d].size;
      digits[d] = 0;
    }
    return false;
  }

  Dimension inner_;
  std::vector<Dimension> outer_;  // faster first
};

}  // namespace priory
