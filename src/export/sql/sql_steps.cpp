// SPDX-License-Identifier: Apache-2.0
#include "export/sql/sql_steps.h"

#include <fmt/format.h>

namespace priory {
namespace {

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace

SqlSteps::SqlSteps(const Scorecard& card, const SqlOptions& options)
    : ScoreSteps(card), options_(options), words_(options.dialect), scores_(card, words_) {}

void SqlSteps::begin(const std::vector<double>& log_prior) {
  out_ = fmt::format("-- {} by {}. Made by priory convert for {}.\n", counted(n(), "class", "classes"),
                     counted(card_.inputs.size(), "column", "columns"), name_of(options_.dialect));
  from_ = words_.table(options_.table) + " AS source";
  for (const double each : log_prior) cells_.push_back(words_.number(each));
}

// A common table expression; the first says WITH.
void SqlSteps::expression(const std::string& name, const std::string& select) {
  out_ += fmt::format("{}{} AS{} (\n  {}{})", last_.empty() ? "WITH " : ", ", name, words_.kept_apart(),
                      select, words_.limit());
  last_ = name;
}

void SqlSteps::step(const std::string& name, std::size_t size, const Entry& entry,
                    const std::string& prefix) {
  std::string entries;
  for (std::size_t k = 0; k < size; ++k)
    entries += fmt::format("{}\n    {} AS {}{}", k == 0 ? "" : ",", entry(k), prefix, k);
  expression(name, fmt::format("SELECT {}{}\n  FROM {}", kept(), entries, last_));
  prefix_ = prefix;
}

std::string SqlSteps::kept() const {
  std::string out;
  for (std::size_t k = 0; k < options_.keep.size(); ++k) out += fmt::format("k{}, ", k);
  return out;
}

std::string SqlSteps::list(std::size_t first, std::size_t count) const {
  std::string out;
  for (std::size_t k = first; k < first + count; ++k)
    out += fmt::format("{}{}{}", k == first ? "" : ", ", prefix_, k);
  return out;
}

std::string SqlSteps::greatest(std::size_t first, std::size_t count) const {
  return count == 1 ? list(first, 1) : fmt::format("{}({})", words_.greatest(), list(first, count));
}

// log(sum of e^x), the largest of them taken out.
std::string SqlSteps::log_sum(std::size_t first, std::size_t count, const std::string& largest) const {
  std::string sum;
  for (std::size_t k = first; k < first + count; ++k)
    sum += fmt::format("{}exp({}{} - {})", k == first ? "" : " + ", prefix_, k, largest);
  return fmt::format("{} + ln({})", largest, sum);
}

// The cells, once all parts have been added to them.
void SqlSteps::finish_cells() {
  if (cells_.empty()) return;
  std::string select = "SELECT";
  for (std::size_t k = 0; k < options_.keep.size(); ++k)
    select += fmt::format(" source.{} AS k{},", words_.name(options_.keep[k]), k);
  for (std::size_t cell = 0; cell < cells_.size(); ++cell)
    select += fmt::format("{}\n    {} AS s{}", cell == 0 ? "" : ",", cells_[cell], cell);
  expression("cells", select + "\n  FROM " + from_);
  cells_.clear(), prefix_ = "s";
}

void SqlSteps::sum_components() {
  finish_cells();
  const std::size_t m = card_.components;
  step(
      "by_class", n(), [&](std::size_t c) { return log_sum(c * m, m, greatest(c * m, m)); }, "c");
}

// Two steps more than one: the largest, and the sum.
void SqlSteps::normalise() {
  finish_cells();
  const std::string name = next_, all = list(0, n());
  expression(name + "_largest",
             fmt::format("SELECT {}{}, {} AS m\n  FROM {}", kept(), all, greatest(0, n()), last_));
  expression(name + "_sum",
             fmt::format("SELECT {}{}, {} AS total\n  FROM {}", kept(), all, log_sum(0, n(), "m"), last_));
  step(
      name, n(), [&](std::size_t c) { return fmt::format("{}{} - total", prefix_, c); }, "l");
}

void SqlSteps::scale(double slope, const std::vector<double>& bias) {
  const auto entry = [&](std::size_t c) {
    return fmt::format("{} * l{}{}", words_.number(slope), c,
                       bias.empty() ? "" : " + " + words_.number(bias[c]));
  };
  step("sloped", n(), entry, "t");
  next_ = "calibrated";
}

void SqlSteps::shift(const std::vector<double>& log_shift) {
  step(
      "shifted", n(), [&](std::size_t c) { return fmt::format("l{} + {}", c, words_.number(log_shift[c])); },
      "h");
  next_ = "at_rates";
}

void SqlSteps::follow(const std::vector<CalibrationCurve>& curves) {
  step(
      "odds", n(), [&](std::size_t c) { return log_odds(c); }, "o");
  step(
      "followed", n(), [&](std::size_t c) { return followed(curves, c); }, "f");
  const auto log_sigmoid = [](std::size_t c) {
    return fmt::format("CASE WHEN f{0} > 0 THEN -ln(1 + exp(-f{0})) ELSE f{0} - ln(1 + exp(f{0})) END", c);
  };
  step("sigmoids", n(), log_sigmoid, "q");
  next_ = "curves";
}

std::string SqlSteps::log_odds(std::size_t c) const {
  if (n() == 2) return fmt::format("l{} - l{}", c, 1 - c);
  std::string rest;  // at least the smallest number there is: the others may all be 0
  for (std::size_t k = 0; k < n(); ++k) {
    if (k != c) rest += fmt::format("{}exp(l{})", rest.empty() ? "" : " + ", k);
  }
  return fmt::format("l{} - ln({}({}, {}))", c, words_.greatest(), rest, words_.number(1e-300));
}

std::string SqlSteps::followed(const std::vector<CalibrationCurve>& curves, std::size_t c) const {
  const bool two = curves.size() == 1;
  const CalibrationCurve& curve = curves[two ? 0 : c];
  const auto number = [&](double x) { return words_.number(x); };
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

std::string SqlSteps::answer() {
  out_ += "\nSELECT";
  for (std::size_t k = 0; k < options_.keep.size(); ++k)
    out_ += fmt::format(" k{} AS {},", k, words_.name(options_.keep[k]));
  const std::string largest = greatest(0, n());
  out_ += "\n  CASE";
  for (std::size_t c = 0; c + 1 < n(); ++c)
    out_ += fmt::format(" WHEN l{} = {} THEN {}", c, largest, words_.string(card_.classes[c]));
  if (n() == 1) out_ += " WHEN l0 IS NULL THEN NULL";
  out_ += fmt::format(" WHEN l{0} IS NOT NULL THEN {1} END AS {2},\n  exp({3}) AS {4}", n() - 1,
                      words_.string(card_.classes[n() - 1]), words_.name("predicted"), largest,
                      words_.name("probability"));
  for (std::size_t c = 0; c < n(); ++c)
    out_ += fmt::format(",\n  exp(l{}) AS {}", c, words_.name("p:" + card_.classes[c]));
  return out_ + fmt::format("\nFROM {};\n", last_);
}

std::string to_sql(const Classifier& model, const SqlOptions& options) {
  const Scorecard card = scorecard(model);
  SqlSteps steps(card, options);
  take_steps(card, steps);
  return steps.answer();
}

}  // namespace priory
