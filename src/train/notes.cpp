// SPDX-License-Identifier: Apache-2.0
// What users should know of columns and rows, in the same words wherever they are told.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "priory/front_end.h"

namespace priory {

std::string left_out(const ColumnRole& role) {
  if (role.role != "ignored" || role.reason.starts_with("by ")) return "";
  return fmt::format("column '{}' is left out: {}", role.name, role.reason);
}

std::vector<std::string> doubts_about(const Plan& plan) {
  constexpr std::size_t kTold = 3;
  std::vector<std::string> out;
  std::map<std::string, std::size_t> told;
  std::map<std::string, std::vector<std::string>> others;  // by the remedy
  for (const ColumnRole& role : plan.roles) {
    for (const std::string& text : role.warnings) {
      const std::string remedy = text.substr(std::min(text.rfind("; "), text.size()));
      if (remedy.empty() || ++told[remedy] <= kTold)
        out.push_back(fmt::format("column '{}': {}", role.name, text));
      else
        others[remedy].push_back(role.name);
    }
  }
  for (const auto& [remedy, columns] : others)
    out.push_back(fmt::format("likewise in {} more {}: {}{}", columns.size(),
                              columns.size() == 1 ? "column" : "columns", fmt::join(columns, ", "), remedy));
  return out;
}

std::vector<std::string> notes_on(const ReadCounts& counts) {
  std::vector<std::string> out;
  if (counts.marked > 0)
    out.push_back(
        fmt::format("{} of {} rows could not be read: see the column 'error'", counts.marked, counts.rows));
  if (counts.latin1 > 0)
    out.push_back(fmt::format("{} {} not UTF-8 and read as Latin-1 (windows-1252)", counts.latin1,
                              counts.latin1 == 1 ? "cell is" : "cells are"));
  if (counts.skipped > 0)
    out.push_back(fmt::format("{} rows read, {} used, {} skipped; the first: {}: {}", counts.read(),
                              counts.rows, counts.skipped, counts.first_place.text(), counts.first_skipped));
  if (counts.bad_mails > 0)
    out.push_back(fmt::format("{} with broken encodings or too large: read as far as {}",
                              counts.bad_mails == 1 ? "1 mail" : fmt::format("{} mails", counts.bad_mails),
                              counts.bad_mails == 1 ? "it goes" : "they go"));
  if (counts.bad_utf8 > 0)
    out.push_back(fmt::format("{} {} with bytes that are not UTF-8: those were read as U+FFFD",
                              counts.bad_utf8, counts.bad_utf8 == 1 ? "cell" : "cells"));
  return out;
}

}  // namespace priory
