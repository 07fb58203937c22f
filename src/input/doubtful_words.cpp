// SPDX-License-Identifier: Apache-2.0
#include "input/doubtful_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "core/date.h"
#include "core/number.h"
#include "core/spellings.h"

namespace priory {
namespace {

class WordColumn {
 public:
  explicit WordColumn(const ColumnTally& column) : column_(column), shape_(column.shape()) {
    std::uint64_t n_suspects = 0;
    for (const SpellingCount& each : shape_.suspects) n_suspects += each.count;
    n_cells_ = column.n_cells - column.facts.n_missing - n_suspects;
  }

  // Dates in several formats, or all but a few cells: they are read as words, and that is said.
  std::string of_dates() const {
    constexpr std::uint64_t kFewCells = 3;
    if (n_cells_ < kFewCells || 10 * shape_.n_dates < 9 * n_cells_) return {};
    std::vector<std::string> formats;
    for (std::size_t k = 0; k < CellShapes::kDates; ++k) {
      if (shape_.dates[k] > 0) formats.push_back(fmt::format("{} ({})", kDateFormats[k], shape_.dates[k]));
    }
    const auto others = others_than([](std::string_view cell) {
      using enum DateFormat;
      return parse_date(cell, iso) || parse_date(cell, dmy) || parse_date(cell, mdy) ||
             parse_date(cell, time);
    });
    if (shape_.n_dates == n_cells_)
      return fmt::format(
          "its cells are dates of different formats, {}, and are not read as dates; write them alike, "
          "or leave the column out: ‹ignore› {}",
          fmt::join(formats, ", "), column_.facts.name);
    if (others.empty()) return {};
    return fmt::format(
        "{} of its {} cells are dates, but {} {} not, so that it is not read as dates; if they are "
        "missing, add {}",
        shape_.n_dates, n_cells_, told(others), others.size() == 1 ? "is" : "are", as_missing(others));
  }

  // Half of the cells and more are different numbers, the others are few words.
  std::string of_numbers() const {
    constexpr std::size_t kManyNumbers = 10;
    const std::uint64_t numbers = column_.facts.n_numbers + shape_.n_numbers;
    if (!shape_.units.empty() || 2 * numbers < n_cells_ || 10 * numbers >= 9 * n_cells_) return {};
    const auto others = others_than([](std::string_view cell) { return number_shape(cell).has_value(); });
    const std::size_t different =
        column_.numbers.entries().size() + column_.words.entries().size() - others.size();
    if (others.empty() || different < kManyNumbers) return {};
    return fmt::format(
        "{} of its {} cells are numbers, but {} {} not, so that its cells are read as words; if "
        "they are missing, add {}",
        numbers, n_cells_, told(others), others.size() == 1 ? "is" : "are", as_missing(others));
  }

 private:
  // The cells that are not what most are, the most frequent first; nothing where they are many.
  template <class Is>
  std::vector<SpellingCount> others_than(const Is& is) const {
    constexpr std::size_t kMost = 5;
    std::vector<SpellingCount> out;
    if (!column_.words.all()) return out;
    for (const ValueSketch::Entry& each : column_.words.entries()) {
      if (suspect(each.text) == Suspect::no && !is(each.text)) out.push_back({each.text, each.count});
    }
    std::ranges::sort(out, {}, [](const SpellingCount& each) {
      return std::pair(~each.count, std::string_view(each.text));
    });
    if (out.size() > kMost) out.clear();
    return out;
  }

  static std::string told(const std::vector<SpellingCount>& all) {
    std::vector<std::string> out;
    out.reserve(all.size());
    for (const SpellingCount& each : all) out.push_back(fmt::format("'{}' ({})", each.text, each.count));
    return fmt::format("{}", fmt::join(out, ", "));
  }

  static std::string as_missing(const std::vector<SpellingCount>& all) {
    std::vector<std::string_view> out;
    out.reserve(all.size());
    for (const SpellingCount& each : all) out.push_back(each.text);
    return fmt::format("‹na› '+{}'", fmt::join(out, ","));
  }

  const ColumnTally& column_;
  const CellShapes& shape_;
  std::uint64_t n_cells_ = 0;  // that are not missing, and do not look so
};

}  // namespace

std::vector<std::string> doubts_of_words(const ColumnTally& column) {
  const WordColumn words(column);
  std::string out = words.of_dates();
  if (out.empty()) out = words.of_numbers();
  return out.empty() ? std::vector<std::string>() : std::vector{std::move(out)};
}

std::map<double, std::uint64_t> codes_beside_scale(const ColumnTally& column) {
  static constexpr std::array kCodes = {-1.0, -2.0, -8.0, -9.0, 77.0, 88.0, 97.0, 98.0, 99.0};
  constexpr std::size_t kLeastLevels = 3, kMostLevels = 11;
  const std::vector<ValueSketch::Entry>& values = column.numbers.entries();
  const bool whole = column.facts.n_whole == column.facts.n_numbers && column.numbers.all();
  if (!whole || values.size() > kMostLevels + kCodes.size()) return {};
  std::map<double, std::uint64_t> levels, codes;
  std::uint64_t n_levels = 0, n_codes = 0;
  for (const ValueSketch::Entry& each : values) {
    const double value = parse_number(each.text).value_or(0);
    const bool code = std::ranges::find(kCodes, value) != kCodes.end();
    (code ? codes : levels)[value] += each.count;
    (code ? n_codes : n_levels) += each.count;
  }
  if (codes.empty() || levels.size() < kLeastLevels || levels.size() > kMostLevels) return {};
  const double least = levels.begin()->first, most = levels.rbegin()->first;
  const bool scale =
      (least == 1 || (least == 0 && codes.begin()->first < -2) || (least == 0 && codes.begin()->first > 0)) &&
      most - least + 1 == static_cast<double>(levels.size());
  return scale && n_codes < n_levels ? codes : std::map<double, std::uint64_t>();
}

}  // namespace priory
