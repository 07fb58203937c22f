// SPDX-License-Identifier: Apache-2.0
// The cells of Rows, as numbers and as texts. Places are checked here: a code that has no name, an entry of a
// sparse matrix that lies outside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/rows.h"

namespace priory {

// Some rows: a range of them, or those that are chosen.
struct RowSet {
  std::size_t first = 0;
  std::size_t size = 0;
  const std::vector<std::size_t>* chosen = nullptr;

  std::size_t operator[](std::size_t i) const { return chosen == nullptr ? first + i : (*chosen)[i]; }
};

// A column of Rows.
struct RowsColumn {
  const RowsBlock* block = nullptr;  // null: no such column, all cells are missing
  std::size_t column = 0;            // in the block

  bool is(RowsBlock::Kind kind) const { return block != nullptr && block->kind == kind; }
  bool has(std::size_t row) const { return block != nullptr && block->mask.has(row, column); }
};
RowsColumn find_column(const Rows& rows, std::string_view name);
// The same, quicker where it is the column after `before`, as of columns that are asked for in their order.
RowsColumn find_column(const Rows& rows, std::string_view name, const RowsColumn& before);

// What is wrong with a cell.
struct RowsError {
  std::size_t row = 0;
  std::size_t column = 0;  // of all columns, from 0
  std::string reason;
  std::string remedy;
};

// Whole numbers of any type: codes, offsets, columns.
std::int64_t whole_at(const Numbers& numbers, std::size_t k);
double number_at(const Numbers& numbers, std::size_t row, std::size_t column);
// The shortest spelling that reads as this number again.
void spell(const Numbers& numbers, std::size_t row, std::size_t column, std::string& out);
std::string_view string_at(const Strings& strings, std::size_t row);
// The code of a row, or -1 if it is missing; a RowsError if it has no name.
std::int64_t code_at(const RowsColumn& column, std::size_t row);

// The cell as a file would have it; nothing if it is missing without a spelling. Not of sparse matrices.
std::optional<std::string_view> text_at(const RowsColumn& column, std::size_t row, std::string& buffer);

// Whether a column of numbers lies in memory as an array of such, and can be borrowed.
template <class T>
bool lies_as(const Numbers& numbers, std::size_t column = 0) {
  return numbers.row_stride == sizeof(T) &&
         reinterpret_cast<std::uintptr_t>(numbers.at(0, column)) % alignof(T) == 0;
}

// Numbers as doubles, missing ones as NaN.
void read_numbers(const RowsColumn& column, const RowSet& rows, double* out);

// The entries of some rows of a sparse matrix, borrowed where they lie as doubles and 32-bit columns.
class SparseRows {
 public:
  // A RowsError for what lies outside the matrix, or a column that a row has twice.
  void read(const RowsBlock& block, const RowSet& rows);

  std::span<const std::size_t> begin() const { return begin_; }  // of each row, and the end of the last
  std::span<const std::uint32_t> column() const { return column_; }
  std::span<const double> value() const { return value_; }
  bool borrowed() const { return borrowed_; }
  // Calls take(row of these, value) for the entries of a column.
  template <class Take>
  void each_of_column(std::size_t column, Take&& take) {
    if (column_begin_.empty()) transpose();
    for (std::size_t k = column_begin_[column]; k < column_begin_[column + 1]; ++k)
      take(by_column_[k].row, by_column_[k].value);
  }

 private:
  void find_begin(const Csr& csr, const RowSet& rows);
  void check_columns(const RowsBlock& block, const RowSet& rows);
  void transpose();

  struct Entry {
    std::size_t row = 0;
    double value = 0;
  };
  std::size_t n_columns_ = 0;
  std::vector<std::size_t> column_begin_;  // empty: not transposed yet
  std::vector<Entry> by_column_;
  std::vector<std::size_t> begin_, from_;
  std::vector<std::uint32_t> own_columns_;
  std::vector<double> own_values_;
  std::span<const std::uint32_t> column_;
  std::span<const double> value_;
  bool borrowed_ = false;
};

}  // namespace priory
