// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv_doubts.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <unordered_set>
#include <vector>

#include "core/date.h"
#include "core/number.h"
#include "core/number_reading.h"
#include "core/spellings.h"
#include "input/csv/csv_cut.h"

namespace priory {
namespace {

constexpr std::size_t kHeadRecords = 60;  // records
constexpr std::size_t kMostLabels = 3, kLeastRows = 8;

struct HeadRecords {
  std::deque<std::string> arena;
  std::vector<std::vector<Cell>> rows;  // those as wide as the names
};

HeadRecords cut_head(std::size_t width, std::string_view records, char delimiter) {
  HeadRecords out;
  std::vector<Cell> cells(width);
  for (CsvCutter cutter(records, delimiter); !cutter.done() && out.rows.size() < kHeadRecords;) {
    const CutRecord record = cutter.next(cells, out.arena);
    if (record.fault == CsvFault::none && record.n_cells == width) out.rows.push_back(cells);
  }
  return out;
}

// A number with or without a unit, or a date.
bool is_measured(std::string_view cell) {
  using enum DateFormat;
  return number_shape(cell) || parse_date(cell, iso) || parse_date(cell, dmy) || parse_date(cell, mdy);
}

bool says_nothing(std::string_view cell) {
  return cell.empty() || suspect(cell) != Suspect::no;
}

// Of one column: labels in the first `n` records, numbers or dates in all others that say anything.
bool is_telling(const HeadRecords& head, std::size_t column, std::size_t n) {
  std::size_t n_measured = 0;
  for (std::size_t k = 0; k < head.rows.size(); ++k) {
    const std::string_view cell = without_spaces(head.rows[k][column].text());
    if (k >= n && says_nothing(cell)) continue;
    if (is_measured(cell) != (k >= n) || cell.empty()) return false;
    n_measured += k >= n;
  }
  return n_measured >= kLeastRows;
}

// Of one column: what its first `n` records have stands nowhere below.
bool comes_once(const HeadRecords& head, std::size_t column, std::size_t n) {
  std::unordered_set<std::string_view> below;
  for (std::size_t k = n; k < head.rows.size(); ++k) below.insert(head.rows[k][column].text());
  return std::ranges::none_of(std::span(head.rows).first(n), [&](const std::vector<Cell>& row) {
    return !row[column].text().empty() && below.contains(row[column].text());
  });
}

// How many cells a record has if runs of spaces part them.
std::size_t n_spaced(std::string_view record) {
  std::size_t n = 0;
  bool inside = false;
  for (const char c : record) {
    const bool space = c == ' ';
    n += !space && !inside;
    inside = !space;
  }
  return n;
}

}  // namespace

std::size_t header_records_below(std::span<const Cell> names, std::string_view records, char delimiter) {
  const HeadRecords head = cut_head(names.size(), records, delimiter);
  for (std::size_t n = 1; n <= kMostLabels && n + kLeastRows <= head.rows.size(); ++n) {
    std::size_t n_telling = 0;
    bool once = true;
    for (std::size_t c = 0; c < names.size(); ++c) {
      const bool telling = is_telling(head, c, n);
      n_telling += telling;
      once = once && (telling || comes_once(head, c, n));
    }
    if (n_telling > 0 && once) return n;
  }
  return 0;
}

bool parted_by_spaces(std::span<const Cell> names, std::string_view records) {
  constexpr char kNoDelimiter = '\1';
  if (names.size() != 1) return false;
  const std::size_t width = n_spaced(names[0].text());
  const HeadRecords head = cut_head(1, records, kNoDelimiter);
  return width > 1 && head.rows.size() >= kLeastRows &&
         std::ranges::all_of(head.rows, [&](const auto& row) { return n_spaced(row[0].text()) == width; });
}

std::string doubts_of_head(std::span<const Cell> names, std::size_t line, std::string_view records,
                           char delimiter) {
  if (parted_by_spaces(names, records))
    return "one column was found, and spaces cut all lines alike; if they part the cells, say ‹delimiter› "
           "' ', and where several stand together, make one of them first: tr -s ' ' <FILE | priory ... -";
  const std::size_t n = header_records_below(names, records, delimiter);
  if (n == 0) return {};
  const std::string which = n == 1 ? fmt::format("line {} is no row but", line + 1)
                                   : fmt::format("{} lines from line {} on are no rows but", n, line + 1);
  return fmt::format(
      "{} more of the header: labels above numbers or dates, which stand nowhere below; take {} out of the "
      "file, or "
      "take the names from the last: ‹skip-lines› {}",
      which, n == 1 ? "it" : "them", line - 1 + n);
}

}  // namespace priory
