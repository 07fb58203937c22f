// SPDX-License-Identifier: Apache-2.0
// The values of a part over several columns of codes: combinations of a value of each. All there can be are
// the cells of a table, numbered with the last column fastest; only those met in rows are kept. A combination
// in which a column is missing is no cell. Families over them are given the combination as their first column
// and the columns themselves after it, each in codes of its own; the code beyond the last is a value never
// seen.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/log_space.h"
#include "exact/block.h"

namespace priory {

constexpr double kNoCell = -1;
constexpr double kMostCells = 0x1p53;  // up to here every cell has its number in a double

inline double n_cells_of(std::span<const double> sizes) {
  double out = 1;
  for (const double size : sizes) out *= size;
  return out;
}

// Whether `holds(column, value)` of the value of each column in a cell of the table. The last column is asked
// first, none after the first that says no.
template <class Holds>
bool all_values(double cell, std::span<const double> sizes, const Holds& holds) {
  auto rest = static_cast<std::uint64_t>(cell);
  for (std::size_t j = sizes.size(); j-- > 0;) {
    const auto size = static_cast<std::uint64_t>(sizes[j]);
    if (!holds(j, static_cast<std::uint32_t>(rest % size))) return false;
    rest /= size;
  }
  return true;
}

// The value of each column in a cell of the table: take(column, value), the last column first.
template <class Take>
void each_value(double cell, std::span<const double> sizes, const Take& take) {
  all_values(cell, sizes, [&](std::size_t j, std::uint32_t value) { return take(j, value), true; });
}

struct Combinations {
  std::vector<double> sizes;  // how many values each column has
  std::vector<double> cell;   // of every combination; kNoCell: a column is missing

  double n_cells() const { return n_cells_of(sizes); }
  // The cells of the columns before the last: the configurations of what that one is given.
  double n_configurations() const {
    return sizes.empty() || sizes.back() == 0 ? 0 : n_cells() / sizes.back();
  }
};

// Hidden parameters: what a family has to know of the table to score rows.
inline Matrix hidden_list(std::string_view name, const std::vector<double>& numbers) {
  Matrix out(name, numbers.size(), 1, false);
  out.data.assign(numbers.begin(), numbers.end()), out.shared = true;
  return out;
}

// The values of a row, one a column.
struct RowCodes {
  std::span<const Column* const> columns;  // without the combination
  std::size_t row = 0;

  std::size_t size() const { return columns.size(); }
  std::uint32_t operator[](std::size_t j) const { return columns[j]->codes[row]; }
  bool missing(std::size_t j) const { return (*this)[j] == kMissingCode; }
  bool unseen(std::size_t j, std::span<const double> sizes) const {
    return !missing(j) && static_cast<double>((*this)[j]) >= sizes[j];
  }
};

}  // namespace priory
