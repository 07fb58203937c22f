// SPDX-License-Identifier: Apache-2.0
// The table on a terminal. Where it is too wide, texts give way; numbers never do.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "priory/error.h"
#include "priory/report.h"

#include "report/display.h"
#include "report/table_column.h"

namespace priory {
namespace {

constexpr std::string_view kGap = "  ";

template <class Width>
std::size_t total(const std::vector<TableColumn>& columns, Width width) {
  std::size_t sum = columns.empty() ? 0 : kGap.size() * (columns.size() - 1);
  for (const TableColumn& column : columns) sum += column.*width;
  return sum;
}

// Takes from the widest column that may still shrink, one step at a time.
void shrink(std::vector<TableColumn>& columns, std::size_t width) {
  for (std::size_t used = total(columns, &TableColumn::width); used > width; --used) {
    const auto room = [](const TableColumn& c) { return c.width > c.least ? c.width : 0; };
    const auto widest = std::max_element(columns.begin(), columns.end(),
                                         [&](const auto& a, const auto& b) { return room(a) < room(b); });
    if (room(*widest) == 0) return;
    --widest->width;
  }
}

// Blue for what is right, orange for what is wrong: a pair that every kind of colour vision tells apart. From
// the palette of 256 colours, each with black or white upon it.
std::string on_colour(const std::string& text, double depth) {
  static constexpr std::array<int, 6> kBlues = {195, 153, 111, 69, 27, 19},
                                      kOranges = {230, 223, 216, 209, 202, 130};
  const auto step = static_cast<std::size_t>(std::min(5.0, std::abs(depth) * 6));
  const int ground = (depth > 0 ? kBlues : kOranges)[step];
  return fmt::format("\x1b[38;5;{};48;5;{}m{}\x1b[0m", step < 3 ? 16 : 231, ground, text);
}

// `depth` of a column is its shade; 0: none.
template <class Depth>
std::string line(const Cells& cells, const std::vector<TableColumn>& columns, Depth depth) {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string cell = truncated(cells[i], columns[i].width);
    const std::string padding(columns[i].width - display_width(cell), ' ');
    if (i > 0) text += kGap;
    const std::string padded = columns[i].right ? padding + cell : cell + padding;
    text += depth(i) == 0 ? padded : on_colour(padded, depth(i));
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

// Takes a line of at most `width` columns off the front of a text, at a space where there is one.
std::string take_line(std::string& text, std::size_t width) {
  std::string out = text;
  while (display_width(out) > width) {
    const std::size_t space = out.rfind(' ');
    if (space == std::string::npos) {
      out = truncated(text, width);
      text.clear();
      return out;
    }
    out.resize(space);
  }
  text.erase(0, std::min(out.size() + 1, text.size()));
  return out;
}

Cells shown(const Cells& cells) {
  Cells result;
  for (const std::string& cell : cells) result.push_back(printable(cell));
  return result;
}

std::vector<Cells> shown(const std::vector<Cells>& rows) {
  std::vector<Cells> result;
  result.reserve(rows.size());
  for (const Cells& row : rows) result.push_back(shown(row));
  return result;
}

}  // namespace

void TextTable::add_row(std::vector<std::string> cells) {
  if (cells.size() != header_.size())
    throw Error(ErrorKind::usage, "a row of a table is not as wide as its header");
  rows_.push_back(std::move(cells));
}

void TextTable::shade(std::size_t column, double depth) {
  shades_[{rows_.size() - 1, column}] = depth;
}

std::size_t TextTable::least_width() const {
  return total(columns_of(shown(header_), shown(rows_)), &TableColumn::least);
}

std::size_t TextTable::full_width() const {
  return total(columns_of(shown(header_), shown(rows_)), &TableColumn::width);
}

std::string TextTable::text(std::size_t width, bool colour) const {
  const Cells header = shown(header_);
  const std::vector<Cells> rows = shown(rows_);
  std::vector<TableColumn> columns = columns_of(header, rows);
  constexpr std::size_t kLeastLine = 24;  // a wrapped text in shorter lines is hard to read
  if (wrapped_) columns[*wrapped_].least = std::min(columns[*wrapped_].width, kLeastLine);
  shrink(columns, width);
  std::string text = line(header, columns, [](std::size_t) { return 0.0; });
  for (std::size_t i = 0, n = total(columns, &TableColumn::width); i < n; ++i) text += "─";
  text += "\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto depth = [&](std::size_t column) {
      const auto at = shades_.find({r, column});
      return !colour || at == shades_.end() ? 0.0 : at->second;
    };
    if (!wrapped_) {
      text += line(rows[r], columns, depth);
      continue;
    }
    Cells cells = rows[r];
    std::string rest = cells[*wrapped_];
    do {
      cells[*wrapped_] = take_line(rest, columns[*wrapped_].width);
      text += line(cells, columns, depth);
      cells.assign(cells.size(), "");
    } while (!rest.empty());
  }
  return text;
}

}  // namespace priory
