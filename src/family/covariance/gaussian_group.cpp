// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/gaussian_group.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/normal_tail.h"
#include "core/random.h"
#include "family/covariance/group_covariance.h"
#include "family/covariance/group_estimate.h"
#include "family/covariance/group_exact.h"
#include "family/covariance/group_expected.h"
#include "family/covariance/group_moments.h"
#include "family/covariance/group_parameters.h"
#include "kernels/cholesky.h"

namespace priory {
namespace {

// The last is of gaussian-full alone: a shared covariance has nothing to be drawn towards.
constexpr std::array<Option, 6> kOptions = {{
    {"var-smoothing", 1e-9, 0, false, "adds this times the largest column variance to every variance"},
    {"ridge", 0, 0, false, "adds this to every variance"},
    {"unbiased", 0, 0, true, "divides the covariance by n-1 instead of n, a shared one by n-K"},
    {"shrinkage", 0, 0, false,
     "S of (1 - S) C + S tr(C)/d I: from the covariance (0) to its mean variance (1); auto: by Ledoit and "
     "Wolf, from the rows, on standardised columns",
     1, true},
    kStandardise,
    {"pooling", 0, 0, false,
     "P of (1 - P) C + P W: from the covariance of each class (0) to W, that within all classes (1)", 1},
}};

std::vector<const double*> pointers(Columns columns, std::span<const std::uint32_t> chosen) {
  std::vector<const double*> out;
  for (const std::uint32_t j : chosen) out.push_back(columns[j]->reals.data());
  return out;
}

std::vector<std::uint32_t> all_of(Columns columns) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t j = 0; j < columns.size(); ++j) out.push_back(j);
  return out;
}

// One row alone: what it takes is kept, so that nothing is allocated.
void score_row(Columns columns, const Parameters& parameters, LogScores& out) {
  constexpr std::uint32_t kOnly[] = {0};
  thread_local std::vector<std::uint32_t> present;
  thread_local std::vector<const double*> numbers;
  thread_local Parameters some;
  present.clear(), numbers.clear();
  for (std::uint32_t j = 0; j < columns.size(); ++j) {
    const double* const x = columns[j]->reals.data();
    if (!std::isnan(*x)) present.push_back(j), numbers.push_back(x);
  }
  if (present.empty()) return;
  const bool all = present.size() == columns.size();
  if (!all) marginal(parameters, present, some);
  score_group(numbers, kOnly, all ? parameters : some, out);
}

double log_determinant(const GroupParameters& p, std::size_t k) {
  return -2 * p.log_norm.data[k] - static_cast<double>(p.n_columns()) * std::log(2 * std::numbers::pi);
}

// tr(R C^-1) of a diagonal R: the weighted sum of squares of the inverse factor.
double trace_of_inverse(const GroupParameters& p, std::size_t k, const std::vector<double>& ridge) {
  double out = 0;
  const std::span<const double> factor = p.factor_of(k);
  for (std::size_t i = 0; i < factor.size(); ++i) out += ridge[i % ridge.size()] * factor[i] * factor[i];
  return out;
}

// What each column adds to log p of a row, -(x - m)_j [C^-1 (x - m)]_j / 2, and last the normaliser.
std::vector<double> terms_of(const GroupParameters& p, std::size_t cell, std::span<const double> x) {
  const std::size_t n = x.size(), k = p.covariance_of(cell);
  const std::span<const double> factor = p.factor_of(k);
  std::vector<double> solved(n), out(n + 1);
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    double z = 0;
    for (std::size_t i = 0; i <= j; ++i) z += factor[j * n + i] * (x[i] - p.mean.at(i, cell));
    for (std::size_t i = 0; i <= j; ++i) solved[i] += factor[j * n + i] * z;
  }
  for (std::size_t j = 0; j < n; ++j) sum += out[j] = -0.5 * (x[j] - p.mean.at(j, cell)) * solved[j];
  out[n] = p.log_norm.data[k];
  if (std::isfinite(sum)) return out;
  std::fill(out.begin(), out.end(), 0.0);  // too far for a double, and no column is to blame alone
  out[n] = -std::numeric_limits<double>::infinity();
  return out;
}

}  // namespace

