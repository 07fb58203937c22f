// SPDX-License-Identifier: Apache-2.0
// Rows in memory, borrowed: columns of numbers, of codes with the names of their values, of texts, and sparse
// matrices. They go wherever a Table goes (Data), and give the model that a file of the same cells gives.
//
//   const std::vector<double> x = {5.1, 3.5, 4.9, 3.0};       // two rows of two columns
//   const std::vector<std::string> species = {"setosa", "other"};
//   Rows rows(2);
//   rows.matrix({"length", "width"}, by_rows(x, 2)).strings("species", species);
//
// Nothing is copied but names: the arrays must stay, unchanged, while rows, and sources opened from them, are
// read. Copies are cheap. Many threads may read; one may add columns.
//
// What a cell is, where a plan reads a column in another way than it is stored:
//   missing    what the mask leaves out, NaN, the code -1; of texts what is missing in a file ("", "NA")
//   a number   under a family of values it is its shortest spelling: 1.0 is "1", a boolean "0" or "1"; a
//              float is the double of its value
//   a code     is the name of its value, which may be a number
//   a text     under a family of numbers it must spell one
// Errors of cells name the place: the rows by their name, the row and the column from 1.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "priory/chunk.h"

#pragma GCC visibility push(default)

namespace priory {

// Borrowed arrays: where they begin, what their items are and how far apart they lie. Nothing is copied, so
// the memory must stay, unchanged, while the view is read. Temporaries are refused where the compiler can
// tell.

enum class NumberType : std::uint8_t { f64, f32, i8, i16, i32, i64, u8, u16, u32, u64, boolean };

template <class T>
concept Number = std::is_arithmetic_v<T> && sizeof(T) <= 8;

template <Number T>
constexpr NumberType number_type() {
  using enum NumberType;
  if constexpr (std::is_same_v<T, bool>) return boolean;
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 8 ? f64 : f32;
  constexpr NumberType kSigned[] = {i8, i16, i32, i64}, kUnsigned[] = {u8, u16, u32, u64};
  constexpr std::size_t kPlace = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_signed_v<T> ? kSigned[kPlace] : kUnsigned[kPlace];
}

// Calls visit(T{}) with the type that is meant.
template <class Visit>
decltype(auto) with_type(NumberType type, Visit&& visit) {
  switch (type) {
    case NumberType::f64:
      return visit(double{});
    case NumberType::f32:
      return visit(float{});
    case NumberType::i8:
      return visit(std::int8_t{});
    case NumberType::i16:
      return visit(std::int16_t{});
    case NumberType::i32:
      return visit(std::int32_t{});
    case NumberType::i64:
      return visit(std::int64_t{});
    case NumberType::u8:
      return visit(std::uint8_t{});
    case NumberType::u16:
      return visit(std::uint16_t{});
    case NumberType::u32:
      return visit(std::uint32_t{});
    case NumberType::u64:
      return visit(std::uint64_t{});
    case NumberType::boolean:
      break;
  }
  return visit(bool{});
}

std::size_t size_of(NumberType type);  // bytes

// A range whose items lie side by side and outlive the expression.
template <class R>
concept Lasting = std::ranges::contiguous_range<R> && std::ranges::borrowed_range<R>;
template <class R>
concept LastingNumbers = Lasting<R> && Number<std::ranges::range_value_t<R>>;

// A matrix of numbers, or a column of them. Distances in bytes; they may be negative.
struct Numbers {
  const void* data = nullptr;
  NumberType type = NumberType::f64;
  std::size_t n_rows = 0;
  std::size_t n_columns = 1;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t column_stride = 0;

  Numbers() = default;
  Numbers(const void* at, NumberType of, std::size_t rows, std::size_t columns, std::ptrdiff_t by_row,
          std::ptrdiff_t by_column)
      : data(at), type(of), n_rows(rows), n_columns(columns), row_stride(by_row), column_stride(by_column) {}
  template <LastingNumbers R>
  Numbers(R&& column)  // NOLINT(google-explicit-constructor, bugprone-forwarding-reference-overload)
      : data(std::ranges::data(column)),
        type(number_type<std::ranges::range_value_t<R>>()),
        n_rows(std::ranges::size(column)),
        row_stride(sizeof(std::ranges::range_value_t<R>)) {}

