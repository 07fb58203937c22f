// SPDX-License-Identifier: Apache-2.0
// Lifts the scalar textbook code of a family to chunks. A family over real numbers gives
//
//   static FamilyInfo info();
//   static constexpr Domain kDomain;                            the numbers it takes
//   static constexpr int kMoments;                              the highest power that is summed: 1 or 2
//   static constexpr std::array kNames = {"mean", "variance"};  its parameters
//   static constexpr double kFree;                              how many of them are learnt
//   static std::array<double, P> estimate(const Moments<N>&, const Moments<N>& all_cells, const Settings&, const Context&);
//   static std::string_view trouble(const double* parameters);  why they are no use, or nothing
//   static double sample(const double* parameters, Random&);    one x
//   static Spread spread(const double* parameters);             mean and variance of x
//   struct Density { explicit Density(const double* parameters); double operator()(double x) const; };
//
// and, where it is not x that is summed but functions of it, each rounded once and summed exactly (their
// powers too, so that N is K times kMoments: all powers of the first, then of the next),
//
//   static std::array<double, K> statistic(double x);
//   static constexpr std::array<std::string_view, N> kSums;     what the model file calls the sums
//   static constexpr std::array<std::string_view, K> kFeatures; what the linear view calls them: "log x"
//
// and, if there is something to say,
//
//   static double log_prior(const double* parameters, const Settings&);  without its constant
//   static double smoothing(const double* parameters, double n, const Moments<N>& all_cells, const Settings&, const Context&);
//                                                    what else the estimate maximises, such as a ridge
//   static constexpr bool kMonotone = false;         it does not: the objective of EM may fall
//   static LogTails log_tails(const double* parameters, double x);  log P(X < x), of whole numbers <= x, and log P(X > x)
//   static double log_mass(const double* parameters, double lo, double hi);  log P(lo < X < hi), if that is better
//   static Domain support(const double* parameters);  where the parameters narrow the domain
//   static LinearForm linear(const double* of_cell_0, const double* of_cell_1);
//   static void score(std::span<const Piece>, LogScores&);      all columns of the family at once
//
// `RealFamily` makes it a Family. The loops below are the inner loops of training and prediction.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "exact/exact_moments.h"
#include "family/family.h"
#include "family/mass.h"
#include "family/moments.h"
#include "kernels/double_double.h"
#include "kernels/kernels.h"

namespace priory {

// "log x" of the column "wait" is "log wait", its square "(log wait)^2".
inline std::string named_feature(std::string_view pattern, int power, const std::string& column) {
  std::string out(pattern);
  out.replace(out.rfind('x'), 1, column);
  return power == 1 ? out : "(" + out + ")^" + std::to_string(power);
}

template <class F>
class RealFamily final : public Family {
  static constexpr bool kPlain = !requires { &F::statistic; };  // x itself is summed
  static constexpr std::size_t kEntries = [] {
    if constexpr (kPlain)
      return std::size_t{1};
    else
      return decltype(F::statistic(0))().size();
  }();
  static constexpr std::size_t kPowers = F::kMoments, kSums = kEntries * kPowers;
  using Sum = Moments<kSums>;

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
    const Sum all = moments_of_all(statistics);
    return estimated(statistics.sums[0].cells(), [&](std::size_t cell) {
      return F::estimate(moments(statistics, cell), all, settings, context);
    });
  }

  std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const override {
    return std::make_unique<LeftOutEstimate>(statistics, settings);
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const std::span<const double> x = columns[0]->reals;
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
    const Entries entries(pieces);
    if (!cells.soft.empty()) return accumulate_soft(entries, cells);
    if (cells.weight.empty()) return add_moments(entries.columns, cells.hard, cells.count);
    for (const MomentColumn& each : entries.columns) accumulate_weighted(each, cells);
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
    if constexpr (requires { &F::linear; }) {
      return F::linear(of_cell(parameters, 0).data(), of_cell(parameters, 1).data());
    } else {
      throw Error(ErrorKind::usage, "the family '" + std::string(info().name) + "' has no linear view");
    }
  }

  bool has_linear() const override {
    return requires {
      &F::linear;
    };
  }

  std::string feature_name(const LinearTerm& term, const std::string& column) const override {
    if constexpr (kPlain)
      return Family::feature_name(term, column);
    else
      return named_feature(F::kFeatures[term.statistic], term.power, column);
  }

