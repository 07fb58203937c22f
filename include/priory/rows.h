// SPDX-License-Identifier: Apache-2.0
// Rows in memory, borrowed: columns of numbers, of codes with the names of their values, of texts, and sparse
// matrices. They go wherever a Table goes (data.h), and give the model that a file of the same cells gives.
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

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "priory/dictionary.h"
#include "priory/numbers.h"

namespace priory {

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

}  // namespace priory
