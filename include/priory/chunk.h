// SPDX-License-Identifier: Apache-2.0
// A chunk: some hundred rows, column by column, as the families see them. Cells are real numbers, codes of
// values or bags of words; a missing cell is marked. A chunk holds no model: the codes of a column refer to
// the dictionary beside it, which belongs to the decoder that made the chunk and only ever grows.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/dictionary.h"
#include "priory/error.h"
#include "priory/maybe_owned.h"
#include "priory/names.h"

namespace priory {

constexpr std::uint32_t kMissingCode = Dictionary::kAbsent;
constexpr double kMissingReal = std::numeric_limits<double>::quiet_NaN();

// What the cells of a column are.
enum class CellKind { reals, codes, bag };
template <>
inline constexpr std::array kNames<CellKind> = std::to_array<std::string_view>({"reals", "codes", "bag"});

// The numbers a column can hold: low <= x <= high, or low < x < high where the ends are open. Checked where
// the cells are read, so that a message can name the place.
struct Domain {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool whole = false;  // whole numbers only
  bool open = false;
  bool wraps = false;  // angles: x and x + (high - low) are the same, and any number is taken

  bool contains(double x) const {  // NaN is in none
    const bool inside = wraps || (open ? x > low && x < high : x >= low && x <= high);
    return inside && x == x && (!whole || x == std::trunc(x));
  }
};

// What the parameters of a family are in one class: a number; a list of them, one for each value or column;
// or a table with a row and a column for each column, row by row.
enum class Form { number, list, table };

// The words of every row: row r holds entries [begin[r], begin[r + 1]). A word occurs at most once a row,
// with its count. Or, for who asked for no more (ColumnSpec::in_sequence), words stand as often as they come
// and have no count.
struct Bag {
  std::vector<std::size_t> begin = {0};
  MaybeOwned<std::uint32_t> word;
  MaybeOwned<double> count;
  std::vector<bool> missing;  // one a row

  void clear();
  void end_row(bool is_missing);       // closes the row whose entries were pushed
  void keep_rows(std::size_t n_rows);  // and forget those after them
  bool in_sequence() const { return count.empty() && !word.empty(); }
  std::size_t n_rows() const { return begin.size() - 1; }
};

// The tokens of every row one after the other, as they are spelt: row r has those of [begin[r], begin[r +
// 1]).
struct TokenList {
  std::string bytes;
  std::vector<std::size_t> end;  // of each token, in `bytes`
  std::vector<std::size_t> begin = {0};

  void clear();
  void add(std::string_view token);
  void end_row() { begin.push_back(end.size()); }
  void keep_rows(std::size_t n_rows);  // and forget those after them
  std::string_view operator[](std::size_t k) const;
};

// Codes in little room, as rows kept in memory have them: a bit a row for two values, a byte for a few.
struct PackedCodes {
  static constexpr std::uint8_t kMissing = 0xFF;
  std::span<const std::uint64_t> ones;     // bit r: row r has the second of two values
  std::span<const std::uint64_t> present;  // bit r: row r is not missing; empty: none is
  std::span<const std::uint8_t> bytes;     // codes below kMissing
};

struct Column {
  CellKind kind = CellKind::reals;
  MaybeOwned<double> reals;         // NaN is missing
  MaybeOwned<std::uint32_t> codes;  // kMissingCode is missing
  PackedCodes packed;               // may stand in place of `codes`
  Bag bag;
  TokenList tokens;                        // of a text, where the reader is asked for them
  const Dictionary* dictionary = nullptr;  // of codes and of the words of the bag
};

struct Chunk {
  std::size_t n_rows = 0;
  std::size_t first_row = 0;            // the number of its first row, where the source counts them
  std::vector<Column> columns;          // the features, in the order of the plan
  Column target;                        // codes; empty when the rows have no class
  std::vector<double> weight;           // one a row, multiples of 2^-24; empty: all 1
  std::vector<std::string> kept_names;  // columns passed through, and
  std::vector<std::string> kept;        // their cells, rows x kept columns
  std::vector<Place> places;            // one a row

  double weight_of(std::size_t row) const { return weight.empty() ? 1.0 : weight[row]; }
};

}  // namespace priory
