// SPDX-License-Identifier: Apache-2.0
// Comparisons of models for people and machines.
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "report/display.h"
#include "report/evaluation_tables.h"

namespace priory {
namespace {

std::string signed_figure(double value) {
  return std::isnan(value) ? "–" : fixed_text(value, 4, true);
}

std::string interval_text(const std::optional<Interval>& interval) {
  return interval ? signed_figure(interval->low) + " … " + signed_figure(interval->high) : "";
}

TextTable difference_table(const Comparison& c) {
  TextTable table({"measure", "first", "second", "difference", fmt::format("{:g}% interval", 100 * c.level)});
  const auto shown = [](double x) { return std::isnan(x) ? std::string("–") : figure(x); };
  for (const Difference& each : c.differences) {
    table.add_row({each.name, shown(each.first), shown(each.second), signed_figure(each.difference),
                   interval_text(each.interval)});
  }
  return table;
}

std::string test_text(const McNemar& test) {
  const std::string how = test.exact ? "exact" : "chi square " + rounded_text(test.statistic, 4);
  return fmt::format("Only the first is right on {}, only the second on {}.\nMcNemar's test ({}): p = {}\n",
                     plural(test.first_only, "row", "rows"), plural(test.second_only, "row", "rows"), how,
                     rounded_text(test.p_value, 4));
}

// `name` shows a model's, `render` a table.
template <class Name, class Render>
std::string each_text(const std::vector<NamedComparison>& all, Name name, Render render) {
  std::string text;
  for (const NamedComparison& one : all) {
    if (!text.empty()) text += "\n";
    text += fmt::format("{}; first: {}, second: {}\n\n", plural(one.comparison.rows, "row", "rows"),
                        name(one.first), name(one.second));
    text += render(difference_table(one.comparison)) + "\n" + test_text(one.comparison.mcnemar);
  }
  return text;
}

void write_difference(JsonWriter& json, const Difference& each) {
  const auto defined = [](double x) { return std::isnan(x) ? std::nullopt : std::optional(x); };
  json.key(each.name).begin_object();
  json.member("first", defined(each.first)).member("second", defined(each.second));
  json.member("difference", defined(each.difference));
  if (each.interval) json.member("interval", std::array{each.interval->low, each.interval->high});
  json.end_object();
}

}  // namespace

void write_json(JsonWriter& json, const NamedComparison& one) {
  const Comparison& c = one.comparison;
  json.begin_object().member("first", one.first).member("second", one.second).member("rows", c.rows);
  json.key("mcnemar").begin_object();
  json.member("first_only", c.mcnemar.first_only).member("second_only", c.mcnemar.second_only);
  json.member("exact", c.mcnemar.exact);
  if (!c.mcnemar.exact) json.member("statistic", c.mcnemar.statistic);
  json.member("p_value", c.mcnemar.p_value).end_object();
  json.key("differences").begin_object();
  for (const Difference& each : c.differences) write_difference(json, each);
  json.end_object();
  json.member("level", c.level).member("resamples", c.resamples).member("seed", c.seed).end_object();
}

std::string to_json(const std::vector<NamedComparison>& comparisons) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.comparison/1").key("comparisons").begin_array();
  for (const NamedComparison& one : comparisons) write_json(json, one);
  json.end_array().end_object();
  return out.str();
}

std::string to_text(const std::vector<NamedComparison>& comparisons, const TextStyle& style) {
  return each_text(comparisons, printable, [&](const TextTable& table) { return table.text(style.width); });
}

std::string to_markdown(const std::vector<NamedComparison>& comparisons) {
  return each_text(comparisons, markdown_text, [](const TextTable& table) { return table.markdown(); });
}

std::string to_csv(const std::vector<NamedComparison>& comparisons, char delimiter) {
  TextTable table({"first", "second", "measure", "value", "low", "high"});
  const auto digits = [](double x) { return std::isnan(x) ? std::string() : number_text(x); };
  for (const NamedComparison& one : comparisons) {
    for (const Difference& each : one.comparison.differences) {
      table.add_row({one.first, one.second, each.name, digits(each.difference),
                     each.interval ? digits(each.interval->low) : "",
                     each.interval ? digits(each.interval->high) : ""});
    }
    table.add_row({one.first, one.second, "p_value", digits(one.comparison.mcnemar.p_value), "", ""});
  }
  return table.csv(delimiter);
}

}  // namespace priory
