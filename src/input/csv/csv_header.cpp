// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv_header.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/number.h"
#include "core/number_reading.h"
#include "input/csv/csv_cut.h"

namespace priory {
namespace {

constexpr std::size_t kRecordsLookedAt = 50;  // records
constexpr std::size_t kLeastBelow = 2;

struct Width {
  std::size_t n_cells = 0, line = 0;  // lines before it
};

std::vector<Width> widths_of(std::string_view records, char delimiter) {
  std::vector<Width> out;
  std::deque<std::string> arena;
  std::size_t line = 0;
  for (CsvCutter cutter(records, delimiter); !cutter.done() && out.size() < kRecordsLookedAt;) {
    const CutRecord record = cutter.next({}, arena);
    if (!record.text.empty()) out.push_back({record.n_cells, line});
    line += record.n_lines;
  }
  return out;
}

// The first record of the width that all others down to the end have, or nearly all.
std::optional<Width> settled(const std::vector<Width>& all) {
  constexpr std::size_t kMostTitles = 20;
  for (std::size_t k = 1; k < all.size() && k <= kMostTitles; ++k) {
    const auto below = static_cast<std::size_t>(
        std::count_if(all.begin() + static_cast<std::ptrdiff_t>(k), all.end(),
                      [&](const Width& each) { return each.n_cells == all[k].n_cells; }));
    const bool wide = all[k].n_cells > 1 && 2 * all[0].n_cells <= all[k].n_cells;
    if (wide && below > kLeastBelow && 10 * below >= 9 * (all.size() - k)) return all[k];
  }
  return std::nullopt;
}

// Whether the first record has the width of nearly all: then it is a header, whatever other delimiters make
// of it.
bool begins_well(const std::vector<Width>& all) {
  const auto same =
      static_cast<std::size_t>(std::ranges::count(all, all.empty() ? 0 : all[0].n_cells, &Width::n_cells));
  return !all.empty() && all[0].n_cells > 1 && 10 * same >= 9 * all.size();
}

// 1, 2, 3 or 2019, 2020, 2021
bool count_up(const std::vector<double>& numbers) {
  for (std::size_t k = 1; k < numbers.size(); ++k) {
    if (numbers[k] != numbers[k - 1] + 1) return false;
  }
  return numbers.size() > 1;
}

}  // namespace

std::optional<char> delimiter_by_names(std::string_view bytes, const std::vector<std::string>& expected) {
  std::string_view line = bytes.substr(0, bytes.find('\n'));
  if (expected.empty() || line.size() == bytes.size()) return std::nullopt;
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::optional<char> found;
  for (const char delimiter : {',', '\t', ';', '|'}) {
    std::vector<Cell> cells(first_width(line, delimiter));
    std::deque<std::string> arena;
    CsvCutter cutter(line, delimiter);
    if (cutter.done() || cutter.next(cells, arena).fault != CsvFault::none) continue;
    std::unordered_set<std::string_view> names;
    for (const Cell& cell : cells) names.insert(without_spaces(cell.text()));
    const bool all =
        std::ranges::all_of(expected, [&](const std::string& name) { return names.contains(name); });
    if (all && found) return std::nullopt;
    if (all) found = delimiter;
  }
  return found;
}

bool is_header_of(std::string_view bytes, const std::vector<std::string>& expected) {
  return delimiter_by_names(bytes, expected).has_value();
}

std::optional<std::size_t> lines_above_header(const CsvSample& sample) {
  std::optional<Width> best;
  for (const char delimiter : {',', '\t', ';', '|'}) {
    const std::vector<Width> widths = widths_of(sample.records(delimiter), delimiter);
    if (begins_well(widths)) return std::nullopt;
    const auto its = settled(widths);
    if (its && (!best || its->n_cells > best->n_cells)) best = its;
  }
  return best ? std::optional(best->line) : std::nullopt;
}

std::optional<std::size_t> names_further_down(std::span<const Cell> names, std::string_view records,
                                              char delimiter) {
  const auto is_empty = [](const Cell& each) { return each.text().empty(); };
  if (2 * static_cast<std::size_t>(std::ranges::count_if(names, is_empty)) <= names.size())
    return std::nullopt;
  const auto can_be_name = [&](const Cell& each) { return !is_empty(each) && !parse_number(each.text()); };
  std::vector<Cell> cells(names.size());
  std::deque<std::string> arena;
  std::size_t line = 1;
  for (CsvCutter cutter(records, delimiter); !cutter.done() && line < kRecordsLookedAt;) {
    const CutRecord record = cutter.next(cells, arena);
    if (record.fault == CsvFault::none && record.n_cells == names.size() &&
        std::ranges::all_of(cells, can_be_name))
      return line;
    line += 1 + static_cast<std::size_t>(std::ranges::count(record.text, '\n'));
  }
  return std::nullopt;
}

bool looks_like_data(std::span<const Cell> names, std::string_view records, char delimiter) {
  std::vector<Cell> cells(names.size());
  std::vector<bool> numeric(names.size()), over_numbers(names.size(), true), again(names.size());
  std::vector<double> numbers;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto value = parse_number(names[i].text());
    if ((numeric[i] = value.has_value())) numbers.push_back(*value);
  }
  std::deque<std::string> arena;
  std::size_t n_rows = 0;
  for (CsvCutter cutter(records, delimiter); !cutter.done() && n_rows < kRecordsLookedAt;) {
    const CutRecord record = cutter.next(cells, arena);
    if (record.fault != CsvFault::none || record.n_cells != names.size()) continue;
    ++n_rows;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      over_numbers[i] = over_numbers[i] && parse_number(cells[i].text()).has_value();
      again[i] = again[i] || cells[i].text() == names[i].text();
    }
  }
  if (n_rows < kLeastBelow || count_up(numbers)) return false;
  std::size_t n_like_numbers = 0, n_again = 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    n_like_numbers += numeric[i] && over_numbers[i], n_again += again[i] && !names[i].text().empty();
  return 2 * n_like_numbers >= names.size() || n_again == names.size();
}

}  // namespace priory
