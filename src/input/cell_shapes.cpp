// SPDX-License-Identifier: Apache-2.0
#include "input/cell_shapes.h"

#include <algorithm>

#include "core/date.h"
#include "core/spellings.h"

namespace priory {
namespace {

bool has_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void count_spelling(std::vector<SpellingCount>& list, std::string_view text, std::uint64_t count) {
  const auto at = std::ranges::lower_bound(
      list, text, {}, [](const SpellingCount& each) { return std::string_view(each.text); });
  if (at != list.end() && at->text == text)
    at->count += count;
  else
    list.insert(at, {std::string(text), count});
}

void CellShapes::add(std::string_view cell) {
  constexpr std::size_t kLongest = 64;  // bytes; a number and its unit are shorter
  if (suspect(cell) != Suspect::no) return count_spelling(suspects, cell);
  // Nearly all words end here: neither end is a digit.
  constexpr std::string_view kFirst = "-+($";
  if (cell.size() > kLongest ||
      !(has_digit(cell.back()) || has_digit(cell.front()) || kFirst.find(cell[0]) != std::string_view::npos ||
        static_cast<unsigned char>(cell[0]) >= 0x80 || cell.ends_with(" GMT")))
    return;
  if (has_digit(cell[0]) || begins_with_date_word(cell)) add_date(cell);
  if (const auto shape = number_shape(cell)) add_number(*shape);
}

void CellShapes::add_number(const NumberShape& shape) {
  bool any = false;
  for (std::size_t k = 0; k < kSeparators.size(); ++k) {
    const bool fits = parse_digits(shape.digits, kSeparators[k]).has_value();
    if (fits) ++accepted[k];
    any = any || fits;
  }
  if (!any) return;
  ++n_numbers;
  if (shape.zeros > 0) ++n_multiples;
  if (shape.parentheses) ++n_parentheses;
  if (shape.unit.empty() || many_units) return;
  count_spelling(units, shape.unit);
  many_units = units.size() > kMostUnits;
}

void CellShapes::add_date(std::string_view cell) {
  bool any = false, timed = false;
  for (std::size_t k = 0; k < kDates; ++k) {
    const auto moment = parse_date(cell, static_cast<DateFormat>(k));
    if (moment) ++dates[k];
    any = any || moment;
    timed = timed || (moment && moment->hour >= 0);
  }
  n_dates += any, n_timed += timed;
}

void CellShapes::merge(const CellShapes& other) {
  n_numbers += other.n_numbers, n_multiples += other.n_multiples, n_timed += other.n_timed,
      n_dates += other.n_dates;
  n_parentheses += other.n_parentheses;
  for (std::size_t k = 0; k < accepted.size(); ++k) accepted[k] += other.accepted[k];
  for (std::size_t k = 0; k < dates.size(); ++k) dates[k] += other.dates[k];
  for (const SpellingCount& each : other.units) count_spelling(units, each.text, each.count);
  for (const SpellingCount& each : other.suspects) count_spelling(suspects, each.text, each.count);
  many_units = many_units || other.many_units || units.size() > kMostUnits;
}

}  // namespace priory
