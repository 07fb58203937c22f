// SPDX-License-Identifier: Apache-2.0
// A scorecard as one query: scores of the cells, then of the classes, then probabilities, a common table
// expression for each step. Names and values are quoted as the dialect has it; numbers are constants of its
// double type.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/convert.h"

#include "export/scorecard.h"

namespace priory {
namespace {

class Query {
 public:
  Query(const Scorecard& card, const SqlOptions& options) : card_(card), options_(options) {}

  std::string text() {
    out_ = fmt::format("-- {} by {} columns. Made by priory convert for {}.\n",
                       counted(card_.classes.size(), "class", "classes"), card_.inputs.size(),
                       name_of(options_.dialect));
    begin(
        "cells", card_.n_cells(), [&](std::size_t cell) { return score(cell); }, "s",
        fmt::format("{} AS source", table()));
    std::string last = "cells", prefix = "s";
    if (card_.components > 1) {
      step(
          "by_class", last,
          [&](std::size_t c) {
            const std::size_t first = c * card_.components;
            return log_sum("s", first, card_.components, greatest("s", first, card_.components));
          },
          "c");
      last = "by_class", prefix = "c";
    }
    last = normalised("posterior", last, prefix, "l");
    last = calibrated(last);
    if (!card_.log_shift.empty()) {
      step(
          "shifted", last,
          [&](std::size_t c) { return fmt::format("l{} + {}", c, number(card_.log_shift[c])); }, "h");
      last = normalised("at_rates", "shifted", "h", "l");
    }
    answer(last);
    return out_;
  }

 private:
  std::size_t n() const { return card_.classes.size(); }

  static std::string counted(std::size_t n, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
  }

  std::string name(std::string_view text) const {
    return quoted(text, options_.dialect == SqlDialect::mariadb ? '`' : '"');
  }

  // Of a text with a 0 in it nothing that databases have in common is left.
  static std::string quoted(std::string_view text, char mark) {
    if (text.find('\0') != std::string_view::npos)
      throw Error(ErrorKind::usage, "a name or value with the character 0 in it cannot be said in SQL");
    std::string out(1, mark);
    for (const char each : text) out += std::string(each == mark ? 2 : 1, each);
    return out + mark;
  }

  std::string string(std::string_view text) const {
    std::string out = quoted(text, '\'');
    // A backslash is an escape in MariaDB, unless the server is told otherwise.
    if (options_.dialect == SqlDialect::mariadb && text.find('\\') != std::string_view::npos) {
      std::string hex;
      for (const char each : text) hex += fmt::format("{:02X}", static_cast<unsigned char>(each));
      out = fmt::format("CONVERT(x'{}' USING utf8mb4)", hex);
    }
    return out;
  }

  std::string number(double x) const {
    std::string text = number_text(x);
    if (options_.dialect == SqlDialect::postgresql) return fmt::format("'{}'::float8", text);
    if (text.find('e') == std::string::npos) text += "e0";  // without it a decimal, not a double
    return x < 0 ? "(" + text + ")" : text;
  }

  std::string column(std::size_t input) const { return "source." + name(card_.inputs[input].name); }
  // Whole numbers must not be divided or multiplied as such.
  std::string as_double(std::size_t input) const {
    switch (options_.dialect) {
      case SqlDialect::postgresql:
        return fmt::format("{}::float8", column(input));
      case SqlDialect::sqlite:
        return fmt::format("CAST({} AS REAL)", column(input));
      case SqlDialect::duckdb:
      case SqlDialect::mariadb:
        return fmt::format("CAST({} AS DOUBLE)", column(input));
    }
    return {};
  }
  // Values compare byte by byte, whatever the collation.
  std::string as_text(std::size_t input) const {
    switch (options_.dialect) {
      case SqlDialect::postgresql:
        return fmt::format("{}::text COLLATE \"C\"", column(input));
      case SqlDialect::sqlite:
        return fmt::format("CAST({} AS TEXT) COLLATE BINARY", column(input));
      case SqlDialect::duckdb:
        return fmt::format("CAST({} AS VARCHAR)", column(input));
      case SqlDialect::mariadb:
        return fmt::format("CONVERT({} USING utf8mb4) COLLATE utf8mb4_nopad_bin", column(input));
    }
    return {};
  }

  // "schema.table" is a table of a schema.
  std::string table() const {
    std::string out;
    std::string_view rest = options_.table;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.'))
      out += name(rest.substr(0, dot)) + ".", rest.remove_prefix(dot + 1);
    return out + name(rest);
  }