FamilyInfo GaussianShared::info() const {
  return {"gaussian-shared",
          "gda,lda",
          CellKind::reals,
          "several real columns, normal in each class with one covariance for all (linear discriminants)",
          "-(x - m)' C^-1 (x - m) / 2 - log |2 pi C| / 2",
          "m = sum x / n, C = sum of (x - m)(x - m)' over all classes / n of all + smoothing",
          std::span(kOptions).first(kOptions.size() - 1)};
}

FamilyInfo GaussianFull::info() const {
  return {"gaussian-full",
          "qda",
          CellKind::reals,
          "several real columns, normal in each class with a covariance of its own (quadratic discriminants)",
          "-(x - m)' C^-1 (x - m) / 2 - log |2 pi C| / 2",
          "m = sum x / n, C = sum (x - m)(x - m)' / n + smoothing",
          kOptions};
}

std::span<const Statistic> GaussianGroup::statistics() const {
  return shared_ ? std::span<const Statistic>(kGroupStatistics<true>) : kGroupStatistics<false>;
}

void GaussianGroup::accumulate(Columns columns, const Cells& cells, Block& statistics) const {
  add_group_rows(columns, GroupRows(columns), cells, shared_, statistics);
}

void GaussianGroup::accumulate_expected(Columns columns, const Cells& cells, const Parameters& parameters,
                                        Block& statistics) const {
  const GroupRows rows(columns);
  add_group_rows(columns, rows, cells, shared_, statistics);
  add_expected_rows(columns, rows.partial, cells, parameters, statistics);
}

Parameters GaussianGroup::estimate(const Block& statistics, const Settings& settings,
                                   const Context& context) const {
  const GroupEstimate rows(statistics);
  Parameters out = group_parameters(rows.n_columns(), rows.n_cells(), shared_);
  for (std::size_t cell = 0; cell < rows.n_cells() && !rows.all().empty(); ++cell) {
    const GroupSums& from = rows.cell(cell).empty() ? rows.all() : rows.cell(cell);
    for (std::size_t j = 0; j < rows.n_columns(); ++j) out[0].at(j, cell) = quotient(from.sum[j], from.n);
  }
  fill_covariances(rows, settings, CovarianceSmoothing(rows, settings, context), out[1]);
  return with_factors(std::move(out));
}

Parameters GaussianGroup::complete(Parameters shown) const {
  return with_factors(std::move(shown));
}

void GaussianGroup::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  if (n_rows_of(columns) == 1) return score_row(columns, parameters, out);
  const GroupRows rows(columns);
  score_group(pointers(columns, all_of(columns)), rows.complete, parameters, out);
  for (const Pattern& pattern : rows.partial)
    score_group(pointers(columns, pattern.present), pattern.rows, marginal(parameters, pattern.present), out);
}

void GaussianGroup::explain(Columns columns, std::size_t row, const Parameters& parameters,
                            const TakeReason& take) const {
  const std::vector<std::uint32_t> present = present_in(columns, row);
  if (present.empty()) return;
  const Parameters own = present.size() == columns.size() ? parameters : marginal(parameters, present);
  const GroupParameters p(own);
  std::vector<double> x, of_cells(p.n_cells());
  for (const std::uint32_t j : present) x.push_back(columns[j]->reals[row]);
  std::vector<std::vector<double>> terms;
  for (std::size_t cell = 0; cell < p.n_cells(); ++cell) terms.push_back(terms_of(p, cell, x));
  if (columns.size() == 1) {  // nothing to share the normaliser with
    for (std::size_t cell = 0; cell < p.n_cells(); ++cell) of_cells[cell] = terms[cell][0] + terms[cell][1];
    return take(kWholePart, x[0], of_cells);
  }
  for (std::size_t j = 0; j <= present.size(); ++j) {
    for (std::size_t cell = 0; cell < p.n_cells(); ++cell) of_cells[cell] = terms[cell][j];
    j < present.size() ? take(present[j], x[j], of_cells) : take(kWholePart, 1, of_cells);
  }
}

