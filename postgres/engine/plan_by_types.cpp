// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>

#include "priory/error.h"

#include "guard.h"
#include "options.h"

namespace priory::postgres {
namespace {

// What a profile of cells would say of any column of the type: so many rows and values that nothing is
// concluded from them, and no name makes it an id.
ColumnProfile profile_of(const PrioryColumn& column) {
  ColumnProfile out;
  out.name = view(column.name);
  out.n_rows = 4, out.n_distinct = 3;
  switch (column.type) {
    case PRIORY_NUMBERS:
      out.n_numbers = 4, out.least = 0.5, out.most = 2.5;
      out.examples = {"0.5", "1.5", "2.5"};
      break;
    case PRIORY_TRUTHS:
      out.n_distinct = 2, out.n_words = 4;
      out.examples = out.declared_values = {"false", "true"};
      break;
    default:
      out.n_words = 4;
      out.examples = {"a", "b", "c"};
  }
  for (std::size_t k = 0; k < column.n_values; ++k) out.declared_values.emplace_back(view(column.values[k]));
  std::ranges::sort(out.declared_values);
  if (view(column.type_name) == "date" || view(column.type_name).starts_with("timestamp"))
    out.reading.date = "iso", out.timed = view(column.type_name) != "date";
  if (view(column.type_name).starts_with("time ")) out.reading.date = "time";
  return out;
}

bool is_named(const PlanOptions& options, const std::string& name) {
  const auto in_group = [&](const ColumnGroup& each) {
    return std::ranges::find(each.columns, name) != each.columns.end();
  };
  return std::ranges::find(options.types, name, &ColumnType::column) != options.types.end() ||
         std::ranges::find(options.text, name) != options.text.end() ||
         std::ranges::find(options.ignore, name) != options.ignore.end() ||
         std::ranges::any_of(options.parts, in_group);
}

void check_type(const PrioryColumn& column, const PlanOptions& options) {
  const std::string name(view(column.name));
  if (column.type != PRIORY_OTHER || is_named(options, name)) return;
  throw Error(ErrorKind::usage,
              fmt::format("column '{}' is of type {}, which does not say what it is to a model", name,
                          view(column.type_name)),
              {}, fmt::format(R"(say it: {{"types": "{0}=categorical"}}, or {{"ignore": "{0}"}})", name));
}

}  // namespace

Plan plan_by_types(const PrioryColumns& columns, PlanOptions options) {
  if (options.target.empty()) options.target = "class";
  std::vector<ColumnProfile> profile;
  for (std::size_t k = 0; k < columns.n_columns; ++k) {
    const std::string_view name = view(columns.column[k].name);
    if (name.empty() || name == options.target) continue;
    check_type(columns.column[k], options);
    profile.push_back(profile_of(columns.column[k]));
  }
  PrioryColumn target{};
  target.name = text(options.target), target.type = PRIORY_VALUES;
  profile.push_back(profile_of(target));
  Plan out = make_plan(profile, options);
  if (!is_decided(out))
    throw Error(ErrorKind::usage, "these options leave something to be found in the rows", {},
                "make a plan of a sample, and give that: {\"plan\": (SELECT priory_plan(...) ...)}");
  return out;
}

}  // namespace priory::postgres
