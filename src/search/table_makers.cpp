// SPDX-License-Identifier: Apache-2.0
// Candidates for tables: the numbers together, as bins or as values, and columns that depend on each other. A
// maker asks for a plan by options, as a user would type them; where there is none (a structure that does not
// take these columns) there is no candidate.
#include <algorithm>
#include <fmt/format.h>

#include "search/makers.h"

namespace priory {
namespace {

// Those of which nothing was said.
std::vector<std::string> number_columns(const Making& making) {
  const std::vector<ColumnType>& given = making.space.options.types;
  std::vector<std::string> out;
  for (const PartPlan& part : making.space.start.parts) {
    if (part.kind != CellKind::reals || part.columns.size() != 1) continue;
    if (std::ranges::find(given, part.columns[0], &ColumnType::column) == given.end())
      out.push_back(part.columns[0]);
  }
  return out;
}

// A name as the little languages of the options take it.
std::string quoted(const std::string& name) {
  const bool plain = std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  });
  return plain ? name : "\"" + name + "\"";
}

PlanOptions with_group(PlanOptions by, const std::vector<std::string>& columns, const std::string& family) {
  by.parts.push_back({columns, family});
  return by;
}

void add_group(const Making& making, const std::string& family, std::vector<PlanCandidate>& out) {
  const std::vector<std::string> columns = number_columns(making);
  if (columns.size() < 2 || !making.free("family")) return;
  std::string told;
  for (const std::string& each : columns) told += (told.empty() ? "" : "+") + quoted(each);
  making.add_plan(with_group(making.space.options, columns, family), "parts",
                  fmt::format("'{}={}'", told, family), out);
}

void gaussian_shared(const Making& making, std::vector<PlanCandidate>& out) {
  add_group(making, "gaussian-shared", out);
}
void gaussian_full(const Making& making, std::vector<PlanCandidate>& out) {
  add_group(making, "gaussian-full", out);
}

PlanOptions with_types(PlanOptions by, const std::vector<std::string>& columns, const std::string& type) {
  for (const std::string& each : columns) by.types.push_back({each, type, {}});
  return by;
}

std::string told_types(const std::vector<std::string>& columns, const std::string& type) {
  std::string out;
  for (const std::string& each : columns)
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", quoted(each), type);
  return "'" + out + "'";
}

// All numbers by one other family.
template <const char* const& kType>
void numbers_as(const Making& making, std::vector<PlanCandidate>& out) {
  const std::vector<std::string> columns = number_columns(making);
  if (columns.empty() || !making.free("family")) return;
  making.add_plan(with_types(making.space.options, columns, kType), "types", told_types(columns, kType), out);
}

// Columns that depend on each other; numbers as the structure takes them, or else by their bins.
template <const char* const& kName>
void structure(const Making& making, std::vector<PlanCandidate>& out) {
  if (!making.free("structure") || !making.space.options.structure.empty()) return;
  PlanOptions by = making.space.options;
  by.structure = kName;
  making.add_plan(by, "structure", kName, out);
}

constexpr const char* kBins = "bins";
constexpr const char* kCategorical = "categorical";
constexpr const char* kTan = "tan";
constexpr const char* kAode = "aode";
constexpr const char* kHnb = "hnb";
constexpr const char* kKdb = "kdb";
constexpr const char* kKdbAverage = "kdb-average";

constexpr Maker kTable[] = {
    {"gaussian-shared", gaussian_shared},
    {"gaussian-full", gaussian_full},
    {"bins", numbers_as<kBins>},
    {"categorical", numbers_as<kCategorical>},
    {"tan", structure<kTan>},
    {"aode", structure<kAode>},
    {"hnb", structure<kHnb>},
    {"kdb", structure<kKdb>},
    {"kdb-average", structure<kKdbAverage>},
};

}  // namespace

std::span<const Maker> table_makers() {
  return kTable;
}

void Making::add_plan(const PlanOptions& by, const std::string& flag, const std::string& value,
                      std::vector<PlanCandidate>& out) const {
  if (!space.plan_by) return;
  try {
    PlanCandidate next(space.start);
    next.set_plan(space.plan_by(by), flag, value);
    out.push_back(std::move(next));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::usage && error.kind() != ErrorKind::data) throw;
  }
}

std::vector<PlanCandidate> make_candidates(const Making& making, std::span<const Maker> makers) {
  std::vector<PlanCandidate> made = {PlanCandidate(making.space.start)}, out;
  for (const Maker& maker : makers) {
    const std::set<std::string>& allowed = making.options.candidates;
    if (allowed.empty() || allowed.contains(std::string(maker.name))) maker.make(making, made);
  }
  std::set<std::string> keys;
  for (PlanCandidate& each : made) {
    const bool room = making.options.most_trials == 0 || out.size() < making.options.most_trials;
    if (room && keys.insert(each.key()).second) out.push_back(std::move(each));
  }
  return out;
}

std::vector<std::string> candidate_names() {
  std::vector<std::string> out;
  for (const auto makers : {text_makers(), character_makers(), table_makers()}) {
    for (const Maker& maker : makers) out.emplace_back(maker.name);
  }
  return out;
}

}  // namespace priory
