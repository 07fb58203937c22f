// SPDX-License-Identifier: Apache-2.0
#include "plan/column_roles.h"

#include <algorithm>
#include <fmt/format.h>

#include "family/family.h"
#include "plan/column_parts.h"
#include "plan/graph_parts.h"
#include "plan/infer.h"
#include "plan/reading_rules.h"
#include "plan/type_names.h"

namespace priory {
namespace {

// For looking only: which column is meant to be the class, when the user has not said.
bool guesses_target(const ColumnProfile& column, const Draft& draft) {
  const auto is_target = [](const ColumnRole& each) { return each.role == "target"; };
  return draft.options.tolerant && draft.options.target.empty() && is_target_name(column.name) &&
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
  if (name == "date") return add_date(column, draft);
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

void warn_alike(const ColumnProfile& column, std::string_view what, Draft& draft) {
  if (column.alike.empty() || draft.plan.roles.back().role.starts_with("text")) return;
  draft.warn(
      fmt::format("{} that differ by case or accents only stay apart: {}; spell them alike in the file "
                  "if they are one",
                  what, fmt::join(column.alike, "; ")));
}

// --family is for all columns, but for ids.
void place_by_family(const ColumnProfile& column, const Guess& guess, Draft& draft) {
  const std::string& family = draft.options.family;
  if (guess.type == "text" && find_family(family, CellKind::bag) != nullptr)
    return add_text(column, "by ‹family›; " + guess.reason, draft);
  add_column(column, {.family = family, .reason = "by ‹family›"}, draft);
}

[[noreturn]] void fail_doubtful(const ColumnProfile& column, const Guess& guess) {
  if (column.odd == column.name)
    throw Error(
        ErrorKind::data, fmt::format("the header stands here again: column '{}'", column.name),
        column.odd_place,
        "take the line out; or name the files that were put together one by one, each with its header");
  throw Error(ErrorKind::data, fmt::format("column '{}': {}", column.name, guess.reason), column.odd_place,
              fmt::format("if such cells are missing: {0}; else say what the column is (‹types› "
                          "{1}=categorical), or leave it out (‹ignore› {1})",
                          as_missing(column), column.name));
}

void place_inferred(const ColumnProfile& column, Draft& draft) {
  const Guess guess = infer_type(column, draft.class_is_hidden);
  if (!draft.options.family.empty() && !guess.id) return place_by_family(column, guess, draft);
  if (guess.doubtful && !draft.options.tolerant) fail_doubtful(column, guess);
  if (guess.type == "ignore") return draft.role(column, "ignored", guess.reason);
  if (guess.type == "text") return add_text(column, guess.reason, draft);
  add_column(column, {.family = guess.type, .reason = guess.reason, .guessed = true}, draft);
  if (!guess.warning.empty()) draft.warn(guess.warning);
  warn_alike(column, "values", draft);
}

// A class for nearly every row: an id, or the wrong column. With more classes than two thirds of the rows,
// most have one row; the number of classes can be an estimate.
void warn_of_single_rows(const ColumnProfile& column, Draft& draft) {
  constexpr std::size_t kFewClasses = 20;
  if (column.n_distinct <= kFewClasses || 4 * column.n_distinct <= 3 * column.n_present()) return;
  draft.warn(fmt::format("{} classes in {} rows: most have one row only, too few to learn from; {}",
                         column.n_distinct, column.n_present(),
                         column.n_numbers == column.n_present()
                             ? "cut its numbers into classes: ‹target-bins› 5"
                             : "is it the right column?"));
}

// A class for nearly every row: what is wanted is a number.
void check_classes(const ColumnProfile& column, Draft& draft) {
  constexpr std::size_t kMostClasses = 50, kRowsAClass = 5;
  if (!column.reading.borders.empty()) return;
  if (column.n_numbers < column.n_present() || column.n_distinct <= kMostClasses)
    return warn_of_single_rows(column, draft);
  if (kRowsAClass * column.n_distinct <= column.n_present()) return;
  const std::string what =
      fmt::format("the target '{}' has {} different numbers in {} rows: predicting a number is regression",
                  column.name, column.n_distinct, column.n_present());
  const std::string remedy = "cut it into classes of about as many rows: ‹target-bins› 5";
  if (!draft.options.tolerant) throw Error(ErrorKind::data, what, {}, remedy);
  draft.warn(what + "; " + remedy);
}

void place_target(const ColumnProfile& column, std::string reason, Draft& draft) {
  if (!column.reading.borders.empty()) reason += fmt::format("; {} bins", column.reading.borders.size() + 1);
  draft.role(column, "target", std::move(reason));
  check_classes(column, draft);
  warn_alike(column, "classes", draft);
}

}  // namespace

bool is_target_name(std::string_view name) {
  static constexpr std::string_view kNames[] = {"class", "label", "target", "y", "category"};
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::any_of(
      kNames, [&](std::string_view each) { return std::ranges::equal(name, each, {}, lower); });
}

void place_column(const ColumnProfile& column, Draft& draft) {
  const PlanOptions& options = draft.options;
  const ColumnType* type = draft.type_of(column);
  if (column.name == options.target)
    return place_target(column, column.declared_target ? column.declared_why : "by ‹target›", draft);
  if (guesses_target(column, draft))
    return place_target(column, "its name says so; train wants ‹target›", draft);
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
