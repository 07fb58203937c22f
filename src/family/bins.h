// SPDX-License-Identifier: Apache-2.0
// A column of numbers of any shape: a histogram in each cell.
//
//   density    log p(x) = log q[k] - log w[k], x in bin k of width w[k]; 0 beyond the outer borders, where numbers
//              score as those of the bin next to them
//   statistic  count[bin][cell], exact, of the fine bins that the plan has
//   estimator  q[k] = (m[k] + alpha) / (n + alpha K), m[k] the count of the fine bins that are joined to bin k, n
//              the cell's rows, K the number of joined bins; with a bandwidth h > 0 a smoothed histogram, m[k] the
//              sum over j of count[j] e^(-(k-j)^2 / 2 h^2) / (the same sum without count over all k)
//   prior      symmetric Dirichlet with parameter alpha + 1, of which the estimate without bandwidth is the mode
//   source     Fayyad and Irani, Multi-interval discretization of continuous-valued attributes (1993), for the
//              joining: see join_bins.h
#pragma once

#include "family/family.h"

namespace priory {

class BinsFamily final : public Family {
 public:
  FamilyInfo info() const override;
  std::span<const Statistic> statistics() const override;

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override;
  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override;
  Parameters complete(Parameters shown) const override;
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void score_all(std::span<const Piece> pieces, LogScores& out) const override;
  std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  LinearForm linear(const Parameters& parameters) const override;
  bool has_linear() const override { return false; }
  bool linear_in_bins() const override { return true; }
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override;
  double free_parameters(const Shape& shape, std::size_t cells) const override;
  double log_prior(const Parameters& parameters, const Settings& settings) const override;
  bool monotone(const Settings& settings) const override { return settings["bandwidth"] == 0; }
  std::optional<Spread> spread(const Parameters& parameters, std::size_t cell, std::size_t) const override;
  std::optional<double> log_mass(const Parameters& parameters, std::size_t cell, std::size_t,
                                 std::span<const double>, double lo, double hi) const override;
  Domain support(const Parameters& parameters, std::size_t cell) const override;
};

}  // namespace priory
