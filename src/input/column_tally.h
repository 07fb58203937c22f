// SPDX-License-Identifier: Apache-2.0
// Facts about the cells of one column, counted as they come. Mergeable: nothing depends on the order of rows.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>
#include <xxhash.h>

#include "priory/table.h"

#include "input/cell_shapes.h"
#include "input/value_sketch.h"

namespace priory {

// Numbers that stand for missing cells in many tables.
inline constexpr std::array<double, 13> kSentinels = {-99,    -999, -9999, -99999, 999, 9999, 99999,
                                                      999999, 77,   88,    97,     98,  99};

inline std::uint64_t hash_of(double number) {
  std::uint64_t h = std::bit_cast<std::uint64_t>(number + 0.0) * 0x9E3779B97F4A7C15U;
  h = (h ^ (h >> 32U)) * 0xD6E8FEB86659FD93U;
  return h ^ (h >> 32U);
}
inline std::uint64_t hash_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

struct ColumnTally {
  std::size_t n_cells = 0;  // met, missing ones included
  ColumnProfile facts;      // without what is only known at the end; least and most without sentinels
  ValueSketch numbers, words;
  std::int64_t sum = 0;                                      // of small whole numbers
  double sum_of_squares = 0;                                 // exact: whole and below 2^53
  std::array<std::uint64_t, kSentinels.size()> sentinels{};  // how often each was met
  std::uint64_t fingerprint = 0;                             // equal for columns with equal cells in all rows
  std::size_t n_ungrouped = 0;  // fractions that have other than three digits behind the point
  std::size_t n_zero_led = 0;   // plain numbers that begin with 0 and a digit
  std::size_t width = 0, zero_led_width = 0, least_zero_led_width = 0;  // bytes of the longest, of those
  std::vector<CellShapes> shapes;  // of cells that are no plain numbers; empty while there are none

  void add_missing(std::uint64_t row_key) {
    ++n_cells, ++facts.n_missing;
    fingerprint += row_key;
  }
  // `text`: its spelling, called where it is needed; `row_key` is the same for all cells of a row.
  template <class Text>
  void add_number(double value, std::uint64_t row_key, const Text& text) {
    ++n_cells;
    const std::uint64_t hash = hash_of(value);
    fingerprint += hash ^ row_key;
    count_number(value);
    numbers.add(hash, row_key, text);
  }
  void note_spelling(double value, std::string_view text) {
    width = std::max(width, text.size());
    const std::size_t size = text.size();
    if (size > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') note_zero_led(size);
    const bool grouped = size >= 5 && text[size - 4] == '.';
    if (!grouped && facts.n_whole < facts.n_numbers) note_ungrouped(value);
  }
  void add_word(std::string_view text, std::uint64_t row_key);
  bool is_first_odd(std::size_t line) const {
    return facts.odd_place.file.empty() || line < facts.odd_place.line;
  }
  void note_odd(std::string_view text, const Place& place);
  void merge(const ColumnTally& other);
  ColumnProfile finish(std::size_t n_rows, bool absent_is_zero) const;
  const CellShapes& shape() const;
  std::uint64_t grouping() const;  // 0 where it says nothing

  template <class Wire>
  void carry(Wire& wire) {
    wire(n_cells, facts, numbers, words, sum, sum_of_squares, fingerprint, n_ungrouped, n_zero_led);
    wire(width, zero_led_width, least_zero_led_width, shapes);
    for (std::uint64_t& each : sentinels) wire(each);
  }

 private:
  void count_number(double value);
  void note_zero_led(std::size_t size);
  void note_ungrouped(double value);
};

}  // namespace priory
