// SPDX-License-Identifier: Apache-2.0
// Counts the cells of Rows into the facts of their columns: those that a file of the same cells has. Numbers
// are spelt only as long as their spellings have to be told apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "priory/rows.h"

#include "input/profile.h"
#include "rows/row_ranges.h"
#include "rows/rows_cells.h"

namespace priory {

class RowsTally {
 public:
  // Whether some number is a spelling of what is missing: then every number is spelt.
  static bool has_number(const ReadingRules& rules);
  explicit RowsTally(bool has_number) : has_number_(has_number) {}

  // Column c of the rows is place c of the columns. `n_before`: how many rows stand before those in memory.
  void add(const Rows& rows, const RowRange& range, std::size_t n_before, ColumnTallies& columns);

 private:
  ColumnTallies::Line& line(std::size_t row) { return lines_[row - first_row_]; }
  bool needs_no_text(const RowsColumn& column) const;
  template <class Take>
  void each_cell(std::size_t row, const Take& take);
  void add_dense(const RowsBlock& block, const RowRange& range);
  void add_numbers(const RowsColumn& column, const RowRange& range);
  void add_text(const RowsColumn& column, std::size_t row);
  void add_cell(std::size_t j, std::size_t row, std::optional<std::string_view> text);
  void add_sparse(const RowsBlock& block, const RowRange& range);
  template <class Take>
  void each_entry(const RowsBlock& block, const RowSet& rows, const Take& take);

  const Rows* rows_ = nullptr;  // at hand, as are
  ColumnTallies* columns_ = nullptr;
  std::size_t first_row_ = 0, n_before_ = 0;
  std::vector<ColumnTallies::Line> lines_;
  bool has_number_;
  std::vector<double> numbers_;
  std::string buffer_;
};

}  // namespace priory
