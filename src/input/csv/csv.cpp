// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv.h"

#include <fmt/format.h>
#include <utility>

#include "core/utf8.h"
#include "input/lines.h"

namespace priory {
namespace {

constexpr const char* kCloseQuotes = "close the quoted cell, and write a quote inside it twice";

std::string count_of(std::size_t n) {
  return n == 1 ? "1 cell" : fmt::format("{} cells", n);
}

}  // namespace

CsvRecords::CsvRecords(char delimiter, std::size_t n_columns, std::vector<std::uint32_t> map, bool named)
    : delimiter_(delimiter), n_columns_(n_columns), map_(std::move(map)), named_(named) {}

std::size_t CsvRecords::whole_records(std::string_view bytes) const {
  return whole_csv_records(bytes, delimiter_);
}

std::uint8_t CsvRecords::state_after(std::uint8_t state, std::string_view bytes) const {
  return csv_state_after(state, bytes, delimiter_);
}

std::size_t CsvRecords::first_record(std::uint8_t state, std::string_view bytes) const {
  return first_csv_record(state, bytes, delimiter_);
}

void CsvRecords::parse(std::string_view bytes, std::size_t first_line, Records& rows) const {
  rows.n_columns = n_columns_;
  const std::size_t first_cell = rows.cells.size();
  std::size_t line = first_line;
  std::vector<Cell> cut(n_columns_);
  for (CsvCutter cutter(bytes, delimiter_); !cutter.done();) {
    const CutRecord record = cutter.next(cut, rows.arena);
    if (record.fault != CsvFault::none || (record.n_cells != n_columns_ && !is_blank(record))) {
      rows.bad.push_back(complaint(record, line, rows.file));
    } else if (!is_blank(record)) {
      place_cells(cut, rows);
      rows.record.push_back(record.text);
      rows.line.push_back(line);
      ++rows.n_rows;
    }
    line += record.n_lines;
  }
  if (!is_utf8(bytes)) repair_cells(rows, first_cell);
}

void CsvRecords::place_cells(const std::vector<Cell>& cut, Records& rows) const {
  const std::size_t base = rows.cells.size();
  rows.cells.insert(rows.cells.end(), cut.begin(), cut.end());
  for (std::size_t i = 0; i < map_.size(); ++i) rows.cells[base + map_[i]] = cut[i];
}

BadRow CsvRecords::complaint(const CutRecord& record, std::size_t line, std::string_view file) const {
  const Place fault = place_in(file, record.text, line, record.fault_at);
  if (record.fault == CsvFault::open_quote)
    return {fault, "a quote is opened and never closed", kCloseQuotes, record.text};
  if (record.fault == CsvFault::text_after_quote)
    return {fault, "text after a closing quote", kCloseQuotes, record.text};
  const std::string whole = named_ ? "the header" : "the first row";
  const std::string reason = fmt::format("{}, {} has {}", count_of(record.n_cells), whole, n_columns_);
  if (record.n_cells < n_columns_)
    return {place_in(file, record.text, line, record.text.size()), reason, "give every row all its cells",
            record.text};
  const std::string remedy = fmt::format("quote cells that hold the delimiter '{}'", delimiter_);
  return {place_in(file, record.text, line, record.surplus), reason, remedy, record.text};
}

}  // namespace priory
