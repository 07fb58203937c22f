// SPDX-License-Identifier: Apache-2.0
// Lifts the scalar textbook code of a family to chunks. A family over real numbers gives
//
//   static FamilyInfo info();
//   static constexpr int kMoments;                              the highest power of x it sums: 1 or 2
//   static constexpr Domain kDomain;
//   static constexpr std::array kNames = {"mean", "variance"};  its parameters
//   static std::array<double, N> estimate(const Moments&, const Moments& all_cells, const Settings&, const
//   Context&); static std::string_view trouble(const double* parameters);  why they are no use, or nothing
//   static double log_prior(const double* parameters, const Settings&);  without its constant
//   static double sample(const double* parameters, Random&);    one x
//   static Spread spread(const double* parameters);             mean and variance of x
//   struct Density { explicit Density(const double* parameters); double operator()(double x) const; };
//   static LinearForm linear(const double* of_cell_0, const double* of_cell_1);
//
// and, if a ridge or the like moves its estimate off the mode of likelihood times prior, or it has a loop of
// its own,
//
//   static double smoothing(const double* parameters, double n, const Settings&, const Context&);
//
//   static void score(std::span<const Piece>, LogScores&);      all columns of the family at once
//
// `RealFamily` makes it a Family. The loops below are the inner loops of training and prediction.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/double_double.h"
#include "core/exact_moments.h"
#include "core/kernels.h"
#include "family/family.h"

namespace priory {

// Exact sums of the powers of x in one cell.
struct Moments {
  Exact n;
  std::array<Exact, 2> sum;  // of x, of x * x

  double count() const { return known ? known->count : rounded(n); }
  double mean() const { return known ? known->mean : quotient(sum[0], n); }
  // Sum of squared deviations from the mean, rounded once: (n * sum x^2 - (sum x)^2) / n.
  double scatter() const { return known ? known->scatter : quotient(n * sum[1] - sum[0] * sum[0], n); }
  // The same over n once more: the variance with divisor n.
  double variance() const { return known ? known->variance : quotient(n * sum[1] - sum[0] * sum[0], n * n); }

  // What the functions above give, for moments that are asked often.
  struct Rounded {
    double count, mean, scatter, variance;
  };
  std::optional<Rounded> known = {};
  void remember() {
    if (!n.zero()) known = Rounded{count(), mean(), scatter(), variance()};
  }
};

inline Moments operator-(const Moments& a, const Moments& b) {
  return {a.n - b.n, {a.sum[0] - b.sum[0], a.sum[1] - b.sum[1]}};
}

template <class F>
class RealFamily final : public Family {
 public:
  FamilyInfo info() const override { return F::info(); }
  std::span<const Statistic> statistics() const override { return kStatistics; }
  Domain domain() const override { return F::kDomain; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const Piece piece = {columns, nullptr, &statistics};
    accumulate_all({&piece, 1}, cells);
  }

  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override {
    const Moments all = moments_of_all(statistics);
    return estimated(statistics.sums[0].cells(), [&](std::size_t cell) {
      return F::estimate(moments(statistics, cell), all, settings, context);
    });
  }

  std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const override {
    return std::make_unique<Without>(statistics, settings);
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const std::vector<double>& x = columns[0]->reals;
    if constexpr (kScoresAll) {
      const Piece piece = {columns, &parameters, nullptr};
      return F::score({&piece, 1}, out);
    }
    for (std::size_t cell = 0; cell < out.n_cells; ++cell) {
      const typename F::Density log_density(of_cell(parameters, cell).data());
      double* score = out.of(cell).data();
      for (std::size_t row = 0; row < x.size(); ++row)
        score[row] += std::isnan(x[row]) ? 0 : log_density(x[row]);
    }
  }

  void accumulate_all(std::span<const Piece> pieces, const Cells& cells) const override {
    if (!cells.soft.empty()) return accumulate_soft(pieces, cells);
    std::vector<MomentColumn> columns;
    for (const Piece& each : pieces) {
      std::vector<Sums>& sums = each.statistics->sums;
      columns.push_back({each.columns[0]->reals, &sums[0], &sums[1], F::kMoments > 1 ? &sums[2] : nullptr});
    }
    if (cells.weight.empty()) return add_moments(columns, cells.hard, cells.count);
    for (const MomentColumn& each : columns) accumulate_weighted(each, cells);
  }

