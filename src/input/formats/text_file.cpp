// SPDX-License-Identifier: Apache-2.0
// A file that is one text, in UTF-8 or with the mark of UTF-16 at its beginning. Its class is that of the
// directory it was found in; a file that was named by itself has none.
#include "bytes/charset.h"
#include "core/utf8.h"
#include "input/formats/text_columns.h"
#include "input/record_format.h"

namespace priory {
namespace {

class TextFile : public RecordFormat {
 public:
  TextFile(std::string_view label, bool with_headers, bool with_file)
      : label_(label), with_headers_(with_headers), with_file_(with_file) {}

  std::size_t whole_records(std::string_view) const override { return 0; }  // who knows what follows

  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    const std::size_t first_cell = rows.cells.size();
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) bytes = from_utf16(bytes, rows);
    TextRow row(rows, bytes, first_line);
    label_.empty() ? row.add_missing() : row.add(label_);
    row.add(bytes);
    if (with_headers_) row.add_missing();  // there are mails beside it
    if (with_file_) row.add(rows.file);
    row.end();
    if (!is_utf8(bytes) || !is_utf8(rows.file)) repair_cells(rows, first_cell);
  }

 private:
  static std::string_view from_utf16(std::string_view bytes, Records& rows) {
    bool broken = false;
    const std::string_view out = rows.keep(to_utf8(bytes, "UTF-16", broken));
    rows.n_bad_utf8 += broken;
    return out;
  }

  std::string label_;
  bool with_headers_, with_file_;
};

}  // namespace

std::optional<Head> read_text_head(const Opening& opening) {
  Head head;
  const TextColumns columns = document_columns(Format::text, opening.options);
  head.columns = columns.declare(opening.options);
  const bool with_file = head.columns.back().kind == DeclaredColumn::Kind::name;
  head.records = std::make_shared<TextFile>(opening.label, columns.headers, with_file);
  return head;
}

}  // namespace priory
