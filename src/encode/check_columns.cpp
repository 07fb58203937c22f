// SPDX-License-Identifier: Apache-2.0
#include "encode/check_columns.h"

#include <algorithm>
#include <fmt/format.h>

namespace priory {

void check_columns(ChunkSpec& spec, const Dictionary& names, const std::string& where) {
  const auto check = [&](const std::string& name, std::string_view what) {
    if (names.find(name) != Dictionary::kAbsent) return true;
    if (what.empty()) return false;
    throw Error(ErrorKind::data,
                fmt::format("{}: there is no column '{}', {}{}", where, name, what,
                            did_you_mean(name, {names.strings().begin(), names.strings().end()})));
  };
  const auto may_lack = [&](const std::string& name) {
    return std::binary_search(spec.optional.begin(), spec.optional.end(), name);
  };
  for (const ColumnSpec& column : spec.columns) {
    for (const std::string& name : column.names) check(name, may_lack(name) ? "" : "which the model needs");
  }
  for (const std::string& name : spec.keep) check(name, "which ‹keep› names");
  if (!spec.target.empty() && !check(spec.target, spec.target_optional ? "" : "the target"))
    spec.target.clear();
  if (!spec.weight.empty() && !check(spec.weight, spec.target_needed ? "the weight" : ""))
    spec.weight.clear();
}

}  // namespace priory
