// SPDX-License-Identifier: Apache-2.0
#include "plan/named_columns.h"

#include <algorithm>
#include <fmt/format.h>

#include "family/family.h"
#include "plan/type_names.h"

namespace priory {
namespace {

void check_name(const std::string& name, std::string_view where, const std::vector<std::string>& names) {
  constexpr long kNamed = 20;
  if (is_in(names, name)) return;
  const auto end = names.begin() + std::min(kNamed, static_cast<long>(names.size()));
  throw Error(
      ErrorKind::usage,
      fmt::format("{} names the column '{}', which is not there{}", where, name, did_you_mean(name, names)),
      {}, fmt::format("the columns are: {}", fmt::join(names.begin(), end, ", ")));
}

[[noreturn]] void fail_target(std::string_view option, const std::string& name) {
  throw Error(ErrorKind::usage,
              fmt::format("{} names the target '{}'; its values are the classes", option, name));
}

[[noreturn]] void fail_no_text(const std::string& name, std::string_view option, const std::string& what) {
  throw Error(ErrorKind::usage,
              fmt::format("‹text› makes '{}' a text, and {} {}: only one of them can be", name, option, what),
              {}, "families of texts are multinomial, complement and bernoulli");
}

// An unknown family is refused where families are looked for.
bool models_texts(const std::string& family) {
  const bool other =
      family == "ignore" || family == "weight" || family == "date" || family_meant(family) != family;
  return !other && (find_families(family).empty() || find_family(family, CellKind::bag) != nullptr);
}

// What is a text cannot be something else too.
void check_text(const std::string& name, const Draft& draft) {
  const PlanOptions& options = draft.options;
  check_name(name, "‹text›", draft.names);
  if (name == options.target) fail_target("‹text›", name);
  if (is_in(options.ignore, name)) fail_no_text(name, "‹ignore›", "leaves it out");
  const auto type = std::ranges::find(options.types, name, &ColumnType::column);
  if (type != options.types.end() && type->type != "text" && !models_texts(type->type))
    fail_no_text(name, "‹types›", fmt::format("says {}", type->type));
  const ColumnGroup* group = draft.group_of(name);
  if (group != nullptr && (group->columns.size() > 1 || !models_texts(group->family)))
    fail_no_text(name, "‹parts›", fmt::format("says {}={}", fmt::join(group->columns, "+"), group->family));
}

}  // namespace

void check_named_columns(const Draft& draft) {
  const PlanOptions& options = draft.options;
  const auto check = [&](const std::string& name, std::string_view where) {
    check_name(name, where, draft.names);
  };
  if (!options.target.empty()) check(options.target, "‹target›");
  for (const std::string& name : options.text) check_text(name, draft);
  for (const std::string& name : options.ignore) check(name, "‹ignore›");
  for (const ColumnType& type : options.types) {
    check(type.column, "‹types›");
    if (type.column == options.target) fail_target("‹types›", type.column);
  }
  for (const OptionValue& value : options.settings) {
    if (!value.column.empty()) check(value.column, fmt::format("‹{}›", value.name));
  }
  for (const ColumnGroup& group : options.parts) {
    for (const std::string& name : group.columns) check(name, "‹parts›");
  }
}

}  // namespace priory
