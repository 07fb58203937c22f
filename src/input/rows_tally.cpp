// SPDX-License-Identifier: Apache-2.0
#include "input/rows_tally.h"

#include <algorithm>
#include <cmath>

#include "core/number.h"

namespace priory {
namespace {

Cell cell_of(std::optional<std::string_view> text) {
  return text ? Cell{text->data(), static_cast<std::uint32_t>(text->size()), 0} : Cell();
}

// As a double and as a text.
bool is_exact(double number) {
  return std::abs(number) < 0x1p53;
}

}  // namespace

// Numbers of which none is a spelling of what is missing, in a column that is read as it stands.
bool RowsTally::needs_no_text(const RowsColumn& column) const {
  return column.is(RowsBlock::Kind::numbers) && !has_number_ &&
         columns_->counts_once(column.block->first_column + column.column);
}

bool RowsTally::has_number(const ReadingRules& rules) {
  return std::ranges::any_of(rules.missing,
                             [](const std::string& each) { return parse_number(each).has_value(); });
}

void RowsTally::add(const Rows& rows, const RowRange& range, std::size_t n_before, ColumnTallies& columns) {
  rows_ = &rows, columns_ = &columns, n_before_ = n_before;
  first_row_ = range.begin, lines_.clear();
  for (std::size_t row = range.begin; row < range.end; ++row) lines_.push_back({n_before_ + row + 1});
  for (const RowsBlock& block : rows.blocks()) {
    if (block.kind == RowsBlock::Kind::csr)
      add_sparse(block, range);
    else
      add_dense(block, range);
  }
  for (std::size_t row = range.begin; row < range.end; ++row)
    columns.end_row(line(row), [&](const auto& take) { each_cell(row, take); });
}

// The cells of a row, as a file would have them.
template <class Take>
void RowsTally::each_cell(std::size_t row, const Take& take) {
  for (const RowsBlock& block : rows_->blocks()) {
    if (block.kind == RowsBlock::Kind::csr) {
      each_entry(block, {row, 1, nullptr}, [&](std::size_t, std::size_t j) { take(j, cell_of(buffer_)); });
      continue;
    }
    for (std::size_t j = 0; j < block.n_columns; ++j) {
      const RowsColumn column{&block, j};
      const std::size_t c = block.first_column + j;
      const double number =
          needs_no_text(column) && column.has(row) ? number_at(block.numbers, row, j) : kMissingReal;
      if (is_exact(number))
        take(c, number);
      else
        take(c, cell_of(text_at(column, row, buffer_)));
    }
  }
}

void RowsTally::add_dense(const RowsBlock& block, const RowRange& range) {
  for (std::size_t j = 0; j < block.n_columns; ++j) {
    const RowsColumn column{&block, j};
    if (needs_no_text(column)) {
      add_numbers(column, range);
    } else {
      for (std::size_t row = range.begin; row < range.end; ++row) add_text(column, row);
    }
  }
}

// Numbers are spelt only where their spelling is news, or where they are no number as a text.
void RowsTally::add_numbers(const RowsColumn& column, const RowRange& range) {
  const std::size_t c = column.block->first_column + column.column;
  numbers_.resize(range.end - range.begin);
  read_numbers(column, {range.begin, numbers_.size(), nullptr}, numbers_.data());
  for (std::size_t row = range.begin; row < range.end; ++row) {
    const double value = numbers_[row - range.begin];
    if (is_exact(value))
      columns_->add_number(c, value, line(row), [&] { return *text_at(column, row, buffer_); });
    else
      add_text(column, row);
  }
}

void RowsTally::add_text(const RowsColumn& column, std::size_t row) {
  const std::optional<std::string_view> text = text_at(column, row, buffer_);
  add_cell(column.block->first_column + column.column, row, text);
}

void RowsTally::add_cell(std::size_t j, std::size_t row, std::optional<std::string_view> text) {
  columns_->add(j, cell_of(text), line(row), [&] {
    return Place{rows_->name(), n_before_ + row + 1, j + 1};
  });
}

void RowsTally::add_sparse(const RowsBlock& block, const RowRange& range) {
  each_entry(block, {range.begin, range.end - range.begin, nullptr},
             [&](std::size_t i, std::size_t j) { add_cell(j, range.begin + i, buffer_); });
}

// Calls take(i, column) for the entries of the i-th row, with their spelling in the buffer.
template <class Take>
void RowsTally::each_entry(const RowsBlock& block, const RowSet& rows, const Take& take) {
  SparseRows entries;
  entries.read(block, rows);
  for (std::size_t i = 0; i + 1 < entries.begin().size(); ++i) {
    for (std::size_t k = entries.begin()[i]; k < entries.begin()[i + 1]; ++k) {
      const Numbers one(&entries.value()[k], NumberType::f64, 1, 1, 0, 0);
      buffer_.clear();
      if (!std::isnan(entries.value()[k])) spell(one, 0, 0, buffer_);
      take(i, block.first_column + entries.column()[k]);
    }
  }
}

}  // namespace priory
