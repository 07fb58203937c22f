// SPDX-License-Identifier: Apache-2.0
#include "export/sql/sql_scores.h"

#include <cmath>
#include <fmt/format.h>

namespace priory {

std::string SqlScores::entry(const ScoreTable& table, std::size_t at, std::size_t cell) const {
  return words_.number(table.scores[at * card_.n_cells() + cell]);
}

std::string SqlScores::score_of(const ScoreTable& table, std::size_t cell) const {
  return table.levels.size() == 1 ? score_of_one(table, cell) : score_of_many(table, cell, 0, 0);
}

std::string SqlScores::score_of_one(const ScoreTable& table, std::size_t cell) const {
  const Levels& levels = table.levels[0];
  std::string out =
      fmt::format("CASE WHEN {} IS NULL THEN {}", column(levels.input), words_.number(table.missing[cell]));
  out += branches(levels, [&](std::size_t k) { return entry(table, k, cell); });
  if (!levels.binned)
    out += fmt::format(" ELSE {}", levels.other ? entry(table, levels.values.size(), cell)
                                                : words_.number(table.missing[cell]));
  return out + " END";
}

template <class Make>
std::string SqlScores::branches(const Levels& levels, const Make& make) const {
  std::string out;
  for (std::size_t k = 0; k < levels.borders.size(); ++k)
    out += fmt::format(" WHEN {} < {} THEN {}", words_.as_double(column(levels.input)),
                       words_.number(levels.borders[k]), make(k));
  if (levels.binned) out += fmt::format(" ELSE {}", make(levels.borders.size()));
  for (std::size_t k = 0; k < levels.values.size(); ++k)
    out += fmt::format(" WHEN {} = {} THEN {}", words_.as_text(column(levels.input)),
                       words_.string(levels.values[k]), make(k));
  return out;
}

std::string SqlScores::score_of_many(const ScoreTable& table, std::size_t cell, std::size_t j,
                                     std::size_t at) const {
  if (j == table.levels.size()) return entry(table, at, cell);
  const Levels& levels = table.levels[j];
  const auto deeper = [&](std::size_t k) {
    return score_of_many(table, cell, j + 1, at * levels.size() + k);
  };
  std::string out =
      fmt::format("CASE WHEN {} IS NULL THEN NULL{}", column(levels.input), branches(levels, deeper));
  if (levels.other) out += fmt::format(" ELSE {}", deeper(levels.values.size()));
  return out + " END";
}

std::string SqlScores::score_of(const ScoreCurves& curves, std::size_t cell) const {
  const DensityCurve& curve = curves.curves[cell];
  const std::string x = words_.as_double(column(curves.input));
  std::string sum = words_.number(curve.constant);
  for (const CurveTerm& term : curve.terms)
    sum += fmt::format(" + {} * {}", words_.number(term.weight), of_term(term, x));
  std::string out =
      fmt::format("CASE WHEN {} IS NULL THEN {}", column(curves.input), words_.number(curves.missing[cell]));
  if (!curves.domain.wraps && std::isfinite(curves.domain.low))
    out += fmt::format(" WHEN NOT {} {} {} THEN NULL", x,
                       curves.domain.open ? ">" : ">=", words_.number(curves.domain.low));
  if (!curves.domain.wraps && std::isfinite(curves.domain.high))
    out += fmt::format(" WHEN NOT {} {} {} THEN NULL", x,
                       curves.domain.open ? "<" : "<=", words_.number(curves.domain.high));
  return fmt::format("{} ELSE {} END", out, sum);
}

std::string SqlScores::of_term(const CurveTerm& term, const std::string& x) const {
  std::string z = x;
  if (term.inner == Inner::log_x) z = fmt::format("ln({})", x);
  if (term.inner == Inner::log_1_less_x) z = fmt::format("ln(1 - {})", x);
  if (term.centre != 0) z = fmt::format("({} - {})", z, words_.number(term.centre));
  if (term.scale != 1) z = fmt::format("({} * {})", z, words_.number(term.scale));
  if (term.outer == Outer::square) return fmt::format("{0} * {0}", z);
  return term.outer == Outer::cosine ? fmt::format("cos({})", z) : z;
}

std::string SqlScores::score_of(const ScoreGroup& group, std::size_t cell) const {
  for (const ScoreMatrix& matrix : group.matrices) {
    for (const ScoreMatrix::Cell& each : matrix.cells) {
      if (each.cell == cell) return score_of_matrix(group, matrix, each);
    }
  }
  return words_.number(0);
}

std::string SqlScores::score_of_matrix(const ScoreGroup& group, const ScoreMatrix& matrix,
                                       const ScoreMatrix::Cell& cell) const {
  const std::size_t width = group.inputs.size();
  std::string squares;
  for (std::size_t j = 0; j < width; ++j) {
    std::string z;
    for (std::size_t i = 0; i <= j; ++i)
      z += fmt::format("{}{} * ({} - {})", i == 0 ? "" : " + ", words_.number(matrix.factor[j * width + i]),
                       words_.as_double(column(group.inputs[i])), words_.number(matrix.centre[i]));
    z = fmt::format("({} - {})", z, words_.number(cell.target[j]));
    squares += fmt::format("{}{} * {}", j == 0 ? "" : " + ", z, z);
  }
  return fmt::format("{} - {} * ({})", words_.number(cell.constant), words_.number(0.5), squares);
}

std::string SqlScores::score_of(const ScoreCounts& counts, std::size_t cell) const {
  std::string out = words_.number(counts.constant[cell]);
  for (std::size_t j = 0; j < counts.inputs.size(); ++j) {
    const std::string weight = words_.number(counts.weights[j * card_.n_cells() + cell]),
                      x = words_.as_double(column(counts.inputs[j]));
    out += counts.presence
               ? fmt::format(" + CASE WHEN {} > 0 THEN {} ELSE {} END", x, weight, words_.number(0))
               : fmt::format(" + {} * COALESCE({}, {})", weight, x, words_.number(0));
  }
  return out;
}

}  // namespace priory
