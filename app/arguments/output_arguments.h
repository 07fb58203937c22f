// SPDX-License-Identifier: Apache-2.0
// How results are written: --format and --json, for every verb that shows any.
#pragma once

#include <string>

#include "command.h"

namespace priory::app {

struct OutputArguments {
  bool json = false;
  std::string format;  // empty: as the verb does by itself

  void declare(Arguments& arguments, const std::string& json_help = "for machines");
  void check() const;
  bool as_json() const { return json || format == "json"; }

  // Anything that the library writes in all ways.
  template <class Result>
  void write(const Result& result, TextStyle style = {}) const {
    if (as_json()) return write_output(to_json(result));
    if (format == "md") return write_output(markdown_of(result));
    if (format == "csv") return write_output(to_csv(result));
    if (format == "tsv") return write_output(to_csv(result, '\t'));
    style.speller = spell_option;
    style.width = terminal_width();
    style.colour = colour_output();
    write_output(to_text(result, style));
  }

  static std::string markdown_of(const Measures& measures) { return to_markdown(measures, spell_option); }
  static std::string markdown_of(const CrossValidation& cv) { return to_markdown(cv, spell_option); }
  static std::string markdown_of(const auto& other) { return to_markdown(other); }

  bool as_rows() const { return format == "md" || format == "csv" || format == "tsv"; }
  // A table as asked for; when nothing was, for people on a terminal and CSV elsewhere.
  std::string table(const TextTable& table) const;
};

}  // namespace priory::app
