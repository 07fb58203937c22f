// SPDX-License-Identifier: Apache-2.0
#include "priory/plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

#include "family/family.h"
#include "plan/column_roles.h"
#include "plan/draft.h"
#include "plan/graph_parts.h"
#include "plan/idle_options.h"
#include "plan/named_columns.h"
#include "plan/part_kind.h"
#include "plan/settings.h"

namespace priory {
namespace {

void check_rows(const Draft& draft) {
  const bool may_be_empty = draft.options.tolerant || draft.options.later || draft.profile.empty();
  if (may_be_empty || draft.profile[0].n_rows > 0) return;
  throw Error(ErrorKind::data, "there are no rows to learn from", {},
              "the file has a header only, or every row was skipped");
}

// What the options say of the whole plan, and not of a column.
void take_general_options(Draft& draft) {
  const PlanOptions& options = draft.options;
  Plan& plan = draft.plan;
  plan.target = options.target;
  plan.prior = options.prior;
  plan.unseen = options.unseen;
  plan.missing = options.missing;
  plan.structure = options.structure;
  plan.undecided = options.structure == "tan" || options.structure == "chow-liu";
  plan.open = std::ranges::any_of(
      draft.profile, [&](const ColumnProfile& each) { return each.optional && each.name != options.target; });
}

// How large a table of combinations can get, before it is made.
void note_size(const PartPlan& part, Draft& draft) {
  if (!is_combined(part) || part.columns.size() < 2 || !draft.plan.structure.empty()) return;
  double cells = 1;
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const auto at = std::ranges::find(draft.profile, part.columns[j], &ColumnProfile::name);
    cells *= static_cast<double>(std::max(at->n_distinct, part.declared_of[j].size()));
  }
  draft.note(
      fmt::format("the table of {} has {} cells in each class; those met are kept", part.label(), cells));
}

void check_parts(const Draft& draft) {
  if (!draft.plan.parts.empty() || draft.options.tolerant || draft.options.later) return;
  std::string why;
  for (const ColumnRole& each : draft.plan.roles)
    why += fmt::format("\n  {}: {}, {}", each.name, each.role, each.reason);
  throw Error(ErrorKind::data, "no column is left to learn from" + why, {},
              "name what a column is with ‹types›, for example ‹types› 'x=categorical'");
}

}  // namespace

std::string_view kind_of(const Plan& plan) {
  if (!plan.structure.empty()) return "network";
  return plan.target.empty() ? "mixture" : "classifier";
}

Plan make_plan(std::span<const ColumnProfile> profile, const PlanOptions& options) {
  Draft draft{profile, options};
  for (const ColumnProfile& column : profile) draft.names.push_back(column.name);
  check_named_columns(draft);
  check_rows(draft);
  take_general_options(draft);
  for (const ColumnProfile& column : profile) place_column(column, draft);
  if (!options.graph.empty()) add_graph(draft);
  check_structure(draft);
  check_parts(draft);
  for (PartPlan& part : draft.plan.parts) settle(part, draft);
  std::ranges::sort(draft.plan.ignored);
  for (const PartPlan& part : draft.plan.parts) note_size(part, draft);
  check_settings_used(draft);
  std::ranges::copy(idle_options(draft.plan, options), std::back_inserter(draft.plan.notes));
  return std::move(draft.plan);
}

bool is_decided(const Plan& plan) {
  const auto is_open = [](const PartPlan& part) {
    const auto is_auto = [](const auto& setting) { return std::isnan(setting.second); };
    const bool lacks_words = part.needs_two_readings() || (part.text && part.text_options.fixed);
    return (lacks_words && !part.fixed_words) || std::ranges::any_of(part.settings, is_auto);
  };
  return !plan.undecided && std::ranges::none_of(plan.parts, is_open);
}

bool uses_prior(const Plan& plan) {
  return plan.parts.empty() || !plan.structure.empty() ||
         std::ranges::any_of(plan.parts, [](const PartPlan& part) {
           return find_family(part.family, part.kind)->generative();
         });
}

std::string PartPlan::label() const {
  constexpr long kNamed = 3;
  if (std::ssize(columns) <= kNamed) return fmt::format("{}", fmt::join(columns, "+"));
  return fmt::format("{}+...", fmt::join(columns.begin(), columns.begin() + kNamed - 1, "+"));
}

}  // namespace priory
