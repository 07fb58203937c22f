// SPDX-License-Identifier: Apache-2.0
// Averaged one-dependence estimators: columns with values, each of which in turn is what all the others
// depend on beside the cell, and the mean of these distributions.
//
//   density    p(x | c) = sum_i w_i P(x_i | c) prod_{j != i} P(x_j | c, x_i) / sum_i w_i
//   statistic  count[x][cell], count[x, z][cell], exact
//   estimator  see value_pairs.h; w_i = 1. A value of fewer rows than `frequency-limit` is no x_i; where none
//              is, p(x | c) = prod_j P(x_j | c). With `joint-prior`, P(c, x_i) / P(c) stands for P(x_i | c),
//              P(c, x) = (n(c, x) + alpha + m / (K V) + b P(c) P(x | c)) / (n + alpha K V + m + b), K cells;
//              and where there is no x_i, P(c) is smoothed the same way
//   missing    left out, as x_i and as x_j
//   source     Webb, Boughton, Wang, Not so naive Bayes: aggregating one-dependence estimators (2005)
#pragma once

#include "family/tables/value_pairs.h"

namespace priory {

class Aode final : public PairFamily {
 public:
  FamilyInfo info() const override;

  Parameters of_counts(const PairCounted& counted, const Settings& settings,
                       const Context& context) const override;
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  // What leaving each cell out would change, and what they have in common.
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override;
};

}  // namespace priory
