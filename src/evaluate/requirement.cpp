// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "priory/error.h"
#include "priory/evaluation.h"

namespace priory {
namespace {

struct Sign {
  std::string_view text;
  Relation relation;
};
// The longer ones first, as the others begin them.
constexpr std::array<Sign, 4> kSigns = {
    {{">=", Relation::at_least}, {"<=", Relation::at_most}, {">", Relation::above}, {"<", Relation::below}}};

constexpr std::array<std::array<std::string_view, 2>, 3> kShort = {
    {{"auc", "roc_auc"}, {"ap", "average_precision"}, {"mcc", "matthews"}}};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Outside of brackets, which hold the name of a class.
std::size_t find_outside(std::string_view text, std::string_view wanted) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (depth <= 0 && wanted.find(text[i]) != std::string_view::npos) return i;
  }
  return std::string_view::npos;
}

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ErrorKind::usage, fmt::format("'{}' is not a requirement", text), {},
              "one is a figure, >=, <=, > or <, and a number: roc_auc>=.85");
}

Requirement parse_one(std::string_view text) {
  const std::size_t at = find_outside(text, "<>");
  if (at == std::string_view::npos) refuse(text);
  Requirement out{std::string(text), std::string(trimmed(text.substr(0, at))), Relation::at_least, 0};
  const std::string_view rest = text.substr(at);
  const auto sign =
      std::find_if(kSigns.begin(), kSigns.end(), [&](const Sign& s) { return rest.starts_with(s.text); });
  out.relation = sign->relation;
  const std::string_view number = trimmed(rest.substr(sign->text.size()));
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out.bound);
  if (out.name.empty() || out.name.ends_with('=') || error != std::errc() ||
      end != number.data() + number.size() || std::isnan(out.bound))
    refuse(text);
  for (const auto& [brief, name] : kShort) {
    if (out.name == brief) out.name = name;
  }
  return out;
}

bool met(const Requirement& wanted, double value) {
  switch (wanted.relation) {
    case Relation::at_least:
      return value >= wanted.bound;
    case Relation::at_most:
      return value <= wanted.bound;
    case Relation::above:
      return value > wanted.bound;
    case Relation::below:
      return value < wanted.bound;
  }
  return false;
}

const Figure& find_figure(const std::string& name, std::span<const Figure> figures) {
  const auto at =
      std::find_if(figures.begin(), figures.end(), [&](const Figure& f) { return f.name == name; });
  if (at != figures.end()) return *at;
  std::vector<std::string> names;
  names.reserve(figures.size());
  for (const Figure& figure : figures) names.push_back(figure.name);
  throw Error(ErrorKind::usage, fmt::format("there is no figure '{}'{}", name, did_you_mean(name, names)), {},
              "those of a class are named f1[CLASS]; the names are those of ‹format› csv");
}

}  // namespace

std::vector<Requirement> parse_requirements(std::string_view text) {
  std::vector<Requirement> out;
  for (bool more = true; more;) {
    const std::size_t comma = find_outside(text, ",");
    out.push_back(parse_one(trimmed(text.substr(0, comma))));
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return out;
}

std::vector<std::string> failures(std::span<const Requirement> requirements,
                                  std::span<const Figure> figures) {
  std::vector<std::string> out;
  for (const Requirement& wanted : requirements) {
    const Figure& figure = find_figure(wanted.name, figures);
    if (!figure.value) {
      out.push_back(fmt::format("{} is not met: {} is undefined on these rows", wanted.text, wanted.name));
    } else if (!met(wanted, *figure.value)) {
      out.push_back(fmt::format("{} is not met: {} is {:.6g}, off by {:.3g}", wanted.text, wanted.name,
                                *figure.value, std::abs(*figure.value - wanted.bound)));
    }
  }
  return out;
}

}  // namespace priory
