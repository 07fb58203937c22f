// SPDX-License-Identifier: Apache-2.0
// Lines that are texts, one each. A blank line is a row without a text, so that what is predicted has as many
// lines as what was read.
#include "core/utf8.h"
#include "input/formats/text_columns.h"
#include "input/lines.h"
#include "input/record_format.h"

namespace priory {
namespace {

class LineTexts : public LineRecords {
 public:
  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    const std::size_t first_cell = rows.cells.size();
    LineCutter lines(bytes, first_line);
    rows.n_columns = 1;
    while (lines.next()) {
      TextRow row(rows, lines.text(), lines.line());
      row.add(lines.text());
      row.end();
    }
    if (!is_utf8(bytes)) repair_cells(rows, first_cell);
  }
};

}  // namespace

std::optional<Head> read_lines_head(const Opening& opening) {
  Head head;
  TextColumns columns;
  columns.why_text = "each line is a text";
  head.columns = columns.declare(opening.options);
  head.records = std::make_shared<LineTexts>();
  return head;
}

}  // namespace priory
