// SPDX-License-Identifier: Apache-2.0
// fastText's lines: `__label__CLASS words ...`. As there, the label is a word that may stand anywhere in the
// line, and what is left is the text. A row has one class here: a line with several labels is bad. One
// without a label has no class, which is fine to predict. Blank lines are passed over.
#include <fmt/format.h>

#include "core/utf8.h"
#include "input/formats/text_columns.h"
#include "input/lines.h"
#include "input/record_format.h"

namespace priory {
namespace {

constexpr std::string_view kPrefix = "__label__";
constexpr std::string_view kSpace = " \t\r\f\v";

// The next word of `line` at or after `at` that is a label; empty when there is none.
std::string_view next_label(std::string_view line, std::size_t at) {
  for (at = line.find(kPrefix, at); at != std::string_view::npos; at = line.find(kPrefix, at + 1)) {
    if (at > 0 && kSpace.find(line[at - 1]) == std::string_view::npos) continue;
    return line.substr(at, line.find_first_of(kSpace, at) - at);
  }
  return {};
}

std::size_t offset_in(std::string_view line, std::string_view word) {
  return static_cast<std::size_t>(word.data() - line.data());
}

// What is left of a line without its label.
std::string_view text_without(std::string_view line, std::string_view label, Records& rows) {
  const std::size_t at = offset_in(line, label);
  const std::string_view before = trim(line.substr(0, at)), after = trim(line.substr(at + label.size()));
  if (before.empty()) return after;
  return after.empty() ? before : rows.keep(std::string(before).append(" ").append(after));
}

class FasttextRecords : public LineRecords {
 public:
  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    const std::size_t first_cell = rows.cells.size();
    LineCutter lines(bytes, first_line);
    rows.n_columns = 2;
    while (lines.next()) {
      if (!trim(lines.text()).empty()) parse_row(lines.text(), lines.line(), rows);
    }
    if (!is_utf8(bytes)) repair_cells(rows, first_cell);
  }

 private:
  static void parse_row(std::string_view line, std::size_t number, Records& rows) {
    const std::string_view label = next_label(line, 0);
    const std::size_t end = label.empty() ? line.size() : offset_in(line, label) + label.size();
    const std::string_view second = next_label(line, end);
    if (!second.empty()) return refuse(line, number, label, second, rows);
    TextRow row(rows, line, number);
    if (label.size() > kPrefix.size())
      row.add(label.substr(kPrefix.size()));
    else
      row.add_missing();
    row.add(label.empty() ? trim(line) : text_without(line, label, rows));
    row.end();
  }

  static void refuse(std::string_view line, std::size_t number, std::string_view label,
                     std::string_view second, Records& rows) {
    rows.add_bad({place_in(rows.file, line, number, offset_in(line, second)),
                  fmt::format("two labels, {} and {}", repaired_utf8(label), repaired_utf8(second)),
                  "a row has one class: write the line once for each label, or leave such rows out "
                  "(‹on-bad-row› skip)",
                  line});
  }
};

}  // namespace

std::optional<Head> read_fasttext_head(const Opening& opening) {
  Head head;
  TextColumns columns;
  columns.label = true;
  columns.why_label = "the __label__ of the line";
  columns.why_text = "the rest of the line";
  head.columns = columns.declare(opening.options);
  head.records = std::make_shared<FasttextRecords>();
  return head;
}

}  // namespace priory