// With P = C^-1: -x' P x / 2 + m' P x - m' P m / 2 - log |2 pi C| / 2, in cell 1 less in cell 0.
LinearForm GaussianGroup::linear(const Parameters& parameters) const {
  const GroupParameters p(parameters);
  const std::size_t n = p.n_columns();
  LinearForm out;
  std::vector<double> slope(n), square(n * n);
  for (std::size_t cell = 0; cell < 2; ++cell) {
    const double sign = cell == 0 ? -1 : 1;
    const std::vector<double> inverse = precision(p.factor_of(p.covariance_of(cell)), n);
    out.bias += sign * p.log_norm.data[p.covariance_of(cell)];
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        slope[i] += sign * inverse[i * n + j] * p.mean.at(j, cell);
        square[i * n + j] -= sign * 0.5 * inverse[i * n + j];
        out.bias -= sign * 0.5 * p.mean.at(i, cell) * inverse[i * n + j] * p.mean.at(j, cell);
      }
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) out.terms.push_back({i, 1, slope[i]});
  for (std::uint32_t i = 0; i < n && !shared_; ++i) {
    out.terms.push_back({i, 2, square[i * n + i]});
    for (std::uint32_t j = i + 1; j < n; ++j) out.terms.push_back({i, 1, 2 * square[i * n + j], j});
  }
  return out;
}

// The factor F whitens: F (x - m) is standard normal. So x = m + y with F y = z.
void GaussianGroup::sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
                           Random& random, std::span<Column> out) const {
  const GroupParameters p(parameters);
  const std::size_t n = p.n_columns();
  std::vector<double> y(n);
  for (const std::uint32_t cell : cells) {
    const std::span<const double> factor = p.factor_of(p.covariance_of(cell));
    for (std::size_t j = 0; j < n; ++j) {
      double z = random.normal();
      for (std::size_t i = 0; i < j; ++i) z -= factor[j * n + i] * y[i];
      y[j] = z / factor[j * n + j];
      out[j].reals.push_back(p.mean.at(j, cell) + y[j]);
    }
  }
}

double GaussianGroup::free_parameters(const Shape& shape, std::size_t cells) const {
  const auto d = static_cast<double>(shape.columns), k = static_cast<double>(cells);
  return k * d + (shared_ ? 1 : k) * d * (d + 1) / 2;
}

// The divisors n - 1 and n - K are modes too, under a prior in proportion to |C|^1/2 for each mean.
double GaussianGroup::log_prior(const Parameters& parameters, const Settings& settings) const {
  if (settings["unbiased"] == 0) return 0;
  const GroupParameters p(parameters);
  double out = 0;
  for (std::size_t cell = 0; cell < p.n_cells(); ++cell)
    out += 0.5 * log_determinant(p, p.covariance_of(cell));
  return out;
}

// C = S / c + R is where -(c log |C| + tr(C^-1 S)) / 2 - c tr(R C^-1) / 2 is largest.
double GaussianGroup::smoothing(const Parameters& parameters, const Block& statistics,
                                const Settings& settings, const Context& context) const {
  const GroupParameters p(parameters);
  const CovarianceSmoothing smoothing(GroupEstimate(statistics), settings, context);
  double out = 0;
  for (std::size_t cell = 0; cell < p.n_cells(); ++cell) {
    const double n = statistics.sums[kGroupCount].value(0, cell) - (settings["unbiased"] != 0 ? 1 : 0);
    out -= n * trace_of_inverse(p, p.covariance_of(cell), smoothing.ridge) / 2;
  }
  return out;
}

