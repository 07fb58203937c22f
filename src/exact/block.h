// SPDX-License-Identifier: Apache-2.0
// The statistics of one part of a model and the parameters estimated from them: small lists of matrices whose
// columns are cells and whose rows are values, words, columns of the table or a single row. What each matrix
// means is the family's business; growing, merging, selecting and storing them is written here, once for all
// families.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

#include "exact/sums.h"

namespace priory {

// What the rows of a matrix stand for: the part as a whole, each value or word, each column of the part, each
// pair of its columns (j <= i, at i (i + 1) / 2 + j), each two of its values (at value_pair(a, b)), or
// each bin of a column of numbers.
enum class Per { part, value, column, pair, value_pair, bin };

// The row of two different values, in either order. It stays the same when there are more values.
constexpr std::size_t value_pair(std::size_t a, std::size_t b) {
  return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b;
}
constexpr std::size_t n_value_pairs(std::size_t n_values) {
  return n_values == 0 ? 0 : n_values * (n_values - 1) / 2;
}

// How many of them there are.
struct Shape {
  std::size_t values = 0;
  std::size_t columns = 1;
  std::span<const double> sizes = {};  // of combinations: the values of each column
  std::size_t bins = 0;

  std::size_t rows(Per per) const {
    if (per == Per::bin) return bins;
    if (per == Per::pair) return columns * (columns + 1) / 2;
    if (per == Per::value_pair) return n_value_pairs(values);
    return per == Per::part ? 1 : per == Per::value ? values : columns;
  }
};

// What a family keeps: the shape of one matrix of sums.
struct Statistic {
  std::string_view name;
  Per row;
  bool per_cell;  // a column for every cell; otherwise one column
  bool may_be_negative = false;
};

struct Block {
  std::vector<Sums> sums;

  static Block zero(std::span<const Statistic> statistics, const Shape& shape, std::size_t cells);
  void resize(std::span<const Statistic> statistics, const Shape& shape, std::size_t cells);
  // Only these values and cells, in this order.
  Block select(std::span<const Statistic> statistics, std::span<const std::uint32_t> values,
               std::span<const std::uint32_t> cells) const;
  // Adds or takes away another block whose value v and cell c are value_map[v] and cell_map[c] here.
  void merge(std::span<const Statistic> statistics, const Block& other, Sums::Map value_map,
             Sums::Map cell_map);
  void subtract(std::span<const Statistic> statistics, const Block& other, Sums::Map value_map,
                Sums::Map cell_map);
  // Whether rows can have these sums, as far as their signs tell: false after taking away rows never added.
  bool plausible(std::span<const Statistic> statistics) const;
  bool operator==(const Block&) const = default;
  template <class Wire>
  void carry(Wire& wire) {
    wire(sums);
  }
};

// Parameters of one part: row r of cell c.
struct Matrix {
  std::string_view name;
  bool shown = true;       // by `inspect`
  Form form = Form::list;  // what a cell's rows are
  bool shared = false;     // the same in all cells: there is one only
  std::size_t rows = 0;
  std::size_t cells = 0;
  LargeVector<double> data;

  Matrix(std::string_view label, std::size_t n_rows, std::size_t n_cells, bool is_shown = true)
      : name(label), shown(is_shown), rows(n_rows), cells(n_cells), data(n_rows * n_cells) {}
  double& at(std::size_t row, std::size_t cell) { return data[row * cells + cell]; }
  double at(std::size_t row, std::size_t cell) const { return data[row * cells + cell]; }
  std::span<const double> row(std::size_t r) const { return {data.data() + r * cells, cells}; }
};

using Parameters = std::vector<Matrix>;

// Matrices moved together: a list in braces would copy them.
template <class... Matrices>
Parameters parameters_of(Matrices&&... matrices) {
  Parameters out;
  out.reserve(sizeof...(matrices));
  (out.push_back(std::forward<Matrices>(matrices)), ...);
  return out;
}

// Log scores of the rows of a chunk, cell-major: cells x rows.
struct LogScores {
  std::size_t n_rows = 0;
  std::size_t n_cells = 0;
  std::vector<double> data;

  void reset(std::size_t rows, std::size_t cells) {
    n_rows = rows, n_cells = cells, data.assign(rows * cells, 0);
  }
  std::span<double> of(std::size_t cell) { return {data.data() + cell * n_rows, n_rows}; }
  double at(std::size_t cell, std::size_t row) const { return data[cell * n_rows + row]; }
};

}  // namespace priory
