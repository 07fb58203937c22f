// SPDX-License-Identifier: Apache-2.0
#include "family/linear_family.h"

#include <algorithm>
#include <map>

#include "rows/bins.h"

namespace priory {
namespace {

Parameters of_two_cells(const Parameters& parameters, std::size_t n_cells, std::size_t cell) {
  Parameters out;
  for (const Matrix& matrix : parameters) {
    if (matrix.shared || matrix.cells != n_cells) {
      out.push_back(matrix);
      continue;
    }
    Matrix& two = out.emplace_back(matrix.name, matrix.rows, 2, matrix.shown);
    two.form = matrix.form;
    for (std::size_t row = 0; row < matrix.rows; ++row)
      two.at(row, 0) = matrix.at(row, 0), two.at(row, 1) = matrix.at(row, cell);
  }
  return out;
}

std::size_t n_cells_of(const Parameters& parameters) {
  std::size_t out = 1;
  for (const Matrix& matrix : parameters) {
    if (!matrix.shared) out = std::max(out, matrix.cells);
  }
  return out;
}

LinearTerm term_of(const Matrix& terms, std::size_t k) {
  return {static_cast<std::uint32_t>(terms.at(k, 0)), static_cast<int>(terms.at(k, 2)), 0,
          static_cast<std::uint32_t>(terms.at(k, 1)), static_cast<std::size_t>(terms.at(k, 3))};
}

std::size_t first_column(const LinearTerm& term) {
  return term.value == kWholePart ? 0 : term.value;
}

// What features and their products with weights are held to: squares of cells overflow, and sums of what is
// infinite are no numbers.
double bounded(double x) {
  constexpr double kLargest = 1e300;
  return std::clamp(x, -kLargest, kLargest);
}

double added(double weight, double feature) {
  return bounded(weight * bounded(feature));
}

enum : std::size_t { kFittedWeight, kFittedMean, kFittedTerm, kFittedBorders };

LinearFamily::Features features_of(const Parameters& parameters) {
  LinearFamily::Features out;
  for (std::size_t k = 0; k < parameters[kFittedTerm].rows; ++k)
    out.terms.push_back(term_of(parameters[kFittedTerm], k));
  out.borders = {parameters[kFittedBorders].data.begin(), parameters[kFittedBorders].data.end()};
  out.n_values = out.terms.empty() ? parameters[kFittedWeight].rows - 2 : 0;
  return out;
}

}  // namespace

LinearForm linear_form(const Family& family, const Parameters& parameters, std::size_t cell) {
  const std::size_t n_cells = n_cells_of(parameters);
  LinearForm out = family.linear(of_two_cells(parameters, n_cells, cell == 0 ? n_cells - 1 : cell));
  if (cell > 0) return out;
  out.bias = 0;
  for (LinearTerm& term : out.terms) term.weight = 0;
  return out;
}

const LinearFamily* LinearFamily::of(const Family& counts) {
  static const std::map<const Family*, LinearFamily> all = [] {
    std::map<const Family*, LinearFamily> out;
    for (const Family* family : all_families()) {
      const bool plain = family->info().kind != CellKind::codes || !family->groups();
      if ((family->has_linear() || family->linear_in_bins()) && plain && !family->replaces_prior())
        out.emplace(family, LinearFamily(*family));
    }
    return out;
  }();
  const auto at = all.find(&counts);
  return at == all.end() ? nullptr : &at->second;
}

Parameters LinearFamily::parameters(Matrix weight, std::span<const LinearTerm> terms,
                                    std::span<const double> mean, std::span<const double> borders) {
  Matrix means("mean", mean.size(), 1, false), coded("term", mean.size(), 4, false);
  Matrix ends("borders", borders.size(), 1, false);
  means.shared = coded.shared = ends.shared = true;
  std::copy(borders.begin(), borders.end(), ends.data.begin());
  for (std::size_t k = 0; k < mean.size(); ++k) {
    means.at(k, 0) = mean[k];
    coded.at(k, 0) = terms[k].value, coded.at(k, 1) = terms[k].other;
    coded.at(k, 2) = terms[k].power, coded.at(k, 3) = static_cast<double>(terms[k].statistic);
  }
  return parameters_of(std::move(weight), std::move(means), std::move(coded), std::move(ends));
}

// NaN where a cell is missing.
double LinearFamily::number(Columns columns, std::size_t row, const LinearTerm& term) const {
  const double x = columns[first_column(term)]->reals[row];
  if (term.other != kWholePart) return x * columns[term.other]->reals[row];
  return std::isnan(x) ? x : counts_->feature(term, x);
}

void LinearFamily::features(Columns columns, std::size_t row, const Features& of,
                            const TakeFeature& take) const {
  const Column& column = *columns[0];
  const std::size_t missing = of.n_values + 1;
  if (!of.borders.empty()) {
    take(std::isnan(column.reals[row]) ? missing : bin_of(column.reals[row], of.borders), 1);
  } else if (column.kind == CellKind::reals) {
    for (std::size_t k = 0; k < of.terms.size(); ++k) take(k, number(columns, row, of.terms[k]));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (std::isnan(columns[j]->reals[row])) take(of.terms.size() + j, 1);
    }
  } else if (column.kind == CellKind::codes) {
    take(column.codes[row] == kMissingCode ? missing : column.codes[row], 1);
  } else {
    const Bag& bag = column.bag;
    for (std::size_t i = bag.begin[row]; i < bag.begin[row + 1]; ++i)
      take(bag.word[i], counts_->feature_of_count(bag.count[i]));
    if (bag.missing[row]) take(missing, 1);
  }
}

