// SPDX-License-Identifier: Apache-2.0
#include "rows_object.h"

#include <algorithm>

#include "priory/family.h"

namespace priory::postgres {
namespace {

bool of_numbers(const std::string& type) {
  const auto names_it = [&](const FamilyInfo& each) {
    return each.kind == CellKind::reals && (each.name == type || each.aliases == type);
  };
  return type == "numeric" || type == "count" || std::ranges::any_of(families(), names_it);
}

// Of rows of jsonb: those that the options name.
Plan plan_by_names(const PlanOptions& options) {
  std::vector<std::pair<std::string, std::string>> named;  // with its type
  for (const ColumnType& each : options.types) named.emplace_back(each.column, each.type);
  for (const ColumnGroup& each : options.parts) {
    for (const std::string& name : each.columns) named.emplace_back(name, each.family);
  }
  for (const std::string& name : options.text) named.emplace_back(name, "text");
  std::vector<PrioryColumn> columns;
  columns.reserve(named.size());
  for (const auto& [name, type] : named)
    columns.push_back({text(name), of_numbers(type) ? PRIORY_NUMBERS : PRIORY_VALUES, {}, nullptr, 0});
  if (columns.empty())
    throw Error(ErrorKind::usage, "members of jsonb have no types to make a plan of", {},
                R"(name them: {"types": "age=gaussian,job=categorical"}, or give a "plan")");
  return plan_by_types({columns.data(), columns.size(), false}, options);
}

}  // namespace

std::span<const PrioryText> RowsObject::names() {
  require_shape(nullptr);
  std::vector<PrioryColumn> columns;
  columns.reserve(shape_->names().size());
  for (const PrioryText& name : shape_->names()) columns.push_back({name, PRIORY_OTHER, {}, nullptr, 0});
  shape_->bind({columns.data(), columns.size(), false});
  return shape_->names();
}

void RowsObject::remove(const PrioryCell&, const PrioryCell*) {
  throw Error(ErrorKind::usage, "rows cannot be taken out of this");
}

std::vector<std::string> learnt_columns(const Plan& plan) {
  std::vector<std::string> out = source_columns(plan);
  if (!plan.weight.empty()) out.push_back(plan.weight);
  return out;
}

Plan plan_of(const Options& options, const PrioryColumns* columns) {
  if (options.plan) return *options.plan;
  return columns == nullptr ? plan_by_names(options.plan_options)
                            : plan_by_types(*columns, options.plan_options);
}

}  // namespace priory::postgres
