// SPDX-License-Identifier: Apache-2.0
// A scorecard as a program in C or JavaScript: arrays, then one function that adds up the scores of a row.
#include <algorithm>
#include <fmt/format.h>

#include "priory/convert.h"

#include "export/c_names.h"
#include "export/program_text.h"
#include "export/scorecard.h"

namespace priory {
namespace {

class Program {
 public:
  Program(const Scorecard& card, Language language, std::string_view name)
      : card_(card), out_(language, name), c_(language == Language::c), members_(member_names(card.inputs)) {}

  std::string text() {
    head();
    for (std::size_t k = 0; k < card_.parts.size(); ++k)
      std::visit([&](const auto& part) { arrays(part, k); }, card_.parts[k]);
    out_.numbers(at_top("prior"), card_.log_prior);
    out_.numbers(at_top("class_prior"), card_.class_log_prior);
    calibration_arrays();
    functions();
    begin_predict();
    for (std::size_t k = 0; k < card_.parts.size(); ++k)
      std::visit([&](const auto& part) { add(part, k); }, card_.parts[k]);
    end_predict();
    return out_.text();
  }

 private:
  std::string at_top(std::string_view name) const {
    return c_ ? fmt::format("{}_{}", out_.name(), name) : std::string(name);
  }
  std::string array(std::string_view name, std::size_t k) const {
    return at_top(fmt::format("{}{}", name, k));
  }

  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_.line(fmt::format(format, std::forward<Args>(args)...));
  }

  std::string cell(std::size_t input) const {
    return c_ ? "row->" + members_[input] : fmt::format("row[{}]", out_.quoted(card_.inputs[input].name));
  }
  std::string missing(std::size_t input) const {
    if (!c_) return fmt::format("missing({})", cell(input));
    return card_.inputs[input].number ? fmt::format("isnan({})", cell(input)) : cell(input) + " == NULL";
  }

  // What a row is made of, and what the function answers.
  void head() {
    const std::string what = fmt::format("{} classes, {} columns", card_.classes.size(), card_.inputs.size());
    if (!c_) {
      line("// {}. Made by priory convert.", what);
      line(
          "// predict({{column: value, ...}}) is {{predicted, probability: [...]}}, the probabilities in the "
          "order of `classes`; null");
      line(
          "// where a row has no answer. A cell that is missing is null, undefined or NaN; numbers are "
          "numbers.");
      out_.line("export const classes = [" + joined(card_.classes) + "];");
      return;
    }
    line("/* {}. Made by priory convert.", what);
    line(
        "   {0}_predict fills probability[{0}_n_classes] and returns the most probable class, or -1 where a "
        "row has no",
        out_.name());
    line(
        "   answer: a number that the model cannot have, or a missing cell where one is needed. Link with "
        "-lm. */");
    out_.line("#include <math.h>\n#include <string.h>\n");
    out_.line("typedef struct {");
    for (std::size_t k = 0; k < card_.inputs.size(); ++k) {
      const bool number = card_.inputs[k].number;
      line("  {}{}; /* {}{} missing */", number ? "double " : "const char *", members_[k],
           members_[k] == card_.inputs[k].name ? "" : comment(card_.inputs[k].name) + "; ",
           number ? "NAN is" : "NULL is");
    }
    out_.line("} $NAME_row;\n");
    line("enum {{ {}_n_classes = {} }};", out_.name(), card_.classes.size());
    line("const char *const {}_classes[{}] = {{{}}};", out_.name(), card_.classes.size(),
         joined(card_.classes));
  }

  std::string joined(const std::vector<std::string>& strings) const {
    std::string out;
    for (const std::string& each : strings) out += (out.empty() ? "" : ", ") + out_.quoted(each);
    return out;
  }

  std::string comment(const std::string& text) const {
    std::string out = out_.quoted(text);
    for (std::size_t at = out.find("*/"); at != std::string::npos; at = out.find("*/"))
      out.insert(at + 1, " ");
    return out;
  }