  double feature(const LinearTerm& term, double x) const override {
    if constexpr (!kPlain) x = F::statistic(x)[term.statistic];
    return Family::feature(term, x);
  }

  void sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override {
    for (const std::uint32_t cell : cells)
      out[0].reals.push_back(F::sample(of_cell(parameters, cell).data(), random));
  }

  double log_prior(const Parameters& parameters, const Settings& settings) const override {
    double out = 0;
    if constexpr (requires { &F::log_prior; }) {
      for (std::size_t cell = 0; cell < parameters[0].cells; ++cell)
        out += F::log_prior(of_cell(parameters, cell).data(), settings);
    }
    return out;
  }

  double smoothing(const Parameters& parameters, const Block& statistics, const Settings& settings,
                   const Context& context) const override {
    double out = 0;
    if constexpr (requires { &F::smoothing; }) {
      const Sum all = moments_of_all(statistics);
      for (std::size_t cell = 0; cell < parameters[0].cells; ++cell) {
        out += F::smoothing(of_cell(parameters, cell).data(), statistics.sums[0].value(0, cell), all,
                            settings, context);
      }
    }
    return out;
  }

  bool monotone(const Settings&) const override {
    if constexpr (requires { F::kMonotone; }) return F::kMonotone;
    return true;
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
      const Sum m = moments(block, cell);
      const auto is_zero = [](const Exact& each) { return each.zero(); };
      if (m.n.zero() && !std::all_of(m.sum.begin(), m.sum.end(), is_zero)) return false;
      for (std::size_t k = 0; kPowers == 2 && k < kSums; k += 2) {
        if (sgn((m.n * m.sum[k + 1] - m.sum[k] * m.sum[k]).m) < 0) return false;
      }
    }
    return true;
  }

  std::optional<Spread> spread(const Parameters& parameters, std::size_t cell, std::size_t) const override {
    return F::spread(of_cell(parameters, cell).data());
  }

  std::optional<double> log_mass(const Parameters& parameters, std::size_t cell, std::size_t,
                                 std::span<const double>, double lo, double hi) const override {
    return log_mass_of<F>(of_cell(parameters, cell).data(), lo, hi);
  }

  Domain support(const Parameters& parameters, std::size_t cell) const override {
    if constexpr (requires { &F::support; }) return F::support(of_cell(parameters, cell).data());
    return F::kDomain;
  }

  std::optional<double> pooled_variance(const Block& statistics) const override {
    if constexpr (requires { F::kSharesVariance; }) {
      const Sum all = moments_of_all(statistics);
      return all.n.zero() ? 0 : all.variance();
    }
    return std::nullopt;
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
  class LeftOutEstimate final : public LeftOut {
   public:
    LeftOutEstimate(const Block& statistics, const Settings& settings)
        : settings_(settings), all_(moments_of_all(statistics)) {
      for (std::size_t cell = 0; cell < statistics.sums[0].cells(); ++cell) {
        cells_.push_back(moments(statistics, cell));
        cells_.back().remember(kPowers == 2);
      }
    }

    Parameters estimate(const LeftOutRow& row, const Context& context) const override {
      const Sums& n = row.own->sums[0];
      std::size_t own = 0;  // the cell of the row; none if its number is missing
      while (own < cells_.size() && n.zero(0, own)) ++own;
      const Sum sums = own < cells_.size() ? moments(*row.own, own) : Sum();
      const Sum all = all_ - sums;
      return estimated(cells_.size(), [&](std::size_t cell) {
        return cell == own ? F::estimate(cells_[cell] - sums, all, settings_, context)
                           : F::estimate(cells_[cell], all, settings_, context);
      });
    }

   private:
    Settings settings_;
    Sum all_;
    std::vector<Sum> cells_;
  };

  static constexpr bool kScoresAll = requires(std::span<const Piece> pieces, LogScores& out) {
    F::score(pieces, out);
  };

  // The numbers of each piece and where they are summed: the columns themselves, or what `statistic` makes of
  // them, entry after entry, of which the first counts the rows.
  struct Entries {
    std::vector<MomentColumn> columns;
    std::vector<std::vector<double>> made;

    explicit Entries(std::span<const Piece> pieces) {
      if constexpr (!kPlain) make(pieces);
      for (std::size_t k = 0; k < pieces.size() * kEntries; ++k) {
        const Piece& piece = pieces[k / kEntries];
        std::vector<Sums>& sums = piece.statistics->sums;
        const std::size_t entry = k % kEntries, at = 1 + entry * kPowers;
        const std::span<const double> x =
            kPlain ? std::span<const double>(piece.columns[0]->reals) : std::span<const double>(made[k]);
        columns.push_back(
            {x, entry == 0 ? &sums[0] : nullptr, &sums[at], kPowers > 1 ? &sums[at + 1] : nullptr});
      }
    }

    void make(std::span<const Piece> pieces) {
      made.resize(pieces.size() * kEntries);
      for (std::size_t k = 0; k < pieces.size(); ++k) {
        const std::span<const double> x = pieces[k].columns[0]->reals;
        for (std::size_t j = 0; j < kEntries; ++j) made[k * kEntries + j].assign(x.size(), kMissingReal);
        for (std::size_t row = 0; row < x.size(); ++row) {
          if (std::isnan(x[row])) continue;
          const auto entries = F::statistic(x[row]);
          for (std::size_t j = 0; j < kEntries; ++j) made[k * kEntries + j][row] = entries[j];
        }
      }
    }
  };

  static void accumulate_weighted(const MomentColumn& column, const Cells& cells) {
    for (std::size_t row = 0; row < column.x.size(); ++row) {
      if (std::isnan(column.x[row])) continue;
      if (column.n != nullptr) column.n->add(0, cells.hard[row], cells.weight[row]);
      add_powers(column, cells.hard[row], cells.weight[row], column.x[row]);
    }
  }

  // The rows of EM: many weights a value. A chunk is summed in doubles about one of its values, which keeps
  // the digits of small spreads around large means; the chunks' sums are added up exactly.
  static void accumulate_soft(const Entries& entries, const Cells& cells) {
    const std::size_t n_rows = cells.soft.size() / cells.count;
    std::vector<ShiftedColumn> columns;
    for (const MomentColumn& each : entries.columns) {
      const auto number =
          std::find_if(each.x.begin(), each.x.end(), [](double value) { return !std::isnan(value); });
      columns.push_back({each.x, number == each.x.end() ? 0 : *number});
    }
    const WeightedCells weighted(cells, n_rows);
    std::vector<double> n(columns.size() * cells.count), first(n.size()), second(n.size());
    soft_moments(columns, n_rows, weighted.soft(), weighted.total(), n.data(), first.data(), second.data());
    for (std::size_t k = 0; k < n.size(); ++k) {
      const std::size_t cell = k % cells.count;
      const double shift = columns[k / cells.count].shift;
      const MomentColumn& to = entries.columns[k / cells.count];
      if (n[k] == 0) continue;
      if (to.n != nullptr) to.n->add(0, cell, n[k]);
      add_to(*to.sum, cell, DoubleDouble(first[k]) + DoubleDouble::product(shift, n[k]));
      if constexpr (kPowers > 1) {
        add_to(*to.squares, cell,
               DoubleDouble(second[k]) + DoubleDouble::product(2 * shift, first[k]) +
                   DoubleDouble::product(shift, shift) * n[k]);
      }
    }
  }

  static void add_to(Sums& sums, std::size_t cell, const DoubleDouble& x) {
    sums.add(0, cell, x.high);
    sums.add(0, cell, x.low);
  }

  static constexpr std::array<Statistic, kSums + 1> kStatistics = [] {
    std::array<Statistic, kSums + 1> out{};
    out[0] = {"n", Per::part, true};
    constexpr std::array<std::string_view, 2> plain = {"sum", "sum_of_squares"};
    for (std::size_t k = 0; k < kSums; ++k) {
      out[k + 1] = {plain[k % 2], Per::part, true, k % kPowers == 0};
      if constexpr (!kPlain) out[k + 1].name = F::kSums[k];
    }
    return out;
  }();

  static Sum moments(const Block& statistics, std::size_t cell) {
    Sum out{statistics.sums[0].exact(0, cell), {}};
    for (std::size_t k = 0; k < kSums; ++k) out.sum[k] = statistics.sums[k + 1].exact(0, cell);
    return out;
  }

  static Sum moments_of_all(const Block& statistics) {
    Sum all;
    for (std::size_t cell = 0; cell < statistics.sums[0].cells(); ++cell)
      all = all + moments(statistics, cell);
    return all;
  }

  static std::array<double, F::kNames.size()> of_cell(const Parameters& parameters, std::size_t cell) {
    std::array<double, F::kNames.size()> out{};
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = parameters[k].at(0, cell);
    return out;
  }
};

}  // namespace priory
