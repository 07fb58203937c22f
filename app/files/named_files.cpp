// SPDX-License-Identifier: Apache-2.0
#include "files/named_files.h"

#include <filesystem>
#include <set>

#include "command.h"

namespace priory::app {
namespace {

bool is_plain_file(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none);
}

std::vector<std::string> columns_of_data(const std::string& path) {
  const Table table = Table::open({path});
  std::vector<std::string> out = Data(table).columns();
  if (!out.empty()) return out;
  for (const ColumnProfile& column : profile(table, {}, true, 1, {}, nullptr, true))
    out.push_back(column.name);
  return out;
}

std::vector<std::string> columns_of_model(const std::string& path) {
  const Plan plan = load(path).plan();
  std::set<std::string> out;
  if (!plan.target.empty()) out.insert(plan.target);
  for (const PartPlan& part : plan.parts) out.insert(part.columns.begin(), part.columns.end());
  return {out.begin(), out.end()};
}

// What `read` makes of the first file that it can read.
template <class Read>
std::vector<std::string> first_of(const std::vector<std::string>& paths, Read&& read) {
  for (const std::string& path : paths) {
    if (!is_plain_file(path)) continue;
    try {
      return read(path);
    } catch (const Error&) {  // half-typed, or no such thing: it has nothing to offer
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> NamedFiles::columns() const {
  std::vector<std::string> out = first_of(data, columns_of_data);
  return out.empty() ? first_of(models, columns_of_model) : out;
}

std::vector<std::string> NamedFiles::classes() const {
  return first_of(models, [](const std::string& path) { return load(path).classes(); });
}

}  // namespace priory::app
