// SPDX-License-Identifier: Apache-2.0
// The table for other programs: CSV for machines, Markdown for pages.
#include "priory/report.h"

#include "report/display.h"
#include "report/table_column.h"

namespace priory {
namespace {

std::string csv_cell(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// CommonMark lets a backslash make any ASCII punctuation literal; that also disarms HTML and links.
std::string markdown_cell(const std::string& cell) {
  std::string literal;
  for (const char c : printable(cell)) {
    if (std::string_view("\\`*_[]<>&|~#!").find(c) != std::string_view::npos) literal += '\\';
    literal += c;
  }
  return literal;
}

template <class Render>
std::string joined(const Cells& cells, std::string_view separator, Render render) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += (i > 0 ? std::string(separator) : "") + render(cells[i]);
  return text;
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  return joined(cells, ",", csv_cell) + "\n";
}

std::string TextTable::csv() const {
  std::string text = csv_line(header_);
  for (const Cells& row : rows_) text += csv_line(row);
  return text;
}

std::string TextTable::markdown() const {
  const std::vector<TableColumn> columns = columns_of(header_, rows_);
  std::string text = "| " + joined(header_, " | ", markdown_cell) + " |\n|";
  for (const TableColumn& column : columns) text += column.right ? " ---: |" : " --- |";
  text += "\n";
  for (const Cells& row : rows_) text += "| " + joined(row, " | ", markdown_cell) + " |\n";
  return text;
}

}  // namespace priory
