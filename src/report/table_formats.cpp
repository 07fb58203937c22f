// SPDX-License-Identifier: Apache-2.0
// The table for other programs: CSV for machines, Markdown for pages.
#include "priory/report.h"

#include "report/display.h"
#include "report/table_column.h"

namespace priory {
namespace {

std::string csv_cell(const std::string& cell, char delimiter) {
  if (cell.find_first_of("\"\r\n") == std::string::npos && cell.find(delimiter) == std::string::npos)
    return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

template <class Render>
std::string joined(const Cells& cells, std::string_view separator, Render render) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += (i > 0 ? std::string(separator) : "") + render(cells[i]);
  return text;
}

}  // namespace

// CommonMark lets a backslash make any ASCII punctuation literal; that also disarms HTML and links.
std::string markdown_text(std::string_view text) {
  std::string literal;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_[]<>&|~#!").find(c) != std::string_view::npos) literal += '\\';
    literal += c;
  }
  return literal;
}

std::string csv_line(const std::vector<std::string>& cells, char delimiter) {
  const auto cell = [delimiter](const std::string& text) { return csv_cell(text, delimiter); };
  return joined(cells, {&delimiter, 1}, cell) + "\n";
}

std::string TextTable::csv(char delimiter) const {
  std::string text = csv_line(header_, delimiter);
  for (const Cells& row : rows_) text += csv_line(row, delimiter);
  return text;
}

std::string TextTable::markdown() const {
  const std::vector<TableColumn> columns = columns_of(header_, rows_);
  std::string text = "| " + joined(header_, " | ", markdown_text) + " |\n|";
  for (const TableColumn& column : columns) text += column.right ? " ---: |" : " --- |";
  text += "\n";
  for (const Cells& row : rows_) text += "| " + joined(row, " | ", markdown_text) + " |\n";
  return text;
}

}  // namespace priory