  const std::byte* at(std::size_t row, std::size_t column = 0) const {
    return static_cast<const std::byte*>(data) + static_cast<std::ptrdiff_t>(row) * row_stride +
           static_cast<std::ptrdiff_t>(column) * column_stride;
  }
};

// A matrix that lies row after row, or column after column.
template <LastingNumbers R>
Numbers by_rows(R&& values, std::size_t n_columns) {
  constexpr std::ptrdiff_t kSize = sizeof(std::ranges::range_value_t<R>);
  const std::size_t n_rows = n_columns == 0 ? 0 : std::ranges::size(values) / n_columns;
  return {std::ranges::data(values),
          number_type<std::ranges::range_value_t<R>>(),
          n_rows,
          n_columns,
          kSize * static_cast<std::ptrdiff_t>(n_columns),
          kSize};
}
template <LastingNumbers R>
Numbers by_columns(R&& values, std::size_t n_columns) {
  constexpr std::ptrdiff_t kSize = sizeof(std::ranges::range_value_t<R>);
  const std::size_t n_rows = n_columns == 0 ? 0 : std::ranges::size(values) / n_columns;
  return {std::ranges::data(values),
          number_type<std::ranges::range_value_t<R>>(),
          n_rows,
          n_columns,
          kSize,
          kSize * static_cast<std::ptrdiff_t>(n_rows)};
}

// Which cells are there: a byte a cell, or a bit a row, the lowest of a byte first, as Arrow has them.
struct Mask {
  const std::uint8_t* data = nullptr;  // null: all are
  bool bits = false;
  bool marks_missing = false;  // bytes other than 0 mark what is missing, not what is there
  std::size_t n_rows = 0;
  std::size_t first_bit = 0;
  std::ptrdiff_t row_stride = 1, column_stride = 0;  // of bytes

  template <LastingNumbers R>
  static Mask present(R&& cells) {
    return bytes(cells, false);
  }
  template <LastingNumbers R>
  static Mask missing(R&& cells) {  // as numpy's masked arrays
    return bytes(cells, true);
  }
  static Mask present_bits(const std::uint8_t* bits, std::size_t n_rows, std::size_t first_bit = 0) {
    return {bits, true, false, n_rows, first_bit, 0, 0};
  }
  // Of a matrix of n_columns columns, bytes row after row.
  Mask by_rows(std::size_t n_columns) const {
    Mask out = *this;
    out.n_rows = n_columns == 0 ? 0 : n_rows / n_columns;
    out.row_stride = static_cast<std::ptrdiff_t>(n_columns), out.column_stride = 1;
    return out;
  }

  bool has(std::size_t row, std::size_t column = 0) const {
    if (data == nullptr) return true;
    if (bits) return (data[(first_bit + row) / 8] >> ((first_bit + row) % 8) & 1) != 0;
    const auto at =
        static_cast<std::ptrdiff_t>(row) * row_stride + static_cast<std::ptrdiff_t>(column) * column_stride;
    return (data[at] != 0) != marks_missing;
  }

 private:
  template <class R>
  static Mask bytes(R& cells, bool missing) {
    static_assert(sizeof(std::ranges::range_value_t<R>) == 1, "a mask has a byte for each cell");
    return {reinterpret_cast<const std::uint8_t*>(std::ranges::data(cells)),
            false,
            missing,
            std::ranges::size(cells),
            0,
            1,
            0};
  }

 public:
  Mask() = default;
  Mask(const std::uint8_t* at, bool of_bits, bool of_missing, std::size_t rows, std::size_t first,
       std::ptrdiff_t by_row, std::ptrdiff_t by_column)
      : data(at),
        bits(of_bits),
        marks_missing(of_missing),
        n_rows(rows),
        first_bit(first),
        row_stride(by_row),
        column_stride(by_column) {}
};

// A sparse matrix by rows: row r has entries [begin[r], begin[r + 1]) of `column` and `value`; other cells
// are 0. Places and columns are whole numbers of 32 or 64 bits.
struct Csr {
  Numbers begin, column, value;
};

// Texts: string r is bytes[offsets[r], offsets[r + 1]), or the r-th of strings or views.
struct Strings {
  Numbers offsets;  // of 32 or 64 bits, one more than there are rows
  const char* bytes = nullptr;
  const std::string* strings = nullptr;
  const std::string_view* views = nullptr;
  std::size_t n_rows = 0;

