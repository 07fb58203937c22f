// SPDX-License-Identifier: Apache-2.0
// The full joint distribution of some columns with values: a probability for every combination of them in
// each cell. The table is sparse: it has the combinations met, and one number for all the others.
//
//   density    log p(x) = log t[x], x a combination
//   statistic  count[combination][cell], exact
//   estimator  t[x] = (count[x] + alpha) / (n + alpha V), V the product of the columns' numbers of values; a
//              cell with no row and no prior is uniform
//   missing    columns are summed over; rows with one are not learnt from, but in EM, where they are shared
//              out among the combinations they can be
//   prior      symmetric Dirichlet over all V cells with parameter alpha + 1, of which the estimate is the
//              mode
//   source     Mitchell, Machine Learning, chapter "Estimating probabilities" (2017), section 1
#pragma once

#include "family/family.h"

namespace priory {

class Joint final : public Family {
 public:
  FamilyInfo info() const override;
  std::span<const Statistic> statistics() const override;
  bool groups() const override { return true; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override;
  void accumulate_expected(Columns columns, const Cells& cells, const Parameters& parameters,
                           Block& statistics) const override;
  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override;
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  LinearForm linear(const Parameters& parameters) const override;
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override;
  double free_parameters(const Shape& shape, std::size_t cells) const override;
  double log_prior(const Parameters& parameters, const Settings& settings) const override;
};

// Counts the combinations of rows: what all families over them learn.
void count_combinations(Columns columns, const Cells& cells, Sums& count);

}  // namespace priory