  void score_all(std::span<const Piece> pieces, LogScores& out) const override {
    if constexpr (kScoresAll) return F::score(pieces, out);
    for (const Piece& each : pieces) score(each.columns, *each.parameters, out);
  }

  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override {
    std::vector<double> log_p;
    const double x = columns[0]->reals[row];
    if (std::isnan(x)) return;
    for (std::size_t cell = 0; cell < parameters[0].cells; ++cell) {
      log_p.push_back(typename F::Density(of_cell(parameters, cell).data())(x));
    }
    take(kWholePart, x, log_p);
  }

  LinearForm linear(const Parameters& parameters) const override {
    return F::linear(of_cell(parameters, 0).data(), of_cell(parameters, 1).data());
  }

  void sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override {
    for (const std::uint32_t cell : cells)
      out[0].reals.push_back(F::sample(of_cell(parameters, cell).data(), random));
  }

  double log_prior(const Parameters& parameters, const Settings& settings) const override {
    double out = 0;
    for (std::size_t cell = 0; cell < parameters[0].cells; ++cell)
      out += F::log_prior(of_cell(parameters, cell).data(), settings);
    return out;
  }

  double smoothing(const Parameters& parameters, const Block& statistics, const Settings& settings,
                   const Context& context) const override {
    double out = 0;
    if constexpr (requires { &F::smoothing; }) {
      for (std::size_t cell = 0; cell < parameters[0].cells; ++cell) {
        out += F::smoothing(of_cell(parameters, cell).data(), statistics.sums[0].value(0, cell), settings,
                            context);
      }
    }
    return out;
  }

  double free_parameters(const Shape&, std::size_t cells) const override {
    return F::kFree * static_cast<double>(cells);
  }

  std::string_view trouble(const Parameters& parameters, std::size_t cell) const override {
    return F::trouble(of_cell(parameters, cell).data());
  }

  // Without rows there is no sum, and no rows have a negative variance.
  bool plausible(const Block& block) const override {
    if (!block.plausible(kStatistics)) return false;
    for (std::size_t cell = 0; cell < block.sums[0].cells(); ++cell) {
      const Moments m = moments(block, cell);
      if (m.n.zero() && !(m.sum[0].zero() && m.sum[1].zero())) return false;
      if (F::kMoments > 1 && sgn((m.n * m.sum[1] - m.sum[0] * m.sum[0]).m) < 0) return false;
    }
    return true;
  }

  std::optional<Spread> spread(const Parameters& parameters, std::size_t cell, std::size_t) const override {
    return F::spread(of_cell(parameters, cell).data());
  }

  std::optional<double> pooled_variance(const Block& statistics) const override {
    if constexpr (F::kMoments < 2) return std::nullopt;
    const Moments all = moments_of_all(statistics);
    return all.n.zero() ? 0 : all.variance();
  }

 private:
  template <class OfCell>
  static Parameters estimated(std::size_t n_cells, const OfCell& of_cell) {
    Parameters out;
    for (const std::string_view name : F::kNames) {
      out.emplace_back(name, 1, n_cells);
      out.back().form = Form::number;
    }
    for (std::size_t cell = 0; cell < n_cells; ++cell) {
      const auto values = of_cell(cell);
      for (std::size_t k = 0; k < F::kNames.size(); ++k) out[k].at(0, cell) = values[k];
    }
    return out;
  }

  // The moments of one cell change, those of the others are known.
  class Without final : public LeftOut {
   public:
    Without(const Block& statistics, const Settings& settings)
        : settings_(settings), all_(moments_of_all(statistics)) {
      for (std::size_t cell = 0; cell < statistics.sums[0].cells(); ++cell) {
        cells_.push_back(moments(statistics, cell));
        cells_.back().remember();
      }
    }