  // Steps that are merged into the next are computed for each use of theirs, and again for each use of that.
  // MariaDB has no word against it, but leaves a step with a limit alone.
  std::string_view kept_apart() const {
    return options_.dialect == SqlDialect::mariadb ? "" : " MATERIALIZED";
  }
  std::string_view limit() const {
    return options_.dialect == SqlDialect::mariadb ? " LIMIT 18446744073709551615" : "";
  }

  std::string kept() const {
    std::string out;
    for (std::size_t k = 0; k < options_.keep.size(); ++k) out += fmt::format("k{}, ", k);
    return out;
  }

  template <class Make>
  void begin(std::string_view step_name, std::size_t size, const Make& make, std::string_view prefix,
             const std::string& from) {
    out_ += fmt::format("WITH {} AS{} (\n  SELECT", step_name, kept_apart());
    for (std::size_t k = 0; k < options_.keep.size(); ++k)
      out_ += fmt::format(" source.{} AS k{},", name(options_.keep[k]), k);
    entries(size, make, prefix);
    out_ += fmt::format("\n  FROM {}{})", from, limit());
  }

  template <class Make>
  void step(std::string_view step_name, const std::string& from, const Make& make, std::string_view prefix) {
    out_ += fmt::format(", {} AS{} (\n  SELECT {}", step_name, kept_apart(), kept());
    entries(n(), make, prefix);
    out_ += fmt::format("\n  FROM {}{})", from, limit());
  }

  template <class Make>
  void entries(std::size_t size, const Make& make, std::string_view prefix) {
    for (std::size_t k = 0; k < size; ++k)
      out_ += fmt::format("{}\n    {} AS {}{}", k == 0 ? "" : ",", make(k), prefix, k);
  }

  std::string list(std::string_view prefix, std::size_t first, std::size_t count) const {
    std::string out;
    for (std::size_t k = first; k < first + count; ++k)
      out += fmt::format("{}{}{}", k == first ? "" : ", ", prefix, k);
    return out;
  }

  std::string greatest(std::string_view prefix, std::size_t first, std::size_t count) const {
    if (count == 1) return fmt::format("{}{}", prefix, first);
    return fmt::format("{}({})", options_.dialect == SqlDialect::sqlite ? "max" : "greatest",
                       list(prefix, first, count));
  }

  // log(sum of e^x), the largest of them taken out.
  std::string log_sum(std::string_view prefix, std::size_t first, std::size_t count,
                      const std::string& largest) const {
    std::string sum;
    for (std::size_t k = first; k < first + count; ++k)
      sum += fmt::format("{}exp({}{} - {})", k == first ? "" : " + ", prefix, k, largest);
    return fmt::format("{} + ln({})", largest, sum);
  }

  // Two steps: the largest, then log posteriors.
  std::string normalised(const std::string& step_name, const std::string& from, const std::string& prefix,
                         const std::string& to) {
    const std::string largest = step_name + "_largest";
    out_ += fmt::format(", {} AS{} (\n  SELECT {}{}, {} AS m\n  FROM {}{})", largest, kept_apart(), kept(),
                        list(prefix, 0, n()), greatest(prefix, 0, n()), from, limit());
    out_ += fmt::format(", {}_sum AS{} (\n  SELECT {}{}, {} AS total\n  FROM {}{})", step_name, kept_apart(),
                        kept(), list(prefix, 0, n()), log_sum(prefix, 0, n(), "m"), largest, limit());
    step(
        step_name, step_name + "_sum", [&](std::size_t c) { return fmt::format("{}{} - total", prefix, c); },
        to);
    return step_name;
  }

  std::string calibrated(std::string last) {
    if (!card_.calibration || card_.calibration->method == CalibrationMethod::none) return last;
    const Calibration& by = *card_.calibration;
    if (!by.curves.empty()) {
      step(
          "odds", last, [&](std::size_t c) { return log_odds(c); }, "o");
      step(
          "followed", "odds", [&](std::size_t c) { return followed(by, c); }, "f");
      step(
          "sigmoids", "followed", [&](std::size_t c) { return log_sigmoid(fmt::format("f{}", c)); }, "q");
      last = normalised("curves", "sigmoids", "q", "l");
      if (by.slope == 1) return last;
    }
    step(
        "sloped", last,
        [&](std::size_t c) {
          return fmt::format("{} * l{}{}", number(by.slope), c,
                             by.bias.empty() ? "" : " + " + number(by.bias[c]));
        },
        "t");
    return normalised("calibrated", "sloped", "t", "l");
  }

