// SPDX-License-Identifier: Apache-2.0
// The head of a CSV file: its delimiter and the names of its columns. Blank lines before the header are
// passed over. Without a header the first record tells how many columns there are, and is a row as well.
#include <fmt/format.h>
#include <utility>

#include "input/columns.h"
#include "input/csv/csv.h"
#include "input/csv/csv_delimiter.h"
#include "input/detect.h"
#include "input/lines.h"

namespace priory {
namespace {

void check_delimiter(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x80 && code != 0 && c != '"' && c != '\n' && c != '\r') return;
  throw Error(ErrorKind::usage, "the delimiter must be one ASCII character, no quote and no line end");
}

bool is_tab_separated(std::string_view name) {
  name = unpacked_name(name);
  return name.size() >= 4 && equal_ignoring_case(name.substr(name.size() - 4), ".tsv");
}

// What was given, what the ending says, what the other files have if it fits, what the records look like.
char delimiter_of(const Opening& opening, const CsvSample& sample) {
  if (opening.options.delimiter) return *opening.options.delimiter;
  if (is_tab_separated(opening.file)) return '\t';
  if (opening.first == nullptr) return find_delimiter(sample);
  const char usual = opening.first->delimiter;
  const bool fits = first_width(sample.records(usual), usual) == opening.first->columns.size();
  return fits ? usual : find_delimiter(sample);
}

struct Header {
  std::vector<Cell> cells;
  std::deque<std::string> arena;
  std::size_t size = 0;  // with the blank lines before it
  std::size_t line = 1;
};

void check_faults(const CutRecord& record, const Header& header, const std::string& file) {
  if (record.fault == CsvFault::none) return;
  const bool open = record.fault == CsvFault::open_quote;
  throw Error(ErrorKind::data, open ? "a quote is opened and never closed" : "text after a closing quote",
              place_in(file, record.text, header.line, record.fault_at),
              "close the quoted cell, and write a quote inside it twice");
}

Header cut_header(std::string_view records, char delimiter, const std::string& file) {
  Header header;
  header.cells.resize(first_width(records, delimiter));
  CsvCutter cutter(records, delimiter);
  while (!cutter.done()) {
    const CutRecord record = cutter.next(header.cells, header.arena);
    if (record.text.empty()) {
      ++header.line;
      continue;
    }
    check_faults(record, header, file);
    header.size = records.size() - cutter.left();
    return header;
  }
  throw Error(ErrorKind::data, "no header: the file is empty", {file, 0, 0});
}

std::vector<DeclaredColumn> columns_of(const Header& header, bool named, const Place& place) {
  std::vector<DeclaredColumn> columns(header.cells.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = named ? std::string(header.cells[i].text()) : std::to_string(i + 1);
  }
  settle_names(columns, place);
  return columns;
}

std::vector<std::uint32_t> map_to_table(const Opening& opening, const std::vector<DeclaredColumn>& columns) {
  if (opening.first == nullptr) return {};
  const Head& first = *opening.first;
  if (!opening.options.header && first.columns.size() != columns.size()) {
    throw Error(ErrorKind::data, fmt::format("{} has {} columns, but {} has {}", opening.file, columns.size(),
                                             first.file, first.columns.size()));
  }
  return column_map(first.columns, first.file, columns, opening.file);
}

}  // namespace

std::optional<Head> read_csv_head(const Opening& opening) {
  if (opening.options.delimiter) check_delimiter(*opening.options.delimiter);
  const CsvSample sample{opening.bytes, opening.whole};
  const bool named = opening.options.header;
  Head head;
  head.delimiter = delimiter_of(opening, sample);
  const std::string_view records = sample.records(head.delimiter);
  if (!opening.whole && first_width(records, head.delimiter) == 0) return std::nullopt;
  const Header header = cut_header(records, head.delimiter, opening.file);
  head.columns = columns_of(header, named, {opening.file, header.line, 0});
  head.size = named ? header.size : 0;
  head.records = std::make_shared<CsvRecords>(head.delimiter, head.columns.size(),
                                              map_to_table(opening, head.columns), named);
  return head;
}

}  // namespace priory
