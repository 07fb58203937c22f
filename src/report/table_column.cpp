// SPDX-License-Identifier: Apache-2.0
// A column is one of numbers when every cell that is not empty is a number; its header does not count.
#include "report/table_column.h"

#include <algorithm>
#include <charconv>

#include "report/display.h"

namespace priory {
namespace {

constexpr std::size_t kLeastText = 4;  // a text cut to less says nothing

// "12", "0.5", "+0.5", "-inf", "7.1%"; "–" stands for a number that is not defined.
bool is_number(std::string_view cell) {
  if (cell == "–") return true;
  if (cell.ends_with('%')) cell.remove_suffix(1);
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  return error == std::errc() && end == cell.data() + cell.size();
}

TableColumn column_of(const std::string& head, const std::vector<Cells>& rows, std::size_t index) {
  TableColumn column;
  std::size_t widest_cell = 0;
  bool any = false, all_numbers = true;
  for (const Cells& row : rows) {
    const std::string& cell = row[index];
    widest_cell = std::max(widest_cell, display_width(cell));
    if (cell.empty()) continue;
    any = true;
    all_numbers = all_numbers && is_number(cell);
  }
  column.right = any && all_numbers;
  column.width = std::max(widest_cell, display_width(head));
  column.least = column.right ? std::max(widest_cell, std::min(column.width, kLeastText))
                              : std::min(column.width, kLeastText);
  return column;
}

}  // namespace

std::vector<TableColumn> columns_of(const Cells& header, const std::vector<Cells>& rows) {
  std::vector<TableColumn> columns;
  for (std::size_t i = 0; i < header.size(); ++i) columns.push_back(column_of(header[i], rows, i));
  return columns;
}

}  // namespace priory