  void arrays(const ScoreTable& table, std::size_t k) {
    for (std::size_t j = 0; j < table.levels.size(); ++j) {
      const Levels& levels = table.levels[j];
      const std::string name = at_top(fmt::format("levels{}_{}", k, j));
      if (levels.binned && !levels.borders.empty()) out_.numbers(name, levels.borders);
      if (!levels.binned && !levels.values.empty()) out_.strings(name, levels.values);
    }
    std::vector<double> scores = table.scores;
    scores.insert(scores.end(), table.missing.begin(), table.missing.end());
    out_.numbers(array("scores", k), scores);
  }
  void arrays(const ScoreCurves& curves, std::size_t k) {
    std::vector<double> numbers;  // of each cell the constant, then weight, centre and scale of each term
    for (const DensityCurve& curve : curves.curves) {
      numbers.push_back(curve.constant);
      for (const CurveTerm& term : curve.terms)
        numbers.insert(numbers.end(), {term.weight, term.centre, term.scale});
    }
    out_.numbers(array("curve", k), numbers);
    out_.numbers(array("missing", k), curves.missing);
  }
  void arrays(const ScoreGroup& group, std::size_t k) {
    for (std::size_t m = 0; m < group.matrices.size(); ++m) {
      const ScoreMatrix& matrix = group.matrices[m];
      out_.numbers(at_top(fmt::format("factor{}_{}", k, m)), matrix.factor);
      out_.numbers(at_top(fmt::format("centre{}_{}", k, m)), matrix.centre);
      std::vector<double> targets, constants;
      for (const ScoreMatrix::Cell& each : matrix.cells) {
        targets.insert(targets.end(), each.target.begin(), each.target.end());
        constants.push_back(each.constant);
      }
      out_.numbers(at_top(fmt::format("target{}_{}", k, m)), targets);
      out_.numbers(at_top(fmt::format("constant{}_{}", k, m)), constants);
    }
  }
  void arrays(const ScoreCounts& counts, std::size_t k) {
    out_.numbers(array("weights", k), counts.weights);
    out_.numbers(array("constant", k), counts.constant);
  }
  void calibration_arrays() {
    if (!card_.log_shift.empty()) out_.numbers(at_top("shift"), card_.log_shift);
    if (!card_.calibration) return;
    if (!card_.calibration->bias.empty()) out_.numbers(at_top("bias"), card_.calibration->bias);
    for (std::size_t c = 0; c < card_.calibration->curves.size(); ++c) {
      out_.numbers(array("from", c), card_.calibration->curves[c].from);
      out_.numbers(array("to", c), card_.calibration->curves[c].to);
    }
  }

  bool has(bool (*test)(const Levels&)) const {
    return std::ranges::any_of(card_.parts, [&](const ScorePart& part) {
      const auto* table = std::get_if<ScoreTable>(&part);
      return table != nullptr && std::ranges::any_of(table->levels, test);
    });
  }
  bool has_curves() const { return card_.calibration && !card_.calibration->curves.empty(); }

  void functions() {
    if (!c_)
      out_.line("const missing = (cell) => cell === undefined || cell === null || Number.isNaN(cell);");
    if (has([](const Levels& each) { return !each.binned; })) find_function();
    if (has([](const Levels& each) { return each.binned; })) bin_function();
    function("double", "log_sum", {"const double *x", "int n"});
    out_.line("  $double largest = x[0], sum = 0;");
    out_.line("  for ($int i = 1; i < n; ++i) if (x[i] > largest) largest = x[i];");
    out_.line("  if (largest == -$infinity) return largest;");
    out_.line("  for ($int i = 0; i < n; ++i) sum += $exp(x[i] - largest);");
    out_.line("  return largest + $log(sum);\n}");
    if (has_curves()) follow_function();
  }

  void function(std::string_view type, std::string_view name, const std::vector<std::string>& parameters) {
    std::string list;
    for (const std::string& each : parameters) {
      const std::size_t last = each.find_last_of(" *");
      list += (list.empty() ? "" : ", ") + (c_ ? each : each.substr(last + 1));
    }
    line("{} {}({}) {{", c_ ? fmt::format("static {}", type) : "function", at_top(name), list);
  }

  void find_function() {
    if (!c_) return out_.line("const find = (values, n, value) => values.indexOf(String(value));"), void();
    function("int", "find", {"const char *const *values", "int n", "const char *value"});
    out_.line("  int low = 0, high = n - 1;");
    out_.line("  while (low <= high) {");
    out_.line("    const int middle = low + (high - low) / 2, order = strcmp(values[middle], value);");
    out_.line("    if (order == 0) return middle;");
    out_.line("    if (order < 0) low = middle + 1; else high = middle - 1;");
    out_.line("  }\n  return -1;\n}");
  }

