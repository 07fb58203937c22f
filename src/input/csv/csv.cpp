// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/utf8.h"
#include "input/lines.h"

namespace priory {
namespace {

constexpr const char* kTakeOutComments =
    "if it is a comment, take the line out, or skip such rows (‹on-bad-row› skip)";
constexpr const char* kCloseQuotes = "close the quoted cell, and write a quote inside it twice";

// Exports of old spreadsheets: their cells are told by themselves, so that no other cell changes what one is.
void read_latin1(Records& rows, std::size_t first) {
  for (std::size_t i = first; i < rows.cells.size(); ++i) {
    Cell& cell = rows.cells[i];
    if (is_utf8(cell.text()) || !is_windows_1252(cell.text())) continue;
    const std::string_view text = rows.keep(from_windows_1252(cell.text()));
    cell.data = text.data();
    cell.size = static_cast<std::uint32_t>(text.size());
    ++rows.n_latin1;
  }
}

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
      rows.add_bad(complaint(record, line, rows.file));
    } else if (!is_blank(record)) {
      place_cells(cut, rows);
      rows.record.push_back(record.text);
      rows.line.push_back(line);
      ++rows.n_rows;
    }
    line += record.n_lines;
  }
  if (!is_utf8(bytes)) read_latin1(rows, first_cell), repair_cells(rows, first_cell);
}

void CsvRecords::place_cells(const std::vector<Cell>& cut, Records& rows) const {
  const std::size_t base = rows.cells.size();
  rows.cells.insert(rows.cells.end(), cut.begin(), cut.end());
  for (std::size_t i = 0; i < map_.size(); ++i) rows.cells[base + map_[i]] = cut[i];
}

// More cells than names: empty ones come from a delimiter at the end of each row.
std::string CsvRecords::remedy_of_surplus(const CutRecord& record) const {
  const std::string_view surplus = record.text.substr(record.surplus);
  if (std::ranges::all_of(surplus, [&](char c) { return c == delimiter_ || c == ' '; }))
    return fmt::format(
        "its last cell is empty: end the header with '{0}' too, or take the '{0}' at the end of rows away",
        delimiter_);
  return fmt::format("quote cells that hold the delimiter '{}'", delimiter_);
}

BadRow CsvRecords::complaint(const CutRecord& record, std::size_t line, std::string_view file) const {
  const Place fault = place_in(file, record.text, line, record.fault_at);
  if (record.fault == CsvFault::open_quote)
    return {fault, "a quote is opened and never closed", kCloseQuotes, record.text};
  if (record.fault == CsvFault::text_after_quote)
    return {fault, "text after a closing quote", kCloseQuotes, record.text};
  const std::string whole = named_ ? "the header" : "the first row";
  const std::string reason = fmt::format("{}, {} has {}", count_of(record.n_cells), whole, n_columns_);
  const bool comment = record.text.starts_with('#');
  if (record.n_cells < n_columns_)
    return {place_in(file, record.text, line, record.text.size()), reason,
            comment ? kTakeOutComments : "give every row all its cells", record.text};
  return {place_in(file, record.text, line, record.surplus), reason,
          comment ? kTakeOutComments : remedy_of_surplus(record), record.text};
}

}  // namespace priory
