// SPDX-License-Identifier: Apache-2.0
#include "query/part_mass.h"

#include <cmath>

#include "core/log_space.h"

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

LogMass interval_mass(const PartModel& part, std::size_t column, std::span<const double> row, double lo,
                      double hi, std::size_t n_cells) {
  LogMass out;
  for (std::size_t cell = 0; cell < n_cells; ++cell)
    out.push_back(*part.family->log_mass(part.parameters(), cell, column, row, lo, hi));
  return out;
}

}  // namespace priory::query
