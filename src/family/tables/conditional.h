// SPDX-License-Identifier: Apache-2.0
// A conditional probability table, the node of a Bayesian network. `table`: the last of some columns with
// values, given the others and the cell. `table-class`: the cell itself given the columns, in place of the
// prior of the classes.
//
//   density    log p(x | z) = log t[z][x], z the values of the columns before the last
//   statistic  count[combination][cell], exact
//   estimator  t[z][x] = (count[z, x] + alpha) / (count[z] + alpha V), V the number of values of x; values z
//              never met together, without a prior: uniform
//              With back-off b, conditions are dropped one by one, the last first, and then the cell:
//              t[z][x] = (count[z, x] + alpha + b s[x]) / (count[z] + alpha V + b), s the table without the
//              last of z; of no conditions and no cell s[x] = (count[x] + 1) / (n + V)
//   missing    a row that lacks one of the columns adds nothing, to sums and to scores: a network sums over
//              them (see src/model/row_inference.h)
//   prior      symmetric Dirichlet with parameter alpha + 1 for every z, of which the estimate is the mode
//   source     Friedman, Geiger, Goldszmidt, Bayesian network classifiers (1997), section 4
#pragma once

#include "family/family.h"

namespace priory {

class Conditional : public Family {
 public:
  std::span<const Statistic> statistics() const override;
  FamilyInfo info() const override;
  bool groups() const override { return true; }
  bool scores_combinations() const override { return false; }
  std::size_t n_given(std::size_t n_columns) const override { return n_columns - 1; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override;
  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override;
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  LinearForm linear(const Parameters& parameters) const override;
  // The columns it is given are drawn already.
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override;
  double free_parameters(const Shape& shape, std::size_t cells) const override;
  double log_prior(const Parameters& parameters, const Settings& settings) const override;
  bool monotone(const Settings& settings) const override { return settings["back-off"] == 0; }
};

class ClassConditional final : public Conditional {
 public:
  FamilyInfo info() const override;
  bool generative() const override { return false; }
  bool replaces_prior() const override { return true; }
  bool monotone(const Settings&) const override { return true; }
  std::size_t n_given(std::size_t n_columns) const override { return n_columns; }

  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override;
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override;
  double free_parameters(const Shape& shape, std::size_t cells) const override;
};

}  // namespace priory
