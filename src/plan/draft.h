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

namespace priory {

template <class T>
bool is_in(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

struct Draft {
  std::span<const ColumnProfile> profile;
  const PlanOptions& options;
  std::vector<std::string> names = {};  // of all columns
  Plan plan = {};
  std::vector<const OptionValue*> used = {};  // settings that some part took

  // Where every cell is missing nothing was left out: rows with the column may come yet.
  void role(const ColumnProfile& column, std::string text, std::string reason) {
    if (text == "ignored" && column.n_present() > 0) plan.ignored.push_back(column.name);
    plan.roles.push_back({column.name, std::move(text), std::move(reason)});
  }

  void note(std::string text) { plan.notes.push_back(std::move(text)); }

  // What the user says of a column; none: nullptr.
  const ColumnType* type_of(const ColumnProfile& column) const {
    const auto at = std::ranges::find(options.types, column.name, &ColumnType::column);
    return at == options.types.end() ? nullptr : &*at;
  }

  const ColumnGroup* group_of(const std::string& column) const {
    const auto has = [&](const ColumnGroup& group) { return is_in(group.columns, column); };
    const auto at = std::ranges::find_if(options.parts, has);
    return at == options.parts.end() ? nullptr : &*at;
  }
};

}  // namespace priory
