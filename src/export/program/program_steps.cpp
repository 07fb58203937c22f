// SPDX-License-Identifier: Apache-2.0
#include "export/program/program_steps.h"

#include <cmath>

namespace priory {
namespace {

std::string inner(const CurveTerm& term, const std::string& x) {
  if (term.inner == Inner::log_x) return fmt::format("$log({})", x);
  return term.inner == Inner::log_1_less_x ? fmt::format("$log(1 - {})", x) : x;
}

std::string outside_of(const Domain& domain, const std::string& x) {
  std::string out;
  const auto test = [&](const std::string& text) { out += (out.empty() ? "" : " || ") + text; };
  if (!domain.wraps && std::isfinite(domain.low))
    test(fmt::format("!({} {} {})", x, domain.open ? ">" : ">=", ProgramText::number(domain.low)));
  if (!domain.wraps && std::isfinite(domain.high))
    test(fmt::format("!({} {} {})", x, domain.open ? "<" : "<=", ProgramText::number(domain.high)));
  return out;
}

}  // namespace

void ProgramSteps::begin(const std::vector<double>&) {
  out_.line(c_ ? "int $NAME_predict(const $NAME_row *row, double *probability) {"
               : "export function predict(row) {");
  out_.variable("s", card_.n_cells());
  line("  for ($int i = 0; i < {}; ++i) s[i] = {}[i];", card_.n_cells(), at_top("prior"));
}

// The level of one input of a table, -1 for what is not there.
std::string ProgramSteps::level(const Levels& levels, std::size_t k, std::size_t j,
                                std::size_t missing_level) {
  const std::string name = at_top(fmt::format("levels{}_{}", k, j));
  const std::size_t n = levels.binned ? levels.borders.size() : levels.values.size();
  std::string found = levels.binned ? "0" : "-1";
  if (n > 0)
    found =
        fmt::format("{}({}, {}, {})", at_top(levels.binned ? "bin" : "find"), name, n, cell(levels.input));
  std::string variable = fmt::format("level{}_{}", k, j);
  line("  $int {} = {} ? {} : {};", variable, missing(levels.input), static_cast<long>(missing_level), found);
  if (!levels.binned)
    line("  if ({0} < 0) {0} = {1};", variable, static_cast<long>(levels.other ? n : missing_level));
  return variable;
}

void ProgramSteps::add(const ScoreTable& table, std::size_t k) {
  std::string at;
  const bool alone = table.levels.size() == 1;
  for (std::size_t j = 0; j < table.levels.size(); ++j) {
    const std::size_t none = alone ? table.levels[j].size() : static_cast<std::size_t>(-1);
    const std::string variable = level(table.levels[j], k, j, none);
    if (!alone) line("  if ({} < 0) return $none;", variable);
    at = at.empty() ? variable : fmt::format("({}) * {} + {}", at, table.levels[j].size(), variable);
  }
  line("  for ($int i = 0; i < {0}; ++i) s[i] += {1}[({2}) * {0} + i];", card_.n_cells(), array("scores", k),
       at);
}

void ProgramSteps::add(const ScoreCurves& curves, std::size_t k) {
  const std::vector<CurveTerm>& terms = curves.curves[0].terms;
  const std::size_t step = 1 + 3 * terms.size();
  const std::string x = cell(curves.input);
  line("  if ({}) {{", missing(curves.input));
  line("    for ($int i = 0; i < {}; ++i) s[i] += {}[i];", card_.n_cells(), array("missing", k));
  out_.line("  } else {");
  if (const std::string outside = outside_of(curves.domain, x); !outside.empty())
    line("    if ({}) return $none;", outside);
  std::string sum = fmt::format("{}[{} * i]", array("curve", k), step);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const auto number = [&](std::size_t which) {
      return fmt::format("{}[{} * i + {}]", array("curve", k), step, 1 + 3 * t + which);
    };
    const std::string z = fmt::format("z{}", t);
    line("    $double u{} = {};", t, inner(terms[t], x));
    line("    for ($int i = 0; i < {}; ++i) {{", card_.n_cells());
    line("      $double {} = (u{} - {}) * {};", z, t, number(1), number(2));
    const std::string of = terms[t].outer == Outer::square   ? fmt::format("{0} * {0}", z)
                           : terms[t].outer == Outer::cosine ? fmt::format("$cos({})", z)
                                                             : z;
    line("      s[i] += {}{} * {};\n    }}", t == 0 ? sum + " + " : "", number(0), of);
  }
  out_.line("  }");
}

void ProgramSteps::add(const ScoreGroup& group, std::size_t k) {
  const std::size_t n = group.inputs.size();
  for (const std::size_t input : group.inputs) line("  if ({}) return $none;", missing(input));
  for (std::size_t m = 0; m < group.matrices.size(); ++m) {
    const auto name = [&](std::string_view what) { return at_top(fmt::format("{}{}_{}", what, k, m)); };
    out_.line("  {");
    out_.variable("x", n), out_.variable("white", n);
    for (std::size_t j = 0; j < n; ++j)
      line("  x[{}] = {} - {}[{}];", j, cell(group.inputs[j]), name("centre"), j);
    line(
        "  for ($int j = 0; j < {0}; ++j) for ($int i = 0; i <= j; ++i) white[j] += {1}[j * {0} + i] * "
        "x[i];",
        n, name("factor"));
    for (std::size_t c = 0; c < group.matrices[m].cells.size(); ++c) {
      out_.line("  { $double square = 0;");
      line("    for ($int j = 0; j < {0}; ++j) {{ $double z = white[j] - {1}[{2} + j]; square += z * z; }}",
           n, name("target"), c * n);
      line("    s[{}] += {}[{}] - 0.5 * square; }}", group.matrices[m].cells[c].cell, name("constant"), c);
    }
    out_.line("  }");
  }
}

void ProgramSteps::add(const ScoreCounts& counts, std::size_t k) {
  const std::size_t n = card_.n_cells();
  line("  for ($int i = 0; i < {}; ++i) s[i] += {}[i];", n, array("constant", k));
  for (std::size_t j = 0; j < counts.inputs.size(); ++j) {
    const std::string x = cell(counts.inputs[j]);
    line("  if (!({}){}) for ($int i = 0; i < {}; ++i) s[i] += {}{}[{} + i];", missing(counts.inputs[j]),
         counts.presence ? fmt::format(" && {} > 0", x) : "", n, counts.presence ? "" : x + " * ",
         array("weights", k), j * n);
  }
}

}  // namespace priory
