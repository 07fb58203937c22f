// SPDX-License-Identifier: Apache-2.0
#include "plan/copies.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <string_view>

namespace priory {
namespace {

constexpr std::size_t kFewEqualRows = 10;  // below, equal columns mean nothing

bool is_feature(const ColumnRole& role) {
  return role.role != "target" && role.role != "weight" && role.role != "ignored";
}

// What a column says that the target says already; empty: nothing.
std::string leak_text(const ColumnProfile& column, const ColumnProfile& target) {
  constexpr std::string_view kWorthless = "and a model judged with it is worth nothing; leave it out";
  if (column.fingerprint == target.fingerprint)
    return fmt::format("a LEAK: in every row it is the target '{}' itself, {}: ‹ignore› {}", target.name,
                       kWorthless, column.name);
  if (column.grouping == 0 || column.grouping != target.grouping) return {};
  return fmt::format("a LEAK: each of its values stands for one class of the target '{}', {}: ‹ignore› {}",
                     target.name, kWorthless, column.name);
}

// Columns with the same cells, and those with other values in the same rows.
class Copies {
 public:
  // What the column repeats of an earlier one; empty: nothing. Texts are more than a name of their rows.
  std::string text(const ColumnProfile& column, bool is_text) {
    constexpr std::string_view kTwice = "so that what it says counts twice; leave it out";
    const auto [equal, is_new] = equal_.emplace(column.fingerprint, column.name);
    if (!is_new)
      return fmt::format("a copy of column '{}', {}: ‹ignore› {}", equal->second, kTwice, column.name);
    if (is_text || column.grouping == 0) return {};
    const auto [alike, is_other] = alike_.emplace(column.grouping, column.name);
    if (is_other) return {};
    return fmt::format("column '{}' with other values in the same rows, {}: ‹ignore› {}", alike->second,
                       kTwice, column.name);
  }

 private:
  std::map<std::uint64_t, std::string> equal_, alike_;
};

}  // namespace

void warn_of_copies(Draft& draft) {
  const std::span<const ColumnProfile> columns = draft.profile;
  std::vector<ColumnRole>& roles = draft.plan.roles;
  if (columns.empty() || columns[0].n_rows < kFewEqualRows || roles.size() != columns.size()) return;
  const auto is_target = [&](const ColumnProfile& each) {
    return roles[static_cast<std::size_t>(&each - columns.data())].role == "target";
  };
  const auto target = std::ranges::find_if(columns, is_target);
  Copies copies;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ColumnProfile& column = columns[k];
    if (!is_feature(roles[k]) || column.n_distinct < 2 || column.sparse) continue;
    const std::string copy = copies.text(column, roles[k].role.starts_with("text"));
    const std::string leak = target == columns.end() ? "" : leak_text(column, *target);
    if (!leak.empty() || !copy.empty()) roles[k].warnings.push_back(leak.empty() ? copy : leak);
  }
}

}  // namespace priory