  std::string log_odds(std::size_t c) const {
    if (n() == 2) return fmt::format("l{} - l{}", c, 1 - c);
    std::string rest;  // at least the smallest number there is: the others may all be 0
    for (std::size_t k = 0; k < n(); ++k) {
      if (k != c) rest += fmt::format("{}exp(l{})", rest.empty() ? "" : " + ", k);
    }
    const std::string least = number(1e-300);
    const std::string bounded = options_.dialect == SqlDialect::sqlite
                                    ? fmt::format("max({}, {})", rest, least)
                                    : fmt::format("greatest({}, {})", rest, least);
    return fmt::format("l{} - ln({})", c, bounded);
  }

  std::string followed(const Calibration& by, std::size_t c) const {
    const bool two = by.curves.size() == 1;
    const CalibrationCurve& curve = by.curves[two ? 0 : c];
    const std::string x = two ? "o1" : fmt::format("o{}", c);
    std::string out = fmt::format("CASE WHEN {} < {} THEN {}", x, number(curve.from[0]), number(curve.to[0]));
    for (std::size_t k = 1; k < curve.from.size(); ++k) {
      const double width = curve.from[k] - curve.from[k - 1], rise = curve.to[k] - curve.to[k - 1];
      out += fmt::format(" WHEN {0} < {1} THEN {2} + ({0} - {3}) / {4} * {5}", x, number(curve.from[k]),
                         number(curve.to[k - 1]), number(curve.from[k - 1]), number(width), number(rise));
    }
    out += fmt::format(" ELSE {} END", number(curve.to.back()));
    return two && c == 0 ? fmt::format("-({})", out) : out;
  }

  std::string log_sigmoid(const std::string& x) const {
    return fmt::format("CASE WHEN {0} > 0 THEN -ln(1 + exp(-{0})) ELSE {0} - ln(1 + exp({0})) END", x);
  }

  void answer(const std::string& last) {
    out_ += fmt::format("\nSELECT");
    for (std::size_t k = 0; k < options_.keep.size(); ++k)
      out_ += fmt::format(" k{} AS {},", k, name(options_.keep[k]));
    const std::string largest = greatest("l", 0, n());
    out_ += fmt::format("\n  CASE");
    for (std::size_t c = 0; c + 1 < n(); ++c)
      out_ += fmt::format(" WHEN l{} = {} THEN {}", c, largest, string(card_.classes[c]));
    if (n() == 1) out_ += " WHEN l0 IS NULL THEN NULL";
    out_ += fmt::format(" WHEN l{0} IS NOT NULL THEN {1} END AS {2},\n  exp({3}) AS {4}", n() - 1,
                        string(card_.classes[n() - 1]), name("predicted"), largest, name("probability"));
    for (std::size_t c = 0; c < n(); ++c)
      out_ += fmt::format(",\n  exp(l{}) AS {}", c, name("p:" + card_.classes[c]));
    out_ += fmt::format("\nFROM {};\n", last);
  }

  std::string score(std::size_t cell) const {
    std::string out = number(card_.log_prior[cell]);
    for (const ScorePart& part : card_.parts)
      out += "\n      + " + std::visit([&](const auto& each) { return score_of(each, cell); }, part);
    return out;
  }

  std::string entry(const ScoreTable& table, std::size_t at, std::size_t cell) const {
    return number(table.scores[at * card_.n_cells() + cell]);
  }

  std::string score_of(const ScoreTable& table, std::size_t cell) const {
    return table.levels.size() == 1 ? score_of_one(table, cell) : score_of_many(table, cell, 0, 0);
  }

  std::string score_of_one(const ScoreTable& table, std::size_t cell) const {
    const Levels& levels = table.levels[0];
    std::string out =
        fmt::format("CASE WHEN {} IS NULL THEN {}", column(levels.input), number(table.missing[cell]));
    out += branches(levels, [&](std::size_t k) { return entry(table, k, cell); });
    if (!levels.binned)
      out += fmt::format(
          " ELSE {}", levels.other ? entry(table, levels.values.size(), cell) : number(table.missing[cell]));
    return out + " END";
  }

