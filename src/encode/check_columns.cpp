// SPDX-License-Identifier: Apache-2.0
#include "encode/check_columns.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rows/chunk_spec.h"

namespace priory {

namespace {

// All at once, where there are several.
void check_needed(const std::vector<std::string>& lacking, const Dictionary& names,
                  const std::string& where) {
  if (lacking.empty()) return;
  const std::vector<std::string> known(names.strings().begin(), names.strings().end());
  const std::string what = lacking.size() == 1 ? fmt::format("is no column '{}', which the model needs{}",
                                                             lacking[0], did_you_mean(lacking[0], known))
                                               : fmt::format("are no columns '{}', which the model needs",
                                                             fmt::join(lacking, "', '"));
  throw Error(ErrorKind::data, fmt::format("{}: there {}", where, what), {},
              fmt::format("the columns are: {}", fmt::join(known, ", ")));
}

}  // namespace

void check_columns(ChunkSpec& spec, const Dictionary& names, const std::string& where) {
  std::size_t next = 0;  // columns are mostly asked for in their order
  const auto check = [&](const std::string& name, std::string_view what) {
    if (next < names.size() && names[next] == name) return ++next, true;
    if (const std::uint32_t at = names.find(name); at != Dictionary::kAbsent) return next = at + 1, true;
    if (what.empty()) return false;
    throw Error(ErrorKind::data,
                fmt::format("{}: there is no column '{}', {}{}", where, name, what,
                            did_you_mean(name, {names.strings().begin(), names.strings().end()})));
  };
  const auto may_lack = [&](const std::string& name) {
    return std::binary_search(spec.optional.begin(), spec.optional.end(), name);
  };
  std::vector<std::string> lacking;
  for (const ColumnSpec& column : spec.columns) {
    for (std::size_t j = 0; j < column.names.size(); ++j) {
      const std::string& name = column.source(j);
      if (check(name, "") || may_lack(column.names[j])) continue;
      if (std::ranges::find(lacking, name) == lacking.end()) lacking.push_back(name);
    }
  }
  check_needed(lacking, names, where);
  for (const std::string& name : spec.keep) check(name, "which ‹keep› names");
  if (!spec.target.empty() && !check(spec.target, spec.target_optional ? "" : "the target"))
    spec.target.clear();
  if (!spec.weight.empty() && !check(spec.weight, spec.target_needed ? "the weight" : ""))
    spec.weight.clear();
}

std::vector<bool> wanted_columns(const ChunkSpec& spec, const std::vector<DeclaredColumn>& columns) {
  if (spec.keep_all) return {};
  std::set<std::string_view> names(spec.keep.begin(), spec.keep.end());
  names.insert(spec.target), names.insert(spec.weight);
  for (const ColumnSpec& column : spec.columns) {
    for (std::size_t j = 0; j < column.names.size(); ++j) names.insert(column.source(j));
  }
  for (const Reading* reading : {&spec.target_reading, &spec.weight_reading}) names.insert(reading->from);
  std::vector<bool> out;
  out.reserve(columns.size());
  for (const DeclaredColumn& column : columns) out.push_back(names.contains(column.name));
  return out;
}

}  // namespace priory
