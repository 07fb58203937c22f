// SPDX-License-Identifier: Apache-2.0
// JSON Lines: one object a line. Nested objects are flattened, `{"a": {"b": 1}}` has a column `a.b`; an array
// of scalars is one cell, its elements joined by spaces (nulls left out), any other array is one cell of
// JSON. Numbers keep their spelling, strings are unescaped, null is a missing cell. Blank lines are passed
// over.
#include <fmt/format.h>
#include <simdjson.h>
#include <utility>

#include "core/utf8.h"
#include "input/formats/json_walk.h"
#include "input/lines.h"
#include "input/record_format.h"

namespace priory {
namespace {

static_assert(kPadding >= simdjson::SIMDJSON_PADDING);

class JsonlRecords : public LineRecords {
 public:
  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    rows.sparse = true;
    simdjson::dom::parser parser;
    const bool is_clean = is_utf8(bytes);
    LineCutter lines(bytes, first_line);
    while (lines.next()) {
      const std::string_view text = lines.text();
      if (trim(text).empty()) continue;
      if (is_clean || is_utf8(text)) {
        parse_row(SparseRow(rows, text, lines.line()), parser, rows);
      } else {
        parse_repaired(text, lines.line(), parser, rows);
      }
    }
  }

 private:
  static void parse_row(SparseRow row, simdjson::dom::parser& parser, Records& rows) {
    const std::string_view text = row.record();
    const auto parsed = parser.parse(text.data(), text.size(), false);
    if (parsed.error() == simdjson::NUMBER_ERROR) {
      return row.refuse(0, "a number is malformed or too large", "write numbers beyond 64 bits as strings");
    }
    if (parsed.error() != simdjson::SUCCESS) {
      return row.refuse(0, fmt::format("not JSON: {}", simdjson::error_message(parsed.error())),
                        "every line must be one JSON object");
    }
    if (!parsed.is_object()) return row.refuse(0, "not a JSON object", "every line must be one JSON object");
    JsonWalk walk(text, row, rows);
    if (walk.run()) return row.end();
    row.refuse(walk.offset(), fmt::format("the key '{}' comes twice", walk.twice()), "give every key once");
  }

  // simdjson takes no ill-formed UTF-8, so the line is repaired as a whole; the cells repaired are those
  // that now hold a replacement character.
  static void parse_repaired(std::string_view text, std::size_t line, simdjson::dom::parser& parser,
                             Records& rows) {
    std::string repaired = repaired_utf8(text);
    const std::size_t size = repaired.size();
    const std::string_view padded = rows.keep(std::move(repaired.append(kPadding, ' ')));
    const std::size_t first = rows.cells.size();
    parse_row(SparseRow(rows, padded.substr(0, size), line), parser, rows);
    for (std::size_t i = first; i < rows.cells.size(); ++i) {
      if (rows.cells[i].text().find(kReplacementUtf8) != std::string_view::npos) ++rows.n_bad_utf8;
    }
  }
};

}  // namespace

std::optional<Head> read_jsonl_head(const Opening&) {
  Head head;
  head.sparse = true;
  head.records = std::make_shared<JsonlRecords>();
  return head;
}

}  // namespace priory