  // A branch for each level but the one for all others; the last bin is the ELSE.
  template <class Make>
  std::string branches(const Levels& levels, const Make& make) const {
    std::string out;
    for (std::size_t k = 0; k < levels.borders.size(); ++k)
      out +=
          fmt::format(" WHEN {} < {} THEN {}", as_double(levels.input), number(levels.borders[k]), make(k));
    if (levels.binned) out += fmt::format(" ELSE {}", make(levels.borders.size()));
    for (std::size_t k = 0; k < levels.values.size(); ++k)
      out += fmt::format(" WHEN {} = {} THEN {}", as_text(levels.input), string(levels.values[k]), make(k));
    return out;
  }

  std::string score_of_many(const ScoreTable& table, std::size_t cell, std::size_t j, std::size_t at) const {
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

  std::string score_of(const ScoreCurves& curves, std::size_t cell) const {
    const DensityCurve& curve = curves.curves[cell];
    const std::string x = as_double(curves.input);
    std::string sum = number(curve.constant);
    for (const CurveTerm& term : curve.terms)
      sum += fmt::format(" + {} * {}", number(term.weight), of_term(term, x));
    std::string out =
        fmt::format("CASE WHEN {} IS NULL THEN {}", column(curves.input), number(curves.missing[cell]));
    if (!curves.domain.wraps && std::isfinite(curves.domain.low))
      out += fmt::format(" WHEN NOT {} {} {} THEN NULL", x,
                         curves.domain.open ? ">" : ">=", number(curves.domain.low));
    if (!curves.domain.wraps && std::isfinite(curves.domain.high))
      out += fmt::format(" WHEN NOT {} {} {} THEN NULL", x,
                         curves.domain.open ? "<" : "<=", number(curves.domain.high));
    return fmt::format("{} ELSE {} END", out, sum);
  }

  std::string of_term(const CurveTerm& term, const std::string& x) const {
    std::string z = x;
    if (term.inner == Inner::log_x) z = fmt::format("ln({})", x);
    if (term.inner == Inner::log_1_less_x) z = fmt::format("ln(1 - {})", x);
    if (term.centre != 0) z = fmt::format("({} - {})", z, number(term.centre));
    if (term.scale != 1) z = fmt::format("({} * {})", z, number(term.scale));
    if (term.outer == Outer::square) return fmt::format("{0} * {0}", z);
    return term.outer == Outer::cosine ? fmt::format("cos({})", z) : z;
  }

  std::string score_of(const ScoreGroup& group, std::size_t cell) const {
    for (const ScoreMatrix& matrix : group.matrices) {
      for (const ScoreMatrix::Cell& each : matrix.cells) {
        if (each.cell == cell) return score_of_matrix(group, matrix, each);
      }
    }
    return number(0);
  }

  std::string score_of_matrix(const ScoreGroup& group, const ScoreMatrix& matrix,
                              const ScoreMatrix::Cell& cell) const {
    const std::size_t width = group.inputs.size();
    std::string squares;
    for (std::size_t j = 0; j < width; ++j) {
      std::string z;
      for (std::size_t i = 0; i <= j; ++i)
        z += fmt::format("{}{} * ({} - {})", i == 0 ? "" : " + ", number(matrix.factor[j * width + i]),
                         as_double(group.inputs[i]), number(matrix.centre[i]));
      z = fmt::format("({} - {})", z, number(cell.target[j]));
      squares += fmt::format("{}{} * {}", j == 0 ? "" : " + ", z, z);
    }
    return fmt::format("{} - {} * ({})", number(cell.constant), number(0.5), squares);
  }

  std::string score_of(const ScoreCounts& counts, std::size_t cell) const {
    std::string out = number(counts.constant[cell]);
    for (std::size_t j = 0; j < counts.inputs.size(); ++j) {
      const std::string weight = number(counts.weights[j * card_.n_cells() + cell]),
                        x = as_double(counts.inputs[j]);
      out += counts.presence ? fmt::format(" + CASE WHEN {} > 0 THEN {} ELSE {} END", x, weight, number(0))
                             : fmt::format(" + {} * COALESCE({}, {})", weight, x, number(0));
    }
    return out;
  }

  const Scorecard& card_;
  const SqlOptions& options_;
  std::string out_;
};

}  // namespace

std::string to_sql(const Classifier& model, const SqlOptions& options) {
  const Scorecard card = scorecard(model);
  return Query(card, options).text();
}

}  // namespace priory