std::string_view GaussianGroup::trouble(const Parameters& parameters, std::size_t cell) const {
  const GroupParameters p(parameters);
  if (!std::isnan(p.log_norm.data[p.covariance_of(cell)])) return {};
  for (std::size_t j = 0; j < p.n_columns(); ++j) {
    const double variance = p.covariance_at(cell, j, j);
    if (std::isnan(variance)) return "there are too few rows for an unbiased covariance";
    if (std::isinf(variance)) return "the covariance overflows";
  }
  return "the covariance is not positive definite: a column is constant or follows from the others, or there "
         "are no more rows than columns";
}

// Sums that are rounded, of wide groups and in files of older versions, may leave less than nothing of a
// variance when rows are taken away. How much is rounding depends on rows that are gone: wide groups are not
// asked.
bool GaussianGroup::plausible(const Block& block) const {
  constexpr double kSlack = 0x1p-30;
  if (!block.plausible(statistics())) return false;
  if (block.sums[kGroupSums].rows() > kMostExactColumns) return true;
  const GroupEstimate rows(block);
  const auto sound = [](const Exact& scatter, const Exact& squares) {
    return rounded(scatter) >= -kSlack * std::abs(rounded(squares));
  };
  for (std::size_t j = 0; j < rows.n_columns(); ++j) {
    if (shared_ && !sound(rows.scatter_within(j, j), rows.squares_of_all(j))) return false;
    for (std::size_t cell = 0; cell < rows.n_cells() && !shared_; ++cell) {
      if (!rows.cell(cell).empty() && !sound(rows.scatter(cell, j, j), rows.squares(cell, j))) return false;
    }
  }
  return true;
}

std::optional<Spread> GaussianGroup::spread(const Parameters& parameters, std::size_t cell,
                                            std::size_t column) const {
  const GroupParameters p(parameters);
  return Spread{p.mean.at(column, cell), p.covariance_at(cell, column, column)};
}

// The regression of the column on those known: with the inverse factor of the covariance of the known ones
// and then the column, the last row whitens what they leave open: z = l . (x - m), of variance 1.
std::optional<Spread> GaussianGroup::spread_given(const Parameters& parameters, std::size_t cell,
                                                  std::size_t column, std::span<const double> row) {
  const GroupParameters p(parameters);
  std::vector<std::size_t> known;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (j != column && !std::isnan(row[j])) known.push_back(j);
  }
  known.push_back(column);
  const std::size_t n = known.size();
  std::vector<double> covariance(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) covariance[i * n + j] = p.covariance_at(cell, known[i], known[j]);
  }
  const auto factor = inverse_factor(covariance, n);
  if (!factor) return std::nullopt;
  const double* last = &factor->rows[(n - 1) * n];
  double shift = 0;
  for (std::size_t j = 0; j + 1 < n; ++j) shift -= last[j] * (row[known[j]] - p.mean.at(known[j], cell));
  return Spread{p.mean.at(column, cell) + shift / last[n - 1], 1 / (last[n - 1] * last[n - 1])};
}

std::optional<double> GaussianGroup::pooled_variance(const Block& statistics) const {
  const GroupEstimate rows(statistics);
  double out = 0;
  for (std::size_t j = 0; j < rows.n_columns() && !rows.all().empty(); ++j)
    out = std::max(out, quotient(rows.scatter_of_all(j, j), rows.all().n));
  return out;
}

std::optional<double> GaussianGroup::log_mass(const Parameters& parameters, std::size_t cell,
                                              std::size_t column, std::span<const double> row, double lo,
                                              double hi) const {
  const Spread at = *spread_given(parameters, cell, column, row);
  const double sd = std::sqrt(at.variance);
  return log_normal_between((lo - at.mean) / sd, (hi - at.mean) / sd);
}

}  // namespace priory
