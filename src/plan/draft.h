// SPDX-License-Identifier: Apache-2.0
// A plan in the making: the profile and the options it is made from, and what has been decided so far. The
// steps of make_plan take it in turn: names, roles of columns, their parts, structure, settings.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "priory/plan.h"

#include "family/family.h"

namespace priory {

template <class T>
bool is_in(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

struct Draft {
  std::span<const ColumnProfile> profile;
  const PlanOptions& options;
  std::vector<std::string> names = {};  // of all columns
  bool class_is_hidden = false;         // no column is the class, nor looks like it where that is guessed
  Plan plan = {};
  std::vector<const OptionValue*> used = {};  // settings that some part took

  // Where every cell is missing nothing was left out: rows with the column may come yet.
  void role(const ColumnProfile& column, std::string text, std::string reason) {
    const bool ignored = text == "ignored", prose = text.starts_with("text");
    if (ignored && column.n_present() > 0) plan.ignored.push_back(column.name);
    std::vector<std::string> warnings;
    if (!ignored && !prose && !text.starts_with("date")) {
      if (!column.reading.plain()) plan.readings.emplace(column.name, column.reading);
      if (!column.reading_why.empty()) reason += "; " + column.reading_why;
    }
    if (!prose && column.n_distinct > 1) warnings = column.doubts;
    plan.roles.push_back({column.name, std::move(text), std::move(reason), std::move(warnings)});
  }
  void warn(std::string text) {
    plan.roles.back().warnings.push_back(std::move(text));
  }  // of the last column

  void note(std::string text) { plan.notes.push_back(std::move(text)); }

  // What the user says of a column; none: nullptr.
  const ColumnType* type_of(const ColumnProfile& column) const {
    const auto at = std::ranges::find(options.types, column.name, &ColumnType::column);
    return at == options.types.end() ? nullptr : &*at;
  }

  // The family that ‹structure› names, which takes all columns with values together; none: nullptr.
  const Family* joining() const {
    const Family* named = find_family(options.structure, CellKind::codes);
    return named != nullptr && named->gathers() ? named : nullptr;
  }

  // The family of which ‹structure› makes several networks that are averaged; none: nullptr.
  const Family* averaging() const {
    const Family* named = find_family(options.structure, CellKind::codes);
    return named != nullptr && named->averages() ? named : nullptr;
  }

  const ColumnGroup* group_of(const std::string& column) const {
    const auto has = [&](const ColumnGroup& group) { return is_in(group.columns, column); };
    const auto at = std::ranges::find_if(options.parts, has);
    return at == options.parts.end() ? nullptr : &*at;
  }
};

}  // namespace priory
