// SPDX-License-Identifier: Apache-2.0
// One row, borrowed from the caller: a cell for every column that a model reads, in the order that the model
// names them (Predictor::columns, Learner::columns). So no name is looked up a row.
//
//   const CellValue row[] = {"sunny", 21.5, {}};  // a text, a number, a missing cell
//   predictor.predict(row);
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace priory {

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