void LinearFamily::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  const Matrix &weight = parameters[kFittedWeight], &mean = parameters[kFittedMean];
  const Features of = features_of(parameters);
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    features(columns, row, of, [&](std::size_t k, double x) {
      if (std::isnan(x)) x = mean.at(k, 0);
      for (std::size_t cell = 0; cell < out.n_cells; ++cell)
        out.of(cell)[row] += added(weight.at(k, cell), x);
    });
  }
}

// Of numbers a reason for each column: a product is shared by its two, and a number in a bin is its reason.
void LinearFamily::explain(Columns columns, std::size_t row, const Parameters& parameters,
                           const TakeReason& take) const {
  const Matrix &weight = parameters[kFittedWeight], &mean = parameters[kFittedMean];
  const Features of = features_of(parameters);
  const bool numbers = columns[0]->kind == CellKind::reals;
  std::vector<std::vector<double>> of_column(columns.size(), std::vector<double>(weight.cells));
  features(columns, row, of, [&](std::size_t k, double x) {
    if (std::isnan(x)) x = mean.at(k, 0);
    std::vector<double> log_p(weight.row(k).begin(), weight.row(k).end());
    for (double& each : log_p) each = added(each, x);
    if (!numbers) return take(k + 1 == weight.rows ? kWholePart : static_cast<std::uint32_t>(k), x, log_p);
    const bool product = k < of.terms.size() && of.terms[k].other != kWholePart;
    const std::size_t first = !of.borders.empty()   ? 0
                              : k < of.terms.size() ? first_column(of.terms[k])
                                                    : k - of.terms.size();
    for (std::size_t cell = 0; cell < log_p.size(); ++cell) {
      of_column[first][cell] += product ? log_p[cell] / 2 : log_p[cell];
      if (product) of_column[of.terms[k].other][cell] += log_p[cell] / 2;
    }
  });
  for (std::size_t j = 0; numbers && j < columns.size(); ++j)
    take(columns.size() == 1 ? kWholePart : static_cast<std::uint32_t>(j), columns[j]->reals[row],
         of_column[j]);
}

LinearForm LinearFamily::linear(const Parameters& parameters) const {
  const Matrix& weight = parameters[kFittedWeight];
  LinearForm out;
  const Features of = features_of(parameters);
  for (std::size_t k = 0; k < (of.terms.empty() ? of.n_values : of.terms.size()); ++k) {
    LinearTerm term = of.terms.empty() ? LinearTerm{static_cast<std::uint32_t>(k)} : of.terms[k];
    term.weight = weight.at(k, 1) - weight.at(k, 0);
    out.terms.push_back(term);
  }
  return out;
}

}  // namespace priory
