// SPDX-License-Identifier: Apache-2.0
// The multivariate normal distribution of a group of real columns in each cell. Its covariance is one for all
// cells (gaussian-shared: Gaussian discriminant analysis, linear) or one for each (gaussian-full: quadratic).
//
//   density    log N(x; m, C) = -(x - m)' C^-1 (x - m) / 2 - log |2 pi C| / 2
//   statistic  n, sum x, sum x x': exact up to kMostExactColumns columns, see group_exact.h
//   estimator  m = sum x / n;  C = sum (x - m)(x - m)' / n, unbiased / (n - 1); shared: summed over the cells,
//              each about its own mean, / n of all, unbiased / (n - K); then
//              full: C = (1 - pooling) C + pooling W, W the shared one (Friedman, Regularized discriminant
//              analysis, 1989); C = (1 - shrinkage) C + shrinkage tr(C)/d I, and var-smoothing, ridge on the diagonal
//   missing    cells are integrated out in scores, rows with one are left out of the sums; in EM they add what
//              is expected of them under the parameters of the step before
//   source     Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 2nd edition (2009),
//              section 4.3; Little, Rubin, Statistical Analysis with Missing Data, 2nd edition (2002), 11.2
#pragma once

#include "family/family.h"

namespace priory {

class GaussianGroup : public Family {
 public:
  explicit GaussianGroup(bool shared) : shared_(shared) {}

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
  double smoothing(const Parameters& parameters, const Block& statistics, const Settings& settings,
                   const Context& context) const override;
  bool monotone(const Settings& settings) const override {
    return settings["shrinkage"] == 0 && (shared_ || settings["pooling"] == 0);
  }
  Parameters complete(Parameters shown) const override;
  std::string_view trouble(const Parameters& parameters, std::size_t cell) const override;
  bool plausible(const Block& block) const override;
  std::optional<Spread> spread(const Parameters& parameters, std::size_t cell,
                               std::size_t column) const override;
  std::optional<double> log_mass(const Parameters& parameters, std::size_t cell, std::size_t column,
                                 std::span<const double> row, double lo, double hi) const override;
  // Mean and variance of a column where those of `row` are known that are not NaN.
  static std::optional<Spread> spread_given(const Parameters& parameters, std::size_t cell,
                                            std::size_t column, std::span<const double> row);
  std::optional<double> pooled_variance(const Block& statistics) const override;

 private:
  bool shared_;
};

class GaussianShared final : public GaussianGroup {
 public:
  GaussianShared() : GaussianGroup(true) {}
  FamilyInfo info() const override;
};

class GaussianFull final : public GaussianGroup {
 public:
  GaussianFull() : GaussianGroup(false) {}
  FamilyInfo info() const override;
};

}  // namespace priory
