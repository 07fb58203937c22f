// SPDX-License-Identifier: Apache-2.0
#include "query/part_mass.h"

#include <algorithm>
#include <cmath>

#include "core/log_space.h"
#include "core/normal_tail.h"

namespace priory::query {
namespace {

// log p of every row of one column, cells x rows.
LogScores scores_of(const PartModel& part, const Column& column, std::size_t n_rows, std::size_t n_cells) {
  LogScores out;
  out.reset(n_rows, n_cells);
  const Column* const columns[] = {&column};
  part.family->score(columns, part.parameters(), out);
  return out;
}

LogScores scores_of_run(const PartModel& part, double first, std::size_t n, std::size_t n_cells) {
  Column column;
  for (std::size_t k = 0; k < n; ++k) column.reals.push_back(first + static_cast<double>(k));
  return scores_of(part, column, n, n_cells);
}

constexpr double kRun = 256;         // numbers at a time
constexpr double kNegligible = -45;  // of the log of a term beside the greatest

// The sum of p(x) over whole x from first on to last in one cell, from its mean outwards to where terms no
// longer count. p rises up to about the mean and falls beyond it.
double log_sum_of_run(const PartModel& part, double first, double last, std::size_t cell,
                      std::size_t n_cells) {
  const double mean = part.family->spread(part.parameters(), cell)->mean;
  const double middle = std::clamp(std::floor(mean), first, last);
  std::vector<double> terms;
  double greatest = kLogZero;
  const auto add = [&](double from, double to) {
    const LogScores scores = scores_of_run(part, from, static_cast<std::size_t>(to - from) + 1, n_cells);
    const auto row = scores.data.begin() + static_cast<std::ptrdiff_t>(cell * scores.n_rows);
    terms.insert(terms.end(), row, row + static_cast<std::ptrdiff_t>(scores.n_rows));
    greatest = std::max(greatest, *std::max_element(row, row + static_cast<std::ptrdiff_t>(scores.n_rows)));
  };
  for (double at = middle; at <= last; at += kRun) {
    add(at, std::min(at + kRun - 1, last));
    if (at > mean && terms.back() <= greatest + kNegligible) break;
  }
  for (double end = middle - 1; end >= first; end -= kRun) {
    add(std::max(first, end - kRun + 1), end);
    const double lowest =
        terms[terms.size() - static_cast<std::size_t>(end - std::max(first, end - kRun + 1)) - 1];
    if (lowest <= greatest + kNegligible) break;
  }
  return std::min(0.0, log_sum_exp(terms));
}

}  // namespace

std::vector<LogMass> value_masses(const PartModel& part, std::size_t n_cells) {
  Column column;
  column.kind = CellKind::codes;
  const std::size_t n = part.values->size();
  for (std::uint32_t code = 0; code < n; ++code) column.codes.push_back(code);
  const LogScores scores = scores_of(part, column, n, n_cells);
  std::vector<LogMass> out(n, LogMass(n_cells));
  for (std::size_t code = 0; code < n; ++code) {
    for (std::size_t cell = 0; cell < n_cells; ++cell) out[code][cell] = scores.at(cell, code);
  }
  return out;
}

LogMass count_mass(const PartModel& part, double x, std::size_t n_cells) {
  if (x < 0 || x != std::floor(x)) return LogMass(n_cells, kLogZero);
  return scores_of_run(part, x, 1, n_cells).data;
}

LogMass count_mass(const PartModel& part, double lo, double hi, std::size_t n_cells) {
  const double first = std::max(0.0, std::floor(lo) + 1), last = std::ceil(hi) - 1;
  LogMass out(n_cells, kLogZero);
  for (std::size_t cell = 0; cell < n_cells && first <= last; ++cell)
    out[cell] = log_sum_of_run(part, first, last, cell, n_cells);
  return out;
}

LogMass normal_mass(const PartModel& part, std::size_t column, std::span<const double> row, double lo,
                    double hi, std::size_t n_cells) {
  LogMass out;
  for (std::size_t cell = 0; cell < n_cells; ++cell) {
    const Spread at = *part.family->spread_given(part.parameters(), cell, column, row);
    const double sd = std::sqrt(at.variance);
    out.push_back(log_normal_between((lo - at.mean) / sd, (hi - at.mean) / sd));
  }
  return out;
}

}  // namespace priory::query
