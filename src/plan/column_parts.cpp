// SPDX-License-Identifier: Apache-2.0
#include "plan/column_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "family/family.h"
#include "plan/graph_parts.h"
#include "plan/infer.h"
#include "plan/text_columns.h"
#include "plan/type_names.h"

namespace priory {
namespace {

[[noreturn]] void refuse_values(const ColumnProfile& column, const FamilyInfo& info) {
  throw Error(ErrorKind::usage,
              fmt::format("the family '{}' takes no list of values (column '{}')", info.name, column.name));
}

void check_number(const ColumnProfile& column, std::string_view family, const PlanOptions& options) {
  if (column.n_numbers == column.n_present() || options.skip_bad_rows) return;
  throw Error(ErrorKind::data,
              fmt::format("column '{}': '{}' is not a number, which the family '{}' needs", column.name,
                          column.odd, family),
              column.odd_place,
              fmt::format("give the column another family (‹types› {0}=categorical), say what is missing "
                          "(‹na›), or leave it out (‹ignore› {0})",
                          column.name));
}

void check_two_values(const ColumnProfile& column, PartPlan& part) {
  const auto zero_or_one = [](const std::string& value) { return value == "0" || value == "1"; };
  if (part.declared.empty() && std::ranges::all_of(column.examples, zero_or_one)) part.declared = {"0", "1"};
  // Of up to three values the examples are all there are; those declared need not be among them.
  const auto undeclared =
      std::ranges::count_if(column.examples, [&](const auto& value) { return !is_in(part.declared, value); });
  const std::size_t values =
      std::max(column.n_distinct, part.declared.size() + static_cast<std::size_t>(undeclared));
  if (values <= 2) return;
  throw Error(ErrorKind::data,
              fmt::format("column '{}' has {} values ({}, ...); the family 'bernoulli' takes two",
                          column.name, values, fmt::join(column.examples, ", ")),
              {}, fmt::format("use ‹types› '{0}=categorical', or leave it out (‹ignore› {0})", column.name));
}

void make_text(const ColumnProfile& column, PartPlan& part, Draft& draft) {
  part.text = true;
  part.text_options = text_options_of(column, part.family, draft.options);
  if (takes_pairs(column, draft.options))
    draft.note(
        fmt::format("column '{}' has no spaces between words: its tokens are pairs of characters; ‹tokens› "
                    "unicode takes whole runs",
                    column.name));
}

void add_part(const ColumnProfile& column, const FamilyInfo& info, bool text,
              const std::vector<std::string>& declared, Draft& draft) {
  PartPlan part;
  part.family = info.name;
  part.kind = info.kind;
  part.columns = {column.name};
  if (text) make_text(column, part, draft);
  if (info.kind == CellKind::codes) part.declared = declared.empty() ? column.declared_values : declared;
  if (info.kind != CellKind::codes && !declared.empty()) refuse_values(column, info);
  if (info.kind == CellKind::reals) check_number(column, info.name, draft.options);
  if (info.name == "bernoulli" && !text) check_two_values(column, part);
  if (!draft.options.structure.empty() && info.kind == CellKind::codes) make_table(part);
  draft.plan.parts.push_back(std::move(part));
}

// The part that the column is to join: of the same family and group. A new one if there is none yet.
PartPlan& part_to_join(const FamilyInfo& info, const ColumnGroup* group, Draft& draft) {
  std::vector<PartPlan>& parts = draft.plan.parts;
  const auto together = [&](const PartPlan& part) {
    return part.family == info.name && part.kind == info.kind && !part.text &&
           draft.group_of(part.columns[0]) == group;
  };
  const auto part = std::ranges::find_if(parts, together);
  if (part != parts.end()) return *part;
  PartPlan& out = parts.emplace_back();
  out.family = info.name;
  out.kind = info.kind;
  return out;
}

// Columns of counts under one family are one part, and so are those of a family over groups of columns.
void add_together(const ColumnProfile& column, const FamilyInfo& info, const FamilyChoice& choice,
                  Draft& draft) {
  const bool codes = info.kind == CellKind::codes;
  if (!codes) check_number(column, info.name, draft.options);
  if (!codes && !choice.declared.empty()) refuse_values(column, info);
  PartPlan& part = part_to_join(info, choice.group, draft);
  part.columns.push_back(column.name);
  if (codes) part.declared_of.push_back(choice.declared.empty() ? column.declared_values : choice.declared);
}

// Whether the column is read as texts under the family.
bool is_text(const ColumnProfile& column, const FamilyChoice& choice) {
  if (choice.text) return true;
  const bool numeric = column.n_numbers == column.n_present();
  if (numeric || find_family(choice.family, CellKind::bag) == nullptr) return false;
  return find_families(choice.family).size() == 1 || infer_type(column).type == "text";
}

const Family& family_for(const ColumnProfile& column, const FamilyChoice& choice, bool text) {
  const std::vector<const Family*> found = find_families(choice.family);
  if (found.empty()) fail_unknown_family(choice.family);
  const Family* family = text ? find_family(choice.family, CellKind::bag) : found[0];
  if (family != nullptr) return *family;
  throw Error(ErrorKind::usage,
              fmt::format("the family '{}' does not model texts (column '{}')", choice.family, column.name));
}

}  // namespace

void add_column(const ColumnProfile& column, const FamilyChoice& choice, Draft& draft) {
  const bool text = is_text(column, choice);
  const Family& family = family_for(column, choice, text);
  const FamilyInfo info = family.info();
  const bool pairs = text && takes_pairs(column, draft.options);
  draft.role(column, text ? fmt::format("text, {}", info.name) : std::string(info.name),
             choice.reason + (pairs ? "; no spaces: character pairs" : ""));
  if (!text && (info.kind == CellKind::bag || family.groups()))
    return add_together(column, info, choice, draft);
  if (choice.group != nullptr && choice.group->columns.size() > 1)
    throw Error(ErrorKind::usage, fmt::format("the family '{}' models one column at a time, not {}",
                                              info.name, fmt::join(choice.group->columns, "+")));
  add_part(column, info, text, choice.declared, draft);
}

}  // namespace priory
