// SPDX-License-Identifier: Apache-2.0
// What families learn that are given every two values of a row: how often each value and each two of them
// occur in a cell, and from that P(x | cell) and P(x | cell, z), z the value of another column.
//
//   statistic  count[x][cell], count[x, z][cell], exact
//   estimator  P(x | c, z) = (n(c, z, x) + alpha + m / V + b P(x | c)) / (n(c, z) + alpha V + m + b)
//              P(x | c)    = (n(c, x) + alpha + m / V + b P(x)) / (n(c) + alpha V + m + b)
//              P(x)        = (n(x) + 1) / (n + V)
//              V the number of values of x; every n is of the rows in which the columns it names are there.
//              Where a denominator is zero, the shorter one stands. With no smoothing at all P(x) = n(x) / n.
//
// Rows come as bags of their values, in the codes of the part: those of its first column, then those of the
// second, and so on. A value never seen has the code (number of values) + (its column). Missing cells are not
// there.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "family/family.h"
#include "family/tables/combinations.h"

namespace priory {

inline constexpr std::array<Statistic, 2> kPairStatistics = {{
    {"count", Per::value, true},
    {"pairs", Per::value_pair, true},
}};

inline constexpr Option kPairAlpha = {"alpha", 0, 0, false,
                                      "smoothing: 0 is maximum likelihood, 1 is Laplace's"};
inline constexpr Option kPairMEstimate = {"m-estimate", 0, 0, false,
                                          "so many imaginary rows, shared out evenly among the values"};
inline constexpr Option kPairBackOff = {
    "back-off", 1, 0, false, "so many imaginary rows, shared out as the table with one condition less says"};

inline constexpr std::string_view kPairEstimator =
    "P(x | z) = (n(z, x) + alpha + m / V + b P(x)) / (n(z) + alpha V + m + b)";

// How numbers enter tables of values.
inline constexpr Option kTableBins = {
    "bins", 8, 1, false, "numbers are counted in at most so many bins of equal frequency", 4096};

// The words of a row.
inline std::span<const std::uint32_t> values_of(const Bag& bag, std::size_t row) {
  return std::span<const std::uint32_t>(bag.word).subspan(bag.begin[row],
                                                          bag.begin[row + 1] - bag.begin[row]);
}

// How counts are smoothed.
struct PairSmoothing {
  double alpha = 0, m_estimate = 0, back_off = 0;

  explicit PairSmoothing(const Settings& settings)
      : alpha(settings["alpha"]), m_estimate(settings["m-estimate"]), back_off(settings["back-off"]) {}
  double operator()(double n, double total, double shorter, double n_values) const {
    const double whole = total + alpha * n_values + m_estimate + back_off;
    if (!(whole > 0)) return shorter;
    return (n + alpha + m_estimate / n_values + back_off * shorter) / whole;
  }
  double shortest(double n, double total, double n_values) const {
    if (alpha + m_estimate + back_off > 0) return (n + 1) / (total + n_values);
    return total > 0 ? n / total : 1 / n_values;
  }
};

// The column of each value.
std::vector<std::uint32_t> columns_of_values(std::span<const double> sizes);

// The counts of some values, with what they are divided by. Values are those of a part, or of one row.
struct PairCounted {
  std::vector<std::uint32_t> column;  // of each value
  std::vector<double> n_values;       // of each column, V
  std::size_t n_cells = 0;
  std::vector<double> one;    // value x cell
  std::vector<double> total;  // column x cell
  std::vector<double> two;    // value x value x cell: in either order; 0 on the diagonal
  std::vector<double> given;  // value x column x cell: rows with that value, in which the column is there

  static PairCounted of(const Block& statistics, std::span<const double> sizes);
  // Without a row: of its values that stay.
  PairCounted without(const LeftOutRow& row) const;

  std::size_t size() const { return column.size(); }
  std::size_t n_columns() const { return n_values.size(); }
};

// log P(x | cell): values, then the unseen of each column.
Matrix log_single(const PairCounted& counted, const PairSmoothing& smoothing);
// log P(x | cell, z): row z (values + columns) + x; x a value, or the unseen of a column after them.
Matrix log_given(const PairCounted& counted, const PairSmoothing& smoothing, const Matrix& log_single);

// An Error of kind data where the tables of so many values are too large.
void check_pairs(std::size_t n_values, std::size_t n_columns, std::size_t n_cells);

// A family over counts of pairs: what its parameters are is all that it adds.
class PairFamily : public Family {
 public:
  virtual Parameters of_counts(const PairCounted& counted, const Settings& settings,
                               const Context& context) const = 0;

  std::span<const Statistic> statistics() const final { return kPairStatistics; }
  bool groups() const final { return true; }
  bool gathers() const final { return true; }
  bool scores_combinations() const final { return false; }
  bool monotone(const Settings&) const final { return false; }
  bool has_linear() const final { return false; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const final;
  Parameters estimate(const Block& statistics, const Settings& settings, const Context& context) const final;
  std::unique_ptr<LeftOut> left_out_in(const Block& statistics, const Settings& settings,
                                       const Context& context) const final;
  LinearForm linear(const Parameters& parameters) const final;
  double free_parameters(const Shape& shape, std::size_t cells) const final;
};

}  // namespace priory
