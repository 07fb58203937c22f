// SPDX-License-Identifier: Apache-2.0
#include "plan/reading_rules.h"

#include <fmt/format.h>

#include "priory/plan.h"

namespace priory {

std::string as_missing(const ColumnProfile& column) {
  std::string list;
  for (const CountedSpelling& each : column.odd_spellings) {
    const bool quoted = each.text.find_first_of(",'\"") != std::string::npos;
    list += (list.empty() ? "" : ",") + (quoted ? fmt::format("\"{}\"", each.text) : each.text);
  }
  return fmt::format("‹na› '+{}'", list);
}

ReadingRules reading_rules(const PlanOptions& options) {
  ReadingRules out(options.missing);
  out.guess_missing = options.guess_missing;
  out.trim = !options.keep_spaces;
  out.decimal = options.decimal;
  out.all_settled = !options.family.empty() || !options.graph.empty();
  out.settled.insert(options.target);
  for (const ColumnType& type : options.types)
    (type.type == "date" ? out.dates : out.settled).insert(type.column);
  for (const ColumnGroup& group : options.parts)
    out.settled.insert(group.columns.begin(), group.columns.end());
  out.settled.insert(options.text.begin(), options.text.end());
  out.settled.insert(options.ignore.begin(), options.ignore.end());
  out.binned = options.target, out.bins = options.target_bins;
  return out;
}

}  // namespace priory
