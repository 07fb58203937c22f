// SPDX-License-Identifier: Apache-2.0
#include "family/gaussian_group.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/normal_tail.h"
#include "core/random.h"
#include "family/group_estimate.h"
#include "family/group_exact.h"
#include "family/group_expected.h"
#include "family/group_moments.h"
#include "family/group_parameters.h"
#include "kernels/cholesky.h"

namespace priory {
namespace {

constexpr std::array<Option, 4> kOptions = {{
    {"var-smoothing", 1e-9, 0, false, "adds this times the largest column variance to every variance"},
    {"ridge", 0, 0, false, "adds this to every variance"},
    {"unbiased", 0, 0, true, "divides the covariance by n-1 instead of n, a shared one by n-K"},
    {"shrinkage", 0, 0, false,
     "S of (1 - S) C + S tr(C)/d I: from the covariance (0) to its mean variance (1); auto: by Ledoit and "
     "Wolf, from the rows",
     1, true},
}};

double ridge_of(const Settings& settings, const Context& context) {
  return settings["var-smoothing"] * context.largest_variance + settings["ridge"];
}

// Rows that a sum stands for, less those that the means have used up.
Exact divisor(const Exact& n, double n_means, const Settings& settings) {
  return settings["unbiased"] != 0 ? n - Exact(n_means) : n;
}

// A covariance as a table: scatter(i, j) / divisor for all pairs. What is below the noise of both columns is
// rounding and nothing else; so a column that is constant, or constant in each cell, has no variance.
template <class Scatter, class Noise>
void fill_covariance(const Scatter& scatter, const Noise& noise, const Exact& divisor, std::size_t cell,
                     std::size_t n_columns, Matrix& out) {
  if (sgn(divisor.m) <= 0) {
    for (std::size_t k = 0; k < out.rows; ++k) out.at(k, cell) = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  std::vector<double> least(n_columns);
  for (std::size_t i = 0; i < n_columns; ++i) {
    least[i] = std::sqrt(noise(i));
    for (std::size_t j = 0; j <= i; ++j) {
      double value = quotient(scatter(i, j), divisor);
      if (std::abs(value) < least[i] * least[j]) value = 0;
      out.at(i * n_columns + j, cell) = out.at(j * n_columns + i, cell) = value;
    }
  }
}

// Raw products have 104 bits.
double noise_of(const Exact& squares, const Exact& n) {
  return 0x1p-100 * quotient(squares, n);
}

// No rows at all: the standard normal, or with a ridge that.
void fill_unknown(double ridge, std::size_t cell, std::size_t n_columns, Matrix& out) {
  for (std::size_t j = 0; j < n_columns; ++j) out.at(j * n_columns + j, cell) = ridge > 0 ? 0 : 1;
}

void shrink(double shrinkage, std::size_t n_columns, std::size_t cell, Matrix& covariance) {
  double trace = 0;
  for (std::size_t j = 0; j < n_columns; ++j) trace += covariance.at(j * n_columns + j, cell);
  for (std::size_t k = 0; k < n_columns * n_columns; ++k) covariance.at(k, cell) *= 1 - shrinkage;
  for (std::size_t j = 0; j < n_columns; ++j)
    covariance.at(j * n_columns + j, cell) += shrinkage * trace / static_cast<double>(n_columns);
}

void fill_covariances(const GroupEstimate& rows, const Settings& settings, double ridge, Matrix& out) {
  const std::size_t n = rows.n_columns();
  const Exact& n_all = rows.all().n;
  const auto noise_of_all = [&](std::size_t j) { return noise_of(rows.squares_of_all(j), n_all); };
  // Cells of few rows have been summed about one shift, in double.
  const auto noise_within = [&](std::size_t j) {
    return std::max(noise_of_all(j), 0x1p-46 * quotient(rows.scatter_of_all(j, j), n_all));
  };
  for (std::size_t k = 0; k < out.cells; ++k) {
    if (rows.all().empty()) {
      fill_unknown(ridge, k, n, out);
    } else if (out.shared) {
      fill_covariance([&](std::size_t i, std::size_t j) { return rows.scatter_within(i, j); }, noise_within,
                      divisor(n_all, static_cast<double>(rows.n_cells()), settings), k, n, out);
    } else if (rows.cell(k).empty()) {  // says nothing of its own: it is given what all cells share
      fill_covariance([&](std::size_t i, std::size_t j) { return rows.scatter_of_all(i, j); }, noise_of_all,
                      divisor(n_all, 1, settings), k, n, out);
    } else {
      fill_covariance([&](std::size_t i, std::size_t j) { return rows.scatter(k, i, j); },
                      [&](std::size_t j) { return noise_of(rows.squares(k, j), rows.cell(k).n); },
                      divisor(rows.cell(k).n, 1, settings), k, n, out);
    }
    if (settings["shrinkage"] != 0) shrink(settings["shrinkage"], n, k, out);
    for (std::size_t j = 0; j < n; ++j) out.at(j * n + j, k) += ridge;
  }
}

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

double log_determinant(const GroupParameters& p, std::size_t k) {
  return -2 * p.log_norm.data[k] - static_cast<double>(p.n_columns()) * std::log(2 * std::numbers::pi);
}

// tr(C^-1), the sum of squares of the inverse factor.
double trace_of_inverse(const GroupParameters& p, std::size_t k) {
  double out = 0;
  for (const double each : p.factor_of(k)) out += each * each;
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
          kOptions};
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
  fill_covariances(rows, settings, ridge_of(settings, context), out[1]);
  return with_factors(std::move(out));
}

Parameters GaussianGroup::complete(Parameters shown) const {
  return with_factors(std::move(shown));
}

void GaussianGroup::score(Columns columns, const Parameters& parameters, LogScores& out) const {
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

// C = S / c + r I is where -(c log |C| + tr(C^-1 S)) / 2 - c r tr(C^-1) / 2 is largest.
double GaussianGroup::smoothing(const Parameters& parameters, const Block& statistics,
                                const Settings& settings, const Context& context) const {
  const GroupParameters p(parameters);
  double out = 0;
  for (std::size_t cell = 0; cell < p.n_cells(); ++cell) {
    const double n = statistics.sums[kGroupCount].value(0, cell) - (settings["unbiased"] != 0 ? 1 : 0);
    out -= n * ridge_of(settings, context) * trace_of_inverse(p, p.covariance_of(cell)) / 2;
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
