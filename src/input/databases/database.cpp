// SPDX-License-Identifier: Apache-2.0
#include "input/databases/database.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "priory/error.h"

#include "input/lines.h"

namespace priory {
namespace {

std::string listed(const std::vector<std::string>& all) {
  constexpr std::size_t kListed = 20;
  const std::vector<std::string> first(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kListed)));
  return fmt::format("{}{}", fmt::join(first, ", "), all.size() > kListed ? ", …" : "");
}

}  // namespace

std::unique_ptr<Database> open_database(const DatabaseAddress& address, const ReadOptions& options) {
  switch (address.engine) {
    case Format::duckdb:
      return open_duckdb(address, options);
    case Format::postgresql:
      return open_postgresql(address, options);
    default:
      return open_sqlite(address, options);
  }
}

std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

std::string without_semicolon(std::string_view sql) {
  const std::size_t last = sql.find_last_not_of("; \t\r\n");
  return std::string(sql.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

std::string chosen_table(const std::string& asked, const std::vector<std::string>& all,
                         const std::string& database) {
  if (all.empty()) throw Error(ErrorKind::data, fmt::format("{} has no table", database));
  if (asked.empty() && all.size() == 1) return all[0];
  if (asked.empty())
    throw Error(ErrorKind::usage, fmt::format("{} has {} tables: {}", database, all.size(), listed(all)), {},
                fmt::format("say which, as in '{}#{}', or give a query (‹sql›)", database, all[0]));
  for (const std::string& table : all) {
    if (table == asked) return table;
  }
  for (const std::string& table : all) {
    if (equal_ignoring_case(table, asked)) return table;
  }
  throw Error(ErrorKind::usage,
              fmt::format("{} has no table '{}'{}", database, asked, did_you_mean(asked, all)), {},
              "its tables are: " + listed(all));
}

void refuse_statement(const std::string& why) {
  throw Error(ErrorKind::usage, "‹sql› is one SELECT, and nothing else is run: " + why);
}

}  // namespace priory
