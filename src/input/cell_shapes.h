// SPDX-License-Identifier: Apache-2.0
// What the cells of a column look like that are no plain numbers: numbers with a comma or a unit, dates,
// words for missing cells. Exact counts, so mergeable in any order; the Reading of the column follows from
// them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/number_reading.h"

namespace priory {

// Some spellings and how often each was met, in code point order.
struct SpellingCount {
  std::string text;
  std::uint64_t count = 0;
  template <class Wire>
  void carry(Wire& wire) {
    wire(text, count);
  }
};
void count_spelling(std::vector<SpellingCount>& list, std::string_view text, std::uint64_t count = 1);

struct CellShapes {
  static constexpr std::size_t kMostUnits = 8;
  static constexpr std::size_t kDates = 4;  // the formats that are no plain numbers

  std::uint64_t n_numbers = 0;                               // cells with the shape of a number,
  std::array<std::uint64_t, kSeparators.size()> accepted{};  // those that are one, for each way to separate
  std::uint64_t n_multiples = 0;                             // of 1000 and more: 1.2k
  std::uint64_t n_parentheses = 0;                           // (1.50)
  std::vector<SpellingCount> units;                          // of those that have one
  bool many_units = false;                                   // more than can be one column's
  std::array<std::uint64_t, kDates> dates{};                 // cells that are one, for each format
  std::uint64_t n_dates = 0;                                 // cells that are one in some format
  std::uint64_t n_timed = 0;                                 // of these, with an hour
  std::vector<SpellingCount> suspects;                       // spellings that may mean missing

  void add(std::string_view cell);
  void merge(const CellShapes& other);
  template <class Wire>
  void carry(Wire& wire) {
    wire(n_numbers, n_multiples, n_parentheses, units, many_units, n_dates, n_timed, suspects);
    for (std::uint64_t& each : accepted) wire(each);
    for (std::uint64_t& each : dates) wire(each);
  }

 private:
  void add_number(const NumberShape& shape);
  void add_date(std::string_view cell);
};

}  // namespace priory
