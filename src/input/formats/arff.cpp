// SPDX-License-Identifier: Apache-2.0
#include "input/formats/arff.h"

#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "core/utf8.h"
#include "input/lines.h"

namespace priory {
namespace {

using Kind = DeclaredColumn::Kind;

constexpr const char* kOneKind = "the first row of a file says whether its rows are dense or sparse";
constexpr const char* kSparseShape = "a sparse row is: {position value, position value, ...}";

}  // namespace

ArffRecords::ArffRecords(std::vector<DeclaredColumn> columns, std::vector<std::uint32_t> map, bool sparse)
    : columns_(std::move(columns)), values_(columns_.size()), map_(std::move(map)), sparse_(sparse) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    for (const std::string& value : columns_[i].values) values_[i].insert(value);
  }
}

void ArffRecords::parse(std::string_view bytes, std::size_t first_line, Records& rows) const {
  rows.sparse = rows.absent_is_zero = sparse_;
  rows.n_columns = sparse_ ? 0 : columns_.size();
  LineCutter lines(bytes, first_line);
  while (lines.next()) {
    const std::string_view text = trim(lines.text());
    if (text.empty() || text[0] == '%') continue;
    if (sparse_) {
      parse_sparse(SparseRow(rows, lines.text(), lines.line()), rows);
    } else {
      parse_dense(lines.text(), lines.line(), rows);
    }
  }
}

void ArffRecords::parse_dense(std::string_view line, std::size_t number, Records& rows) const {
  const std::size_t base = rows.cells.size();
  std::vector<Cell> cells(columns_.size());
  Fault fault;
  if (!cut_dense(line, cells, rows, fault)) {
    rows.add_bad({place_in(rows.file, line, number, fault.offset), fault.reason, fault.remedy, line});
    return;
  }
  rows.cells.insert(rows.cells.end(), cells.begin(), cells.end());
  for (std::size_t i = 0; i < map_.size(); ++i) rows.cells[base + map_[i]] = cells[i];
  rows.record.push_back(line);
  rows.line.push_back(number);
  ++rows.n_rows;
}

bool ArffRecords::cut_dense(std::string_view line, std::vector<Cell>& cells, Records& rows,
                            Fault& fault) const {
  ArffReader reader(line);
  ArffValue value;
  std::size_t n_cells = 0;
  reader.skip_space();
  if (reader.peek() == '{') return fault = {reader.at(), "a sparse row among dense ones", kOneKind}, false;
  do {
    const bool is_read = reader.read(",", value);
    if (!is_read) return fault = {value.offset, reader.fault(), "write a quote inside a value as \\'"}, false;
    const std::size_t column = n_cells++;
    if (column < cells.size() && !make_cell(column, value, rows, cells[column], fault)) return false;
  } while (reader.take(','));
  if (n_cells == cells.size()) return true;
  fault.reason =
      fmt::format("{} cell{}, the header declares {}", n_cells, n_cells == 1 ? "" : "s", cells.size());
  fault.remedy = "quote values that hold a comma";
  return false;
}

void ArffRecords::parse_sparse(SparseRow row, Records& rows) const {
  std::vector<bool> listed(columns_.size());
  Fault fault;
  if (!cut_sparse(row, listed, rows, fault)) return row.refuse(fault.offset, fault.reason, fault.remedy);
  add_absent(row, listed);
  row.end();
}

bool ArffRecords::cut_sparse(SparseRow& row, std::vector<bool>& listed, Records& rows, Fault& fault) const {
  ArffReader reader(row.record());
  reader.skip_space();
  if (!reader.take('{')) return fault = {reader.at(), "a dense row among sparse ones", kOneKind}, false;
  reader.skip_space();
  if (reader.peek() != '}') {
    do {
      if (!add_entry(reader, row, listed, rows, fault)) return false;
    } while (reader.take(','));
  }
  const bool closed = reader.take('}');
  reader.skip_space();
  if (closed && reader.done()) return true;
  return fault = {reader.at(), closed ? "text after the closing brace" : "no closing brace", kSparseShape},
         false;
}

bool ArffRecords::add_entry(ArffReader& reader, SparseRow& row, std::vector<bool>& listed, Records& rows,
                            Fault& fault) const {
  ArffValue position, value;
  std::size_t column = 0;
  const bool is_read = reader.read(" \t,}", position);
  const char* end = position.text.data() + position.text.size();
  const auto [stop, error] = std::from_chars(position.text.data(), end, column);
  if (!is_read || error != std::errc() || stop != end || column >= columns_.size()) {
    const std::string shown = repaired_utf8(position.text);
    return fault = {position.offset, fmt::format("'{}' is no position of a column", shown), kSparseShape},
           false;
  }
  if (listed[column])
    return fault = {position.offset, fmt::format("position {} twice", column), kSparseShape}, false;
  if (!reader.read(",}", value)) return fault = {value.offset, reader.fault(), kSparseShape}, false;
  if (value.text.empty() && !value.quoted)
    return fault = {value.offset, "a value is missing", kSparseShape}, false;
  Cell cell;
  if (!make_cell(column, value, rows, cell, fault)) return false;
  listed[column] = true;
  return row.add(columns_[column].name, cell);
}

void ArffRecords::add_absent(SparseRow& row, const std::vector<bool>& listed) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (listed[i] || columns_[i].kind == Kind::numeric) continue;
    row.add(columns_[i].name,
            values_[i].empty() ? std::string_view() : std::string_view(columns_[i].values[0]), 0);
  }
}

bool ArffRecords::make_cell(std::size_t column, const ArffValue& value, Records& rows, Cell& cell,
                            Fault& fault) const {
  cell = {nullptr, 0, static_cast<std::uint32_t>(value.offset)};
  if (!value.quoted && value.text == "?") return true;
  std::string_view text = value.text;
  if (value.escaped) text = rows.keep(unescape_arff(text));
  if (!is_utf8(text)) {
    text = rows.keep(repaired_utf8(text));
    ++rows.n_bad_utf8;
  }
  cell.data = text.data();
  cell.size = static_cast<std::uint32_t>(text.size());
  const DeclaredColumn& declared = columns_[column];
  if (declared.kind != Kind::values || values_[column].find(text) != Dictionary::kAbsent) return true;
  fault.offset = value.offset;
  fault.reason = fmt::format("'{}' is not a declared value of '{}'", text, declared.name);
  fault.remedy = "declare it in the @attribute line";
  return false;
}

}  // namespace priory