  void bin_function() {
    function("int", "bin", {"const double *borders", "int n", "double x"});
    out_.line("  $int at = 0;\n  while (at < n && borders[at] <= x) ++at;\n  return at;\n}");
  }

  void follow_function() {
    function("double", "follow", {"const double *from", "const double *to", "int n", "double x"});
    out_.line("  $int k = 0;\n  while (k < n && from[k] <= x) ++k;");
    out_.line("  if (k == 0) return to[0];\n  if (k == n) return to[n - 1];");
    out_.line("  return to[k - 1] + (x - from[k - 1]) / (from[k] - from[k - 1]) * (to[k] - to[k - 1]);\n}");
    function("double", "log_sigmoid", {"double x"});
    out_.line("  return x > 0 ? -$log(1 + $exp(-x)) : x - $log(1 + $exp(x));\n}");
  }

  void begin_predict() {
    out_.line(c_ ? "int $NAME_predict(const $NAME_row *row, double *probability) {"
                 : "export function predict(row) {");
    out_.variable("s", card_.n_cells());
    out_.variable("p", card_.classes.size());
    line("  for ($int i = 0; i < {}; ++i) s[i] = {}[i];", card_.n_cells(), at_top("prior"));
  }

  // The level of one input of a table, -1 for what is not there.
  std::string level(const Levels& levels, std::size_t k, std::size_t j, std::size_t missing_level) {
    const std::string name = at_top(fmt::format("levels{}_{}", k, j));
    const std::size_t n = levels.binned ? levels.borders.size() : levels.values.size();
    std::string found = levels.binned ? "0" : "-1";
    if (n > 0)
      found =
          fmt::format("{}({}, {}, {})", at_top(levels.binned ? "bin" : "find"), name, n, cell(levels.input));
    std::string variable = fmt::format("level{}_{}", k, j);
    line("  $int {} = {} ? {} : {};", variable, missing(levels.input), static_cast<long>(missing_level),
         found);
    if (!levels.binned)
      line("  if ({0} < 0) {0} = {1};", variable, static_cast<long>(levels.other ? n : missing_level));
    return variable;
  }

  void add(const ScoreTable& table, std::size_t k) {
    std::string at;
    const bool alone = table.levels.size() == 1;
    for (std::size_t j = 0; j < table.levels.size(); ++j) {
      const std::size_t none = alone ? table.levels[j].size() : static_cast<std::size_t>(-1);
      const std::string variable = level(table.levels[j], k, j, none);
      if (!alone) line("  if ({} < 0) return $none;", variable);
      at = at.empty() ? variable : fmt::format("({}) * {} + {}", at, table.levels[j].size(), variable);
    }
    line("  for ($int i = 0; i < {0}; ++i) s[i] += {1}[({2}) * {0} + i];", card_.n_cells(),
         array("scores", k), at);
  }

  static std::string inner(const CurveTerm& term, const std::string& x) {
    if (term.inner == Inner::log_x) return fmt::format("$log({})", x);
    return term.inner == Inner::log_1_less_x ? fmt::format("$log(1 - {})", x) : x;
  }

