// SPDX-License-Identifier: Apache-2.0
// Columns that join a model with the rows it learns further.
#include <algorithm>
#include <fmt/format.h>

#include "priory/front_end.h"

namespace priory {
namespace {

bool is_among(const std::vector<std::string>& list, const std::string& item) {
  return std::ranges::find(list, item) != list.end();
}

std::vector<ColumnProfile> profiles_of(const Plan& model, const Data& rows, const FreshColumns& how) {
  return profile(rows, reading_rules(options_like(model)), how.skip_bad_rows, how.threads, how.tick);
}

// A feature that a row of svmlight does not name is 0, which only columns of counts can say afterwards.
std::vector<std::string> to_join(const Plan& model, const Data& rows, const std::vector<std::string>& columns,
                                 const FreshColumns& how) {
  std::vector<std::string> out = new_columns(model, columns);
  const bool counts = model.parts.size() == 1 && model.parts[0].of_counts();
  if (rows.table() != nullptr && rows.table()->format() == Format::svmlight && !counts) return {};
  for (const std::string& name : how.ignore) {
    if (!is_among(columns, name))
      throw Error(ErrorKind::usage, fmt::format("‹ignore› names the column '{}', which is not there{}", name,
                                                did_you_mean(name, columns)));
  }
  std::erase_if(out, [&](const std::string& each) { return is_among(how.ignore, each); });
  return out;
}

Plan plan_fresh(const Plan& model, const std::vector<ColumnProfile>& profiles, const FreshColumns& how) {
  PlanOptions options = options_like(model);
  options.skip_bad_rows = how.skip_bad_rows;
  options.types = how.types;
  Plan out = make_plan(profiles, options);
  out.notes.clear();  // of options that no new column takes
  return out;
}

}  // namespace

RowsToChange rows_to_update(const Plan& model, const Data& rows, const FreshColumns& how) {
  std::vector<std::string> columns = rows.columns();
  std::vector<ColumnProfile> profiles;
  const bool name_their_own = columns.empty();
  if (name_their_own) {
    profiles = profiles_of(model, rows, how);
    for (const ColumnProfile& each : profiles) columns.push_back(each.name);
  }
  const std::vector<std::string> fresh = to_join(model, rows, columns, how);
  if (fresh.empty()) return {name_their_own && !model.open ? model : plan_of_rows(model, columns), {}};
  if (profiles.empty()) profiles = profiles_of(model, rows, how);
  if (name_their_own && !model.open) {  // what is not named is missing
    columns = feature_columns(model);
    columns.insert(columns.end(), fresh.begin(), fresh.end());
  }
  std::erase_if(profiles, [&](const ColumnProfile& each) { return !is_among(fresh, each.name); });
  const Plan joining = plan_fresh(model, profiles, how);
  return {plan_of_rows(model, columns, joining), joining};
}

RowsToChange rows_to_forget(const Plan& model, const Data& rows, const FreshColumns& how) {
  std::vector<std::string> columns = rows.columns();
  if (columns.empty()) {
    if (!model.open) return {model, {}};
    for (const ColumnProfile& each : profiles_of(model, rows, how)) columns.push_back(each.name);
  }
  return {plan_of_rows(model, columns), {}};
}

std::vector<std::string> notes_on_fresh(const Plan& fresh) {
  std::vector<std::string> out;
  for (const PartPlan& part : fresh.parts)
    out.push_back(fmt::format("new: '{}' as {}{}; rows before have missing cells there", part.label(),
                              part.text ? "text, " : "", part.family));
  return out;
}

}  // namespace priory
