// SPDX-License-Identifier: Apache-2.0
// Hidden naive Bayes: columns with values, each given a hidden one that stands for all the others.
//
//   score      sum_j log sum_{i != j} W_ij P(x_j | c, x_i) / sum_{i != j} W_ij; of one value P(x_j | c). It is
//              no distribution: x_i given x_j and x_j given x_i stand in it both
//   statistic  count[x][cell], count[x, z][cell], exact
//   estimator  see value_pairs.h; W_ij is the information of the two columns given the class, as the plan has
//              it, or 1
//   missing    left out, as x_i and as x_j
//   source     Jiang, Zhang, Cai, A novel Bayes model: hidden naive Bayes (2009)
#pragma once

#include "family/tables/value_pairs.h"

namespace priory {

class Hnb final : public PairFamily {
 public:
  FamilyInfo info() const override;
  bool generative() const override { return false; }
  bool with_prior() const override { return true; }

  Parameters of_counts(const PairCounted& counted, const Settings& settings,
                       const Context& context) const override;
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
};

}  // namespace priory
