// SPDX-License-Identifier: Apache-2.0
// Tables of P(x | z, cell), z the values of some conditions, each smoothed by the one with a condition less:
//
//   t[z][x] = (count[z, x] + alpha + b s[x]) / (count[z] + alpha V + b)
//
// s the shorter table, V how many values x has, b the back-off. The shortest of all has no class either:
// s[x] = (count[x] + 1) / (count + V). Where a denominator is zero the shorter one stands. After the last
// value of x comes one never seen, with a count of 0.
#pragma once

#include <span>
#include <vector>

#include "exact/block.h"
#include "family/tables/combinations.h"

namespace priory {

struct SmoothedTable {
  std::size_t n_values = 0;
  Matrix p;  // z x (values + 1), cells

  double at(std::size_t z, std::size_t x, std::size_t cell) const {
    return p.at(z * (n_values + 1) + x, cell);
  }
};

// The counts of all cells of the table, those never met too: table cells x cells. An Error of kind data where
// there are too many.
Matrix dense_counts(const Sums& count, const Combinations& known);

// From the table without conditions to that with all of them: the first of them, the first two, and so on.
// `sizes` are those of the conditions and, last, of x.
std::vector<SmoothedTable> backed_off(const Matrix& count, std::span<const double> sizes, double alpha,
                                      double back_off);

}  // namespace priory