  void add(const ScoreCurves& curves, std::size_t k) {
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

  static std::string outside_of(const Domain& domain, const std::string& x) {
    std::string out;
    const auto test = [&](const std::string& text) { out += (out.empty() ? "" : " || ") + text; };
    if (!domain.wraps && std::isfinite(domain.low))
      test(fmt::format("!({} {} {})", x, domain.open ? ">" : ">=", ProgramText::number(domain.low)));
    if (!domain.wraps && std::isfinite(domain.high))
      test(fmt::format("!({} {} {})", x, domain.open ? "<" : "<=", ProgramText::number(domain.high)));
    return out;
  }

  void add(const ScoreGroup& group, std::size_t k) {
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

  void add(const ScoreCounts& counts, std::size_t k) {
    const std::size_t n = card_.n_cells();
    line("  for ($int i = 0; i < {}; ++i) s[i] += {}[i];", n, array("constant", k));
    for (std::size_t j = 0; j < counts.inputs.size(); ++j) {
      const std::string x = cell(counts.inputs[j]);
      line("  if (!({}){}) for ($int i = 0; i < {}; ++i) s[i] += {}{}[{} + i];", missing(counts.inputs[j]),
           counts.presence ? fmt::format(" && {} > 0", x) : "", n, counts.presence ? "" : x + " * ",
           array("weights", k), j * n);
    }
  }

  void normalise(std::string_view indent = "  ") {
    const std::size_t n = card_.classes.size();
    line("{}{{ $double sum = {}(p, {});", indent, at_top("log_sum"), n);
    line("{0}  for ($int i = 0; i < {1}; ++i) p[i] = sum == -$infinity ? {2}[i] : p[i] - sum; }}", indent, n,
         at_top("class_prior"));
  }

  void calibrate() {
    if (!card_.calibration || card_.calibration->method == CalibrationMethod::none) return;
    const std::size_t n = card_.classes.size();
    const Calibration& by = *card_.calibration;
    if (by.curves.size() == 1) {
      line("  {{ $double odds = {}({}, {}, {}, p[1] - p[0]);", at_top("follow"), array("from", 0),
           array("to", 0), by.curves[0].from.size());
      line("    p[0] = {0}(-odds); p[1] = {0}(odds); }}", at_top("log_sigmoid"));
      normalise();
    } else if (!by.curves.empty()) {
      out_.line("  {");
      out_.variable("odds", n), out_.variable("rest", n);
      for (std::size_t c = 0; c < n; ++c) {
        line("  for ($int i = 0; i < {}; ++i) rest[i] = i == {} ? -$infinity : p[i];", n, c);
        line("  odds[{0}] = {1}({2}, {3}, {4}, p[{0}] - {5}(rest, {6}));", c, at_top("follow"),
             array("from", c), array("to", c), by.curves[c].from.size(), at_top("log_sum"), n);
      }
      line("  for ($int i = 0; i < {}; ++i) p[i] = {}(odds[i]);\n  }}", n, at_top("log_sigmoid"));
      normalise();
    }
    line("  for ($int i = 0; i < {}; ++i) p[i] = {} * p[i]{};", n, ProgramText::number(by.slope),
         by.bias.empty() ? "" : fmt::format(" + {}[i]", at_top("bias")));
    normalise();
  }

  void end_predict() {
    const std::size_t n = card_.classes.size(), m = card_.components;
    if (m == 1) {
      line("  for ($int i = 0; i < {}; ++i) p[i] = s[i];", n);
    } else {
      const std::string cells = fmt::format(fmt::runtime(c_ ? "s + {} * i" : "s.subarray({} * i)"), m);
      line("  for ($int i = 0; i < {}; ++i) p[i] = {}({}, {});", n, at_top("log_sum"), cells, m);
    }
    normalise();
    calibrate();
    if (!card_.log_shift.empty()) {
      line("  for ($int i = 0; i < {}; ++i) p[i] += {}[i];", n, at_top("shift"));
      normalise();
    }
    out_.line("  $int best = 0;");
    line("  for ($int i = 1; i < {}; ++i) if (p[i] > p[best]) best = i;", n);
    if (c_)
      line("  for (int i = 0; i < {}; ++i) probability[i] = exp(p[i]);\n  return best;\n}}", n);
    else
      out_.line("  return {predicted: classes[best], probability: Array.from(p, Math.exp)};\n}");
  }

  const Scorecard& card_;
  ProgramText out_;
  bool c_;
  std::vector<std::string> members_;
};

}  // namespace

std::string to_c(const Classifier& model, std::string_view name) {
  const Scorecard card = scorecard(model);
  const auto has_zero = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  for (const ScorePart& part : card.parts) {
    const auto* table = std::get_if<ScoreTable>(&part);
    for (std::size_t j = 0; table != nullptr && j < table->levels.size(); ++j) {
      if (std::ranges::any_of(table->levels[j].values, has_zero))
        throw Error(ErrorKind::usage, "a value with the character 0 in it is no string of C");
    }
  }
  return Program(card, Language::c, name).text();
}

std::string to_javascript(const Classifier& model) {
  return Program(scorecard(model), Language::javascript, "").text();
}

}  // namespace priory
