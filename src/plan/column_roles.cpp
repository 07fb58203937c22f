// SPDX-License-Identifier: Apache-2.0
#include "plan/column_roles.h"

#include <algorithm>
#include <fmt/format.h>

#include "family/family.h"
#include "plan/column_parts.h"
#include "plan/graph_parts.h"
#include "plan/infer.h"
#include "plan/type_names.h"

namespace priory {
namespace {

// For looking only: which column is meant to be the class, when the user has not said.
bool guesses_target(const ColumnProfile& column, const Draft& draft) {
  static const std::vector<std::string> kNames = {"class",  "Class",  "label", "Label",
                                                  "target", "Target", "y",     "category"};
  const auto is_target = [](const ColumnRole& each) { return each.role == "target"; };
  return draft.options.tolerant && draft.options.target.empty() && is_in(kNames, column.name) &&
         std::ranges::none_of(draft.plan.roles, is_target);
}

// The family that --family names if it takes texts, else multinomial.
void add_text(const ColumnProfile& column, const std::string& reason, Draft& draft) {
  const std::string& family = draft.options.family;
  const bool given = find_family(family, CellKind::bag) != nullptr;
  if (!given && !family.empty() && !find_families(family).empty())
    draft.note(
        fmt::format("‹family› {} does not model texts: column '{}' is multinomial", family, column.name));
  add_column(column, {.family = given ? family : "multinomial", .reason = reason, .text = true}, draft);
}

void place_weight(const ColumnProfile& column, Draft& draft) {
  std::string& weight = draft.plan.weight;
  if (!weight.empty())
    throw Error(ErrorKind::usage,
                fmt::format("two columns are the weight: '{}' and '{}'", weight, column.name));
  weight = column.name;
  draft.role(column, "weight", "by ‹types›");
}

void place_typed(const ColumnProfile& column, const ColumnType& type, Draft& draft) {
  const std::string& name = family_meant(type.type);
  if (name == "ignore") return draft.role(column, "ignored", "by ‹types›");
  if (name == "weight") return place_weight(column, draft);
  if (name == "text") return add_text(column, "by ‹types›", draft);
  if (find_families(name).empty()) fail_unknown_type(name);
  add_column(column,
             {.family = name,
              .reason = "by ‹types›",
              .text = is_in(draft.options.text, column.name),
              .declared = type.values},
             draft);
}

void place_grouped(const ColumnProfile& column, const ColumnGroup& group, Draft& draft) {
  add_column(column,
             {.family = group.family,
              .reason = "by ‹parts›",
              .text = is_in(draft.options.text, column.name),
              .group = &group},
             draft);
}

// What the input is sure of. A class that nobody asked for must not become a feature.
void place_declared(const ColumnProfile& column, Draft& draft) {
  if (column.declared_text) return add_text(column, column.declared_why, draft);
  if (column.declared_target) return draft.role(column, "ignored", "it is the class: " + column.declared_why);
  draft.role(column, "ignored", column.declared_why);
}

// --family is for all columns, but for ids.
void place_by_family(const ColumnProfile& column, const Guess& guess, Draft& draft) {
  const std::string& family = draft.options.family;
  if (guess.type == "text" && find_family(family, CellKind::bag) != nullptr)
    return add_text(column, "by ‹family›; " + guess.reason, draft);
  add_column(column, {.family = family, .reason = "by ‹family›"}, draft);
}

[[noreturn]] void fail_doubtful(const ColumnProfile& column, const Guess& guess) {
  throw Error(ErrorKind::data, fmt::format("column '{}': {}", column.name, guess.reason), column.odd_place,
              fmt::format("say what it is (‹types› {0}=categorical), what is missing (‹na›), or leave it "
                          "out (‹ignore› {0})",
                          column.name));
}

void place_inferred(const ColumnProfile& column, Draft& draft) {
  const Guess guess = infer_type(column);
  if (!draft.options.family.empty() && !guess.id) return place_by_family(column, guess, draft);
  if (guess.doubtful && !draft.options.tolerant) fail_doubtful(column, guess);
  if (guess.type == "ignore") return draft.role(column, "ignored", guess.reason);
  if (guess.type == "text") return add_text(column, guess.reason, draft);
  add_column(column, {.family = guess.type, .reason = guess.reason}, draft);
}

}  // namespace

void place_column(const ColumnProfile& column, Draft& draft) {
  const PlanOptions& options = draft.options;
  const ColumnType* type = draft.type_of(column);
  if (column.name == options.target)
    return draft.role(column, "target", column.declared_target ? column.declared_why : "by ‹target›");
  if (guesses_target(column, draft))
    return draft.role(column, "target", "its name says so; train wants ‹target›");
  if (is_in(options.ignore, column.name)) return draft.role(column, "ignored", "by ‹ignore›");
  if (type != nullptr && type->type == "weight") return place_weight(column, draft);
  if (!options.graph.empty()) return place_in_graph(column, draft);
  if (type != nullptr) return place_typed(column, *type, draft);
  if (const ColumnGroup* group = draft.group_of(column.name)) return place_grouped(column, *group, draft);
  if (is_in(options.text, column.name)) return add_text(column, "by ‹text›", draft);
  if (column.declared_why.empty()) return place_inferred(column, draft);
  place_declared(column, draft);
}

}  // namespace priory