    Parameters estimate(const LeftOutRow& row, const Context& context) const override {
      const Sums& n = row.own->sums[0];
      std::size_t own = 0;  // the cell of the row; none if its number is missing
      while (own < cells_.size() && n.zero(0, own)) ++own;
      const Moments sums = own < cells_.size() ? moments(*row.own, own) : Moments();
      const Moments all = all_ - sums;
      return estimated(cells_.size(), [&](std::size_t cell) {
        return cell == own ? F::estimate(cells_[cell] - sums, all, settings_, context)
                           : F::estimate(cells_[cell], all, settings_, context);
      });
    }

   private:
    Settings settings_;
    Moments all_;
    std::vector<Moments> cells_;
  };

  static constexpr bool kScoresAll = requires(std::span<const Piece> pieces, LogScores& out) {
    F::score(pieces, out);
  };

  static void accumulate_weighted(const MomentColumn& column, const Cells& cells) {
    for (std::size_t row = 0; row < column.x.size(); ++row) {
      if (std::isnan(column.x[row])) continue;
      column.n->add(0, cells.hard[row], cells.weight[row]);
      add_powers(column, cells.hard[row], cells.weight[row], column.x[row]);
    }
  }

  // The rows of EM: many weights a value. A chunk is summed in doubles about one of its values, which keeps
  // the digits of small spreads around large means; the chunks' sums are added up exactly.
  static void accumulate_soft(std::span<const Piece> pieces, const Cells& cells) {
    const std::size_t n_rows = cells.soft.size() / cells.count;
    std::vector<ShiftedColumn> columns;
    for (const Piece& each : pieces) {
      const std::vector<double>& x = each.columns[0]->reals;
      const auto number = std::find_if(x.begin(), x.end(), [](double value) { return !std::isnan(value); });
      columns.push_back({x, number == x.end() ? 0 : *number});
    }
    const WeightedCells weighted(cells, n_rows);
    std::vector<double> n(columns.size() * cells.count), first(n.size()), second(n.size());
    soft_moments(columns, n_rows, weighted.soft(), weighted.total(), n.data(), first.data(), second.data());
    for (std::size_t k = 0; k < n.size(); ++k) {
      const std::size_t cell = k % cells.count;
      const double shift = columns[k / cells.count].shift;
      std::vector<Sums>& sums = pieces[k / cells.count].statistics->sums;
      if (n[k] == 0) continue;
      sums[0].add(0, cell, n[k]);
      add_to(sums[1], cell, DoubleDouble(first[k]) + DoubleDouble::product(shift, n[k]));
      if constexpr (F::kMoments > 1) {
        add_to(sums[2], cell,
               DoubleDouble(second[k]) + DoubleDouble::product(2 * shift, first[k]) +
                   DoubleDouble::product(shift, shift) * n[k]);
      }
    }
  }

  static void add_to(Sums& sums, std::size_t cell, const DoubleDouble& x) {
    sums.add(0, cell, x.high);
    sums.add(0, cell, x.low);
  }

  static constexpr std::array<Statistic, F::kMoments + 1> kStatistics = [] {
    constexpr std::array<std::string_view, 3> names = {"n", "sum", "sum_of_squares"};
    std::array<Statistic, F::kMoments + 1> out{};
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = {names[k], Per::part, true, k == 1};
    return out;
  }();

  static Moments moments(const Block& statistics, std::size_t cell) {
    Moments out{statistics.sums[0].exact(0, cell), {}};
    for (std::size_t k = 1; k < kStatistics.size(); ++k) out.sum[k - 1] = statistics.sums[k].exact(0, cell);
    return out;
  }

  static Moments moments_of_all(const Block& statistics) {
    Moments all;
    for (std::size_t cell = 0; cell < statistics.sums[0].cells(); ++cell) {
      const Moments each = moments(statistics, cell);
      all.n = all.n + each.n;
      for (std::size_t k = 0; k < all.sum.size(); ++k) all.sum[k] = all.sum[k] + each.sum[k];
    }
    return all;
  }

  static std::array<double, F::kNames.size()> of_cell(const Parameters& parameters, std::size_t cell) {
    std::array<double, F::kNames.size()> out{};
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = parameters[k].at(0, cell);
    return out;
  }
};

}  // namespace priory
