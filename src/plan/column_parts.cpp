// SPDX-License-Identifier: Apache-2.0
#include "plan/column_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "family/family.h"
#include "plan/graph_parts.h"
#include "plan/infer.h"
#include "plan/make_bins.h"
#include "plan/reading_rules.h"
#include "plan/text_columns.h"
#include "plan/type_names.h"

namespace priory {
namespace {

[[noreturn]] void refuse_values(const ColumnProfile& column, const FamilyInfo& info) {
  throw Error(ErrorKind::usage,
              fmt::format("the family '{}' takes no list of values (column '{}')", info.name, column.name));
}

// The likely remedy first: missing cells where most are numbers, another family where few are.
std::string remedy_of(const ColumnProfile& column) {
  const std::string other =
      fmt::format("give the column another family (‹types› {}=categorical)", column.name);
  const bool commas = std::ranges::any_of(column.odd_spellings, [](const CountedSpelling& each) {
    const std::size_t at = each.text.find(',');
    return at != std::string::npos && each.text.find_first_not_of("0123456789.,- ") == std::string::npos;
  });
  if (commas) return "if the decimal sign is a comma: ‹decimal› ,; or " + other;
  const std::string missing = fmt::format("if such cells are missing: {}", as_missing(column));
  const bool few = 2 * column.n_numbers > column.n_present();
  return fmt::format("{}; or {}; or leave it out (‹ignore› {})", few ? missing : other, few ? other : missing,
                     column.name);
}

void check_number(const ColumnProfile& column, std::string_view family, const PlanOptions& options) {
  if (column.n_numbers == column.n_present() || options.skip_bad_rows) return;
  throw Error(
      ErrorKind::data,
      fmt::format("column '{}': {} {} no number, which the family '{}' needs", column.name, odd_cells(column),
                  column.n_present() - column.n_numbers == 1 ? "is" : "are", family),
      column.odd_place, remedy_of(column));
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

bool is_numeric(const Family* family) {
  return family != nullptr && family->info().kind == CellKind::reals;
}

// Whether the numbers of a column are counted in bins by a family of values: they are numbers by their looks,
// and nobody said otherwise.
bool in_bins(const ColumnProfile& column, const FamilyInfo& info, const FamilyChoice& choice,
             const Draft& draft) {
  if (info.kind != CellKind::codes || !choice.declared.empty() || !takes_bins(column)) return false;
  const Family* named = find_family(choice.family, CellKind::codes);
  const bool gathers = named != nullptr && named->gathers();
  if (!choice.guessed && !gathers) return false;
  const Guess looks = infer_type(column, draft.class_is_hidden);
  return is_numeric(find_family(looks.type, CellKind::reals));
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

// A column of values takes part in a network as a table.
void add_part(const ColumnProfile& column, const FamilyInfo& info, const FamilyChoice& choice, bool text,
              Draft& draft) {
  const std::vector<std::string>& declared = choice.declared;
  PartPlan part;
  part.family = info.name;
  part.kind = info.kind;
  part.columns = {column.name};
  if (text) make_text(column, part, draft);
  if (info.kind == CellKind::codes) part.declared = declared.empty() ? column.declared_values : declared;
  if (info.kind != CellKind::codes && !declared.empty()) refuse_values(column, info);
  if (info.kind == CellKind::reals) check_number(column, info.name, draft.options);
  if (info.name == "bernoulli" && !text) check_two_values(column, part);
  if (!draft.plan.structure.empty() && info.kind == CellKind::codes) make_table(part, draft);
  if (in_bins(column, info, choice, draft)) part.bins = {bins_of(column, kFineBins)};
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
  if (!in_bins(column, info, choice, draft)) return;
  part.bins.resize(part.columns.size());
  part.bins.back() = bins_of(column, kFineBins);
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

// A column with values goes where ‹structure› takes them together, and so do numbers of which nothing is
// said: by their bins.
const Family& joined(const Family& family, const ColumnProfile& column, const FamilyChoice& choice,
                     const Draft& draft) {
  const bool numbers = choice.guessed && is_numeric(&family) && takes_bins(column);
  if (family.groups() || !(numbers || family.info().kind == CellKind::codes)) return family;
  if (draft.joining() != nullptr) return *draft.joining();
  const bool table = numbers && !draft.plan.structure.empty();
  return table ? *find_family("categorical", CellKind::codes) : family;
}

}  // namespace

void add_column(const ColumnProfile& column, const FamilyChoice& choice, Draft& draft) {
  const bool text = is_text(column, choice);
  const Family& family = joined(family_for(column, choice, text), column, choice, draft);
  const FamilyInfo info = family.info();
  const bool pairs = text && takes_pairs(column, draft.options);
  const bool bins = !text && in_bins(column, info, choice, draft);
  draft.role(column, text ? fmt::format("text, {}", info.name) : std::string(info.name),
             choice.reason + (pairs  ? "; no spaces: character pairs"
                              : bins ? "; by their bins"
                                     : ""));
  if (!text && (info.kind == CellKind::bag || family.groups()))
    return add_together(column, info, choice, draft);
  if (choice.group != nullptr && choice.group->columns.size() > 1)
    throw Error(ErrorKind::usage, fmt::format("the family '{}' models one column at a time, not {}",
                                              info.name, fmt::join(choice.group->columns, "+")));
  add_part(column, info, choice, text, draft);
}

void add_date(const ColumnProfile& column, Draft& draft) {
  if (column.reading.date.empty())
    throw Error(
        ErrorKind::data,
        fmt::format("column '{}': its cells are no dates of one format: {}", column.name, odd_cells(column)),
        column.odd_place,
        fmt::format("dates are 2024-12-31, 31.12.2024, 12/31/24, RFC 3339 or seconds since 1970; or leave "
                    "it out (‹ignore› {})",
                    column.name));
  const bool day = column.reading.date != "time";
  std::vector<std::string> parts;
  if (day) parts = {"weekday", "month"};
  if (column.timed || !day) parts.emplace_back("hour");
  if (day) parts.emplace_back("trend");
  draft.role(column, "date", fmt::format("by ‹types›; {}: {}", column.reading.date, fmt::join(parts, ", ")));
  for (const std::string& part : parts) {
    ColumnProfile derived = column;
    derived.name = column.name + "." + part;
    Reading& reading = draft.plan.readings[derived.name];
    reading.date = column.reading.date, reading.missing = column.reading.missing;
    reading.from = column.name, reading.part = part;
    const FamilyChoice choice = {.family = part == "trend" ? "gaussian" : "categorical", .reason = {}};
    add_part(derived, find_families(choice.family)[0]->info(), choice, false, draft);
  }
}

}  // namespace priory