  Strings(const Numbers& ends, const char* data)
      : offsets(ends), bytes(data), n_rows(ends.n_rows == 0 ? 0 : ends.n_rows - 1) {}
  template <Lasting R>
  requires std::is_same_v<std::ranges::range_value_t<R>, std::string> Strings(R&& of)  // NOLINT
      : strings(std::ranges::data(of)), n_rows(std::ranges::size(of)) {}
  template <Lasting R>
  requires std::is_same_v<std::ranges::range_value_t<R>, std::string_view> Strings(R&& of)  // NOLINT
      : views(std::ranges::data(of)), n_rows(std::ranges::size(of)) {}
};

// Some columns of Rows that lie together.
struct RowsBlock {
  enum class Kind : std::uint8_t { numbers, codes, strings, csr };
  Kind kind = Kind::numbers;
  std::size_t first_column = 0;  // of all columns of the rows
  std::size_t n_columns = 1;
  Numbers numbers = {};                  // or codes
  std::vector<std::string> values = {};  // that codes are of
  std::vector<Strings> strings = {};     // one, of kind strings
  Csr csr = {};
  Mask mask = {};
};

class Rows {
 public:
  explicit Rows(std::size_t n_rows, std::string name = "rows");

  // Each adds columns, and is an Error of kind data if there is no row for each row or a name is given twice.
  // Columns without a name are named by their number, from 1.
  Rows& numbers(std::string name, const Numbers& column, const Mask& mask = {});
  Rows& matrix(std::vector<std::string> names, const Numbers& numbers, const Mask& mask = {});
  Rows& codes(std::string name, const Numbers& codes, std::vector<std::string> values, const Mask& mask = {});
  Rows& strings(std::string name, const Strings& texts, const Mask& mask = {});
  Rows& csr(std::vector<std::string> names, const Csr& matrix, std::size_t n_columns);
  // One a row, for rows that do not weigh 1. Every use of the rows counts them; a plan need not know.
  Rows& weights(const Numbers& weights);
  // Which column is the class, where the caller of `train` does not say.
  Rows& target(const std::string& name);

  std::size_t n_rows() const;
  std::size_t n_columns() const;
  const std::string& name() const;
  const Dictionary& columns() const;  // their names, in order
  const std::string& target() const;  // or empty

  const std::vector<RowsBlock>& blocks() const;
  const Numbers* weights() const;  // null: all 1

 private:
  struct State;
  State& edit();
  void add(RowsBlock block, std::vector<std::string> names, std::size_t n_rows);

  std::shared_ptr<State> state_;
};

// One row, borrowed from the caller: a cell for every column that a model reads, in the order that the model
// names them (Predictor::columns, Learner::columns). So no name is looked up a row.
//
//   const CellValue row[] = {"sunny", 21.5, {}};  // a text, a number, a missing cell
//   predictor.predict(row);

// A view: the bytes of a text stay the caller's.
struct CellValue {
  enum class Kind : std::uint8_t { missing, text, number };

  CellValue() = default;
  // NOLINTBEGIN(google-explicit-constructor): a cell is its value
  CellValue(std::string_view value) : kind(Kind::text), text(value) {}
  CellValue(const char* value) : CellValue(std::string_view(value)) {}
  CellValue(const std::string& value) : CellValue(std::string_view(value)) {}
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number> CellValue(Number value)
      : kind(Kind::number), number(static_cast<double>(value)) {}
  // NOLINTEND(google-explicit-constructor)

  Kind kind = Kind::missing;
  std::string_view text;                                     // read as in a file: "NA" may be missing
  double number = std::numeric_limits<double>::quiet_NaN();  // NaN is missing too
};

using RowView = std::span<const CellValue>;

}  // namespace priory

#pragma GCC visibility pop
