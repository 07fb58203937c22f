// SPDX-License-Identifier: Apache-2.0
#include "priory/plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

#include "family/family.h"
#include "plan/averaged_parts.h"
#include "plan/column_roles.h"
#include "plan/copies.h"
#include "plan/draft.h"
#include "plan/graph_parts.h"
#include "plan/idle_options.h"
#include "plan/named_columns.h"
#include "plan/pair_parts.h"
#include "plan/part_kind.h"
#include "plan/settings.h"

namespace priory {
namespace {

constexpr std::size_t kMostCentres = 1000;

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
  plan.trim = !options.keep_spaces;
  plan.structure = draft.joining() == nullptr ? options.structure : "";
  plan.undecided = options.structure == "tan" || options.structure == "chow-liu" ||
                   options.structure == "kdb" || options.structure == "kdb-average" ||
                   options.structure == "hnb";
  plan.n_parents = options.n_parents;
  plan.open = std::ranges::any_of(
      draft.profile, [&](const ColumnProfile& each) { return each.optional && each.name != options.target; });
}

// How large a table of combinations can get, before it is made.
void note_size(const PartPlan& part, Draft& draft) {
  if (!is_combined(part) || part.columns.size() < 2 || !draft.plan.structure.empty()) return;
  if (is_gathered(part)) return note_pairs(part, draft);
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
  constexpr std::size_t kNamed = 15;
  std::string why;
  for (std::size_t k = 0; k < std::min(kNamed, draft.plan.roles.size()); ++k) {
    const ColumnRole& each = draft.plan.roles[k];
    why += fmt::format("\n  {}: {}, {}", each.name, each.role, each.reason);
  }
  if (draft.plan.roles.size() > kNamed)
    why += fmt::format("\n  and {} more", draft.plan.roles.size() - kNamed);
  const auto left_out = std::ranges::find_if(draft.profile, [&](const ColumnProfile& each) {
    return each.n_distinct > 1 && each.name != draft.options.target;
  });
  throw Error(ErrorKind::data, "no column is left to learn from" + why, {},
              left_out == draft.profile.end()
                  ? "a model needs a column besides the target that has two values or more"
                  : fmt::format("say what a column is: ‹types› '{}={}'", left_out->name,
                                left_out->n_numbers == left_out->n_present() ? "gaussian" : "categorical"));
}

// Which columns the centres of the classes are of. Where they are is still to be learnt from the rows.
void ask_for_centres(Draft& draft) {
  const std::size_t n = draft.options.n_centres;
  if (n == 0 || n > kMostCentres)
    throw Error(ErrorKind::usage, fmt::format("‹centres› is a number from 1 to {}", kMostCentres));
  if (n == 1 || draft.options.tolerant) return;
  if (!draft.plan.structure.empty() || draft.plan.undecided || draft.plan.target.empty())
    throw Error(ErrorKind::usage, "‹centres› are of classes that are known, and not beside a ‹structure›", {},
                "leave one of them out");
  for (const PartPlan& part : draft.plan.parts) {
    if (part.kind != CellKind::reals) continue;
    for (const std::string& column : part.columns) draft.plan.centres.columns.push_back(column);
  }
  if (draft.plan.centres.empty())
    throw Error(ErrorKind::data, "‹centres› are of columns of numbers, and there is none", {},
                "leave ‹centres› out");
  draft.plan.components = n;
  draft.plan.undecided = true;
}

}  // namespace

bool is_network(const Plan& plan) {
  return !plan.structure.empty() && !is_average(plan) && plan.pool.empty();
}

std::string_view kind_of(const Plan& plan) {
  if (is_network(plan)) return "network";
  return plan.target.empty() ? "mixture" : "classifier";
}

Plan make_plan(std::span<const ColumnProfile> profile, const PlanOptions& options) {
  Draft draft{profile, options};
  for (const ColumnProfile& column : profile) draft.names.push_back(column.name);
  draft.class_is_hidden =
      options.target.empty() && !(options.tolerant && std::ranges::any_of(draft.names, is_target_name));
  check_named_columns(draft);
  check_rows(draft);
  take_general_options(draft);
  for (const ColumnProfile& column : profile) place_column(column, draft);
  if (!options.graph.empty()) add_graph(draft);
  warn_of_copies(draft);
  check_structure(draft);
  check_parts(draft);
  for (PartPlan& part : draft.plan.parts) settle(part, draft);
  fit_pairs(draft);
  add_networks(draft);
  ask_for_centres(draft);
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
    return (lacks_words && !part.fixed_words) || leaves_bins(part) ||
           std::ranges::any_of(part.settings, is_auto);
  };
  return !plan.undecided && std::ranges::none_of(plan.parts, is_open);
}

bool uses_prior(const Plan& plan) {
  return plan.parts.empty() || !plan.structure.empty() ||
         std::ranges::any_of(plan.parts, [](const PartPlan& part) {
           return find_family(part.family, part.kind)->with_prior();
         });
}

std::string PartPlan::label() const {
  constexpr long kNamed = 3;
  if (std::ssize(columns) <= kNamed) return fmt::format("{}", fmt::join(columns, "+"));
  return fmt::format("{}+...", fmt::join(columns.begin(), columns.begin() + kNamed - 1, "+"));
}

}  // namespace priory
