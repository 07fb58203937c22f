// SPDX-License-Identifier: Apache-2.0
#include "arguments/output_arguments.h"

#include <fmt/format.h>

namespace priory::app {

void OutputArguments::declare(Arguments& arguments, const std::string& json_help) {
  arguments.flag("--json", json, json_help);
  arguments.word("--format", "NAME", format, {"text", "md", "csv", "tsv", "json"},
                 "how it is written: text, md, csv, tsv or json");
}

void OutputArguments::check() const {
  if (json && !format.empty() && format != "json")
    throw Error(ErrorKind::usage, fmt::format("--json and --format {} exclude each other", format));
}

std::string OutputArguments::table(const TextTable& table) const {
  if (format == "md") return table.markdown();
  if (format == "tsv") return table.csv('\t');
  const bool text = format == "text" || (format.empty() && terminal_output());
  return text ? table.text(terminal_width()) : table.csv();
}

}  // namespace priory::app
