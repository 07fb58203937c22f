// SPDX-License-Identifier: Apache-2.0
#include "input/columns.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "core/number.h"
#include "core/utf8.h"
#include "input/records.h"

namespace priory {
namespace {

constexpr std::size_t kMostColumns = std::size_t{1} << 18;

using Positions = std::unordered_map<std::string_view, std::uint32_t>;

Positions positions_of(const std::vector<DeclaredColumn>& columns) {
  Positions positions;
  for (std::uint32_t i = 0; i < columns.size(); ++i) positions.emplace(columns[i].name, i);
  return positions;
}

// A position that another column has for its name is not free; then the column stays without a name.
void name_by_position(std::vector<DeclaredColumn>& columns) {
  const Positions taken = positions_of(columns);
  const auto n_named = std::ranges::count_if(columns, [](const auto& each) { return !each.name.empty(); });
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string position = std::to_string(i + 1);
    if (columns[i].name.empty() && !taken.contains(position))
      columns[i].name = position, columns[i].unnamed = n_named > 0;
    if (columns[i].name.starts_with("Unnamed: ")) columns[i].unnamed = true;  // as pandas calls its index
  }
}

void refuse_duplicates(const std::vector<DeclaredColumn>& columns, const Place& place) {
  Positions positions;
  for (std::uint32_t i = 0; i < columns.size(); ++i) {
    const auto [at, is_new] = positions.emplace(columns[i].name, i);
    if (is_new) continue;
    throw Error(ErrorKind::data,
                fmt::format("columns {} and {} are both named '{}'", at->second + 1, i + 1, columns[i].name),
                place,
                parse_number(columns[i].name)
                    ? "give every column a name of its own; if the first row is data, say ‹no-header›"
                    : "give every column a name of its own");
  }
}

[[noreturn]] void fail_missing(const std::string& file, const std::string& name, const std::string& other) {
  throw Error(ErrorKind::data, fmt::format("{} has no column '{}', but {} has", file, name, other), {},
              "files read as one table need the same columns, in any order");
}

}  // namespace

void settle_names(std::vector<DeclaredColumn>& columns, const Place& place) {
  if (columns.size() > kMostColumns)
    throw Error(ErrorKind::data, fmt::format("{} columns are more than {}", columns.size(), kMostColumns),
                place,
                "give the rows in sparse form, as svmlight does; or is the delimiter another (‹delimiter›)?");
  for (DeclaredColumn& column : columns) {
    if (is_utf8(column.name)) continue;
    column.name = is_windows_1252(column.name) ? from_windows_1252(column.name) : repaired_utf8(column.name);
  }
  name_by_position(columns);
  refuse_duplicates(columns, place);
}

std::vector<std::uint32_t> column_map(const std::vector<DeclaredColumn>& table, const std::string& table_file,
                                      const std::vector<DeclaredColumn>& columns, const std::string& file) {
  const Positions in_table = positions_of(table);
  const Positions in_file = positions_of(columns);
  for (const DeclaredColumn& column : table) {
    if (!in_file.contains(column.name)) fail_missing(file, column.name, table_file);
  }
  std::vector<std::uint32_t> map;
  for (const DeclaredColumn& column : columns) {
    const auto at = in_table.find(column.name);
    if (at == in_table.end()) fail_missing(table_file, column.name, file);
    map.push_back(at->second);
  }
  if (std::is_sorted(map.begin(), map.end())) map.clear();
  return map;
}

}  // namespace priory
