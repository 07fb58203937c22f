// SPDX-License-Identifier: Apache-2.0
// Rows that come with other columns than the model has: which parts they have, and what is new in them.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

#include "family/family.h"
#include "learn/join.h"

namespace priory {
namespace {

using Names = std::set<std::string, std::less<>>;

Names set_of(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

// The parts of the model that rows with these columns have. A column that they may not lack stays, for the
// reader to miss it.
std::vector<PartPlan> parts_there(const Plan& model, const Names& there) {
  const std::vector<std::string> optional = optional_columns(model);
  const auto lacks = [&](const std::string& column) {
    return !there.contains(column) && std::ranges::binary_search(optional, column);
  };
  std::vector<PartPlan> out;
  for (PartPlan part : model.parts) {
    if (part.of_counts()) std::erase_if(part.columns, lacks);
    if (!part.columns.empty() && !std::ranges::all_of(part.columns, lacks)) out.push_back(std::move(part));
  }
  return out;
}

void refuse_new(const Plan& model, const Plan& fresh) {
  if (model.structure.empty() || fresh.parts.empty()) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("the column '{}' is new, and the network has no place for it", fresh.parts[0].columns[0]),
      {},
      fmt::format("train the network again with it, or leave it out: ‹ignore› {}",
                  fresh.parts[0].columns[0]));
}

// Columns of counts go to those of the same family, as they would in training.
void add_fresh(const Plan& fresh, Plan& out) {
  for (const PartPlan& part : fresh.parts) {
    const auto together = [&](const PartPlan& other) {
      return part.of_counts() && other.of_counts() && part.family == other.family;
    };
    const auto at = std::ranges::find_if(out.parts, together);
    if (at == out.parts.end())
      out.parts.push_back(part);
    else
      at->columns.insert(at->columns.end(), part.columns.begin(), part.columns.end());
  }
}

bool same_set(Header a, Header b) {
  std::ranges::sort(a), std::ranges::sort(b);
  return a == b;
}

// Columns in the order that rows with them have come in, or in that of the file.
Header order_of(const Plan& model, const Header& columns, std::span<const std::string> of_file) {
  for (const Header& header : model.headers) {
    if (same_set(header, columns)) return header;
  }
  const Names wanted = set_of(columns), there = set_of(of_file);
  Header out;
  std::ranges::copy_if(of_file, std::back_inserter(out),
                       [&](const std::string& column) { return wanted.contains(column); });
  std::ranges::copy_if(columns, std::back_inserter(out),
                       [&](const std::string& column) { return !there.contains(column); });
  return out;
}

// What the texts of a model have in common; the usual where they differ, or where there are none. Those that
// keep no weights of words (bernoulli) say nothing about them.
TextOptions text_options_like(const Plan& model) {
  std::optional<TextOptions> found;
  for (const bool weightless : {false, true}) {
    for (const PartPlan& part : model.parts) {
      if (!part.text || (part.family == "bernoulli") != weightless) continue;
      TextOptions each = part.text_options;
      if (found && weightless)
        each.tf = found->tf, each.idf = found->idf, each.length_norm = found->length_norm;
      if (found && !(*found == each)) return {};
      found = std::move(each);
    }
  }
  TextOptions out = found.value_or(TextOptions());
  out.fixed = false;  // memory was short in the first training, not now
  return out;
}

}  // namespace

bool share_a_feature(const Plan& a, const Plan& b) {
  const std::vector<std::string> names = feature_columns(b);
  const std::set<std::string_view> others(names.begin(), names.end());
  return std::ranges::any_of(feature_columns(a),
                             [&](const std::string& each) { return others.contains(each); });
}

std::vector<std::string> feature_columns(const Plan& plan) {
  std::vector<std::string> out;
  std::set<std::string_view> seen;
  for (const PartPlan& part : plan.parts) {
    for (const std::string& column : part.columns) {
      if (seen.insert(column).second) out.push_back(column);
    }
  }
  return out;
}

Reading reading_of(const Plan& plan, const std::string& column) {
  const auto at = plan.readings.find(column);
  return at == plan.readings.end() ? Reading() : at->second;
}

std::vector<std::string> source_columns(const Plan& plan) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const std::string& column : feature_columns(plan)) {
    const std::string from = reading_of(plan, column).from;
    const std::string& source = from.empty() ? column : from;
    if (seen.insert(source).second) out.push_back(source);
  }
  return out;
}

std::vector<std::string> optional_columns(const Plan& plan) {
  std::vector<std::string> out;
  if (!plan.open && plan.headers.empty()) return out;  // of many columns, all are needed
  std::vector<Names> headers;
  for (const Header& header : plan.headers) headers.push_back(set_of(header));
  for (std::string& column : feature_columns(plan)) {
    const auto lacks = [&](const Names& header) { return !header.contains(column); };
    if (plan.open || std::ranges::any_of(headers, lacks)) out.push_back(std::move(column));
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> new_columns(const Plan& plan, std::span<const std::string> columns) {
  Names known = set_of(feature_columns(plan));
  known.insert(plan.ignored.begin(), plan.ignored.end());
  for (const auto& [column, reading] : plan.readings) known.insert(reading.from);
  known.insert({plan.target, plan.weight});
  std::vector<std::string> out;
  std::ranges::copy_if(columns, std::back_inserter(out),
                       [&](const std::string& column) { return !known.contains(column); });
  return out;
}

Plan plan_of_rows(const Plan& model, std::span<const std::string> columns, const Plan& fresh) {
  refuse_new(model, fresh);
  Plan out = model;
  out.headers.clear();
  if (!model.structure.empty()) return out;
  Names there = set_of(columns);
  for (const auto& [column, reading] : model.readings) {
    if (there.contains(reading.from)) there.insert(column);
  }
  out.parts = parts_there(model, there);
  add_fresh(fresh, out);
  out.readings.insert(fresh.readings.begin(), fresh.readings.end());
  const Header mine = feature_columns(out);
  if (model.headers.empty() && same_set(mine, feature_columns(model))) return model;
  arrange(out, {order_of(model, mine, columns)});
  return out;
}

PlanOptions options_like(const Plan& model) {
  PlanOptions out;
  out.later = true;
  out.missing = model.missing;
  out.keep_spaces = !model.trim;
  out.text_options = text_options_like(model);
  if (model.parts.size() == 1 && model.parts[0].of_counts()) out.family = model.parts[0].family;
  std::map<std::string, Names> values;
  std::map<std::string, double> value;
  for (const PartPlan& part : model.parts) {
    for (const auto& [name, number] : part.settings)
      values[name].insert(fmt::format("{}", number)), value[name] = number;
  }
  for (const auto& [name, all] : values) {
    if (all.size() == 1 && name != "trials") out.settings.push_back({name, "", value[name]});
  }
  return out;
}

}  // namespace priory
