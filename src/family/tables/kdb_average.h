// SPDX-License-Identifier: Apache-2.0
// The average of several Bayesian networks over the same columns: a table of one of them.
//
//   score      log t_k[z_k][x] / M, M how many networks there are (`members`), z_k the values of those conditions
//              before the first that is missing or was never seen, t_k the table given these alone
//   statistic  count[combination of conditions and x][cell], exact
//   estimator  t as in smoothed_table.h
//   source     Sahami 1996 for one network (kdb: columns in some order, each given the class and up to k columns
//              before it); the geometric mean of many, each with an order and with bins of its own, as in an
//              ensemble of random trees
//
// The sum over all tables of all networks is the mean of what the networks say: no distribution, and a sum
// over the columns. What a column adds is told once, all networks together.
#pragma once

#include "family/tables/conditional.h"

namespace priory {

class KdbAverage final : public Conditional {
 public:
  FamilyInfo info() const override;
  bool generative() const override { return false; }
  bool with_prior() const override { return true; }
  bool monotone(const Settings&) const override { return false; }
  bool has_linear() const override { return false; }
  bool averages() const override { return true; }

  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override;
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  LinearForm linear(const Parameters& parameters) const override;
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override;
  double log_prior(const Parameters&, const Settings&) const override { return 0; }
};

}  // namespace priory
