// SPDX-License-Identifier: Apache-2.0
// The profile of Rows: the facts that a file of the same cells has. Numbers are spelt only as long as their
// spellings have to be told apart.
#include <algorithm>
#include <cmath>

#include "priory/table.h"

#include "core/number.h"
#include "fold/fold.h"
#include "input/profile.h"
#include "rows/row_ranges.h"
#include "rows/rows_cells.h"

namespace priory {
namespace {

class RangeSource final : public Source<RowRange> {
 public:
  explicit RangeSource(std::size_t n_rows) : ranges_(n_rows, kRowsABatch) {}
  std::unique_ptr<Batch> next() override { return ranges_.next(); }
  std::unique_ptr<Decoder<RowRange>> decoder() const override { return std::make_unique<Itself>(); }

 private:
  static constexpr std::size_t kRowsABatch = 4096;
  struct Itself final : Decoder<RowRange> {
    void decode(const Batch& batch, const std::function<void(const RowRange&)>& take) override {
      take(dynamic_cast<const RowRange&>(batch));
    }
  };
  RowRanges ranges_;
};

class RowsProfile {
 public:
  RowsProfile(const Rows& rows, const ReadingRules& rules, Readings readings)
      : rows_(&rows),
        columns_(rules, std::move(readings)),
        has_number_(std::ranges::any_of(
            rules.missing, [](const std::string& each) { return parse_number(each).has_value(); })) {
    for (const std::string_view name : rows.columns().strings())
      columns_.facts(columns_.column(name)).declared_target = name == rows.target();
  }

  void accumulate(const RowRange& range) {
    first_row_ = range.begin, lines_.clear();
    for (std::size_t row = range.begin; row < range.end; ++row) lines_.push_back({row + 1});
    for (const RowsBlock& block : rows_->blocks()) {
      if (block.kind == RowsBlock::Kind::csr)
        add_sparse(block, range);
      else
        add_dense(block, range);
    }
    for (std::size_t row = range.begin; row < range.end; ++row)
      columns_.end_row(line(row), [&](const auto& take) { each_cell(row, take); });
  }
  void merge(const RowsProfile& other) { columns_.merge(other.columns_); }
  bool read_right() const { return columns_.found() == columns_.readings(); }
  Readings found() const { return columns_.found(); }
  std::vector<ColumnProfile> finish() const {
    std::vector<bool> sparse(columns_.size());
    for (const RowsBlock& block : rows_->blocks()) {
      for (std::size_t j = 0; j < block.n_columns; ++j)
        sparse[block.first_column + j] = block.kind == RowsBlock::Kind::csr;
    }
    std::vector<ColumnProfile> out = columns_.finish(rows_->n_rows(), sparse);
    for (ColumnProfile& each : out) each.optional = false;
    return out;
  }

 private:
  ColumnTallies::Line& line(std::size_t row) { return lines_[row - first_row_]; }

  static Cell as_cell(std::optional<std::string_view> text) {
    return text ? Cell{text->data(), static_cast<std::uint32_t>(text->size()), 0} : Cell();
  }

  // The cells of a row, as a file would have them.
  template <class Take>
  void each_cell(std::size_t row, const Take& take) {
    for (const RowsBlock& block : rows_->blocks()) {
      if (block.kind == RowsBlock::Kind::csr) {
        each_entry(block, {row, 1, nullptr}, [&](std::size_t, std::size_t j) { take(j, as_cell(buffer_)); });
        continue;
      }
      for (std::size_t j = 0; j < block.n_columns; ++j)
        take(block.first_column + j, as_cell(text_at({&block, j}, row, buffer_)));
    }
  }

  void add_dense(const RowsBlock& block, const RowRange& range) {
    for (std::size_t j = 0; j < block.n_columns; ++j) {
      const RowsColumn column{&block, j};
      for (std::size_t row = range.begin; row < range.end; ++row) {
        if (block.kind == RowsBlock::Kind::numbers)
          add_number(column, row);
        else
          add_text(column, row);
      }
    }
  }

  // Numbers are spelt only where their spelling is news.
  void add_number(const RowsColumn& column, std::size_t row) {
    const Numbers& numbers = column.block->numbers;
    const double value = column.has(row) ? number_at(numbers, row, column.column) : kMissingReal;
    const std::size_t c = column.block->first_column + column.column;
    const bool exact = std::abs(value) < 0x1p53;  // as a double and as a text
    if (!exact || has_number_ || !columns_.counts_once(c)) return add_text(column, row);
    columns_.add_number(c, value, line(row), [&] { return *text_at(column, row, buffer_); });
  }

  void add_text(const RowsColumn& column, std::size_t row) {
    const std::optional<std::string_view> text = text_at(column, row, buffer_);
    add_cell(column.block->first_column + column.column, row, text);
  }

  void add_cell(std::size_t j, std::size_t row, std::optional<std::string_view> text) {
    columns_.add(j, as_cell(text), line(row), [&] { return Place{rows_->name(), row + 1, j + 1}; });
  }

  void add_sparse(const RowsBlock& block, const RowRange& range) {
    each_entry(block, {range.begin, range.end - range.begin, nullptr},
               [&](std::size_t i, std::size_t j) { add_cell(j, range.begin + i, buffer_); });
  }

  // Calls take(i, column) for the entries of the i-th row, with their spelling in the buffer.
  template <class Take>
  void each_entry(const RowsBlock& block, const RowSet& rows, const Take& take) {
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

  const Rows* rows_;
  ColumnTallies columns_;
  std::size_t first_row_ = 0;
  std::vector<ColumnTallies::Line> lines_;  // of the rows at hand
  bool has_number_;                         // some number is a spelling of what is missing
  std::string buffer_;
};

}  // namespace

std::string Data::name() const {
  return table() != nullptr ? table()->paths()[0] : rows()->name();
}

std::vector<std::string> Data::columns() const {
  std::vector<std::string> out;
  if (rows() != nullptr) return {rows()->columns().strings().begin(), rows()->columns().strings().end()};
  for (const DeclaredColumn& column : table()->columns()) out.push_back(column.name);
  return out;
}

const std::string& Data::target() const {
  return table() != nullptr ? table()->target() : rows()->target();
}

std::vector<ColumnProfile> profile(const Data& data, const ReadingRules& rules, bool skip_bad_rows,
                                   unsigned threads, const Tick& tick, ReadCounts* counts, bool head_only) {
  if (data.table() != nullptr)
    return profile_table(*data.table(), rules, skip_bad_rows, threads, tick, counts, head_only);
  const Rows& rows = *data.rows();
  if (counts != nullptr) *counts = {}, counts->rows = rows.n_rows();
  const auto look = [&](const Readings& readings) {
    RangeSource ranges(rows.n_rows());
    return fold(ranges, RowsProfile(rows, rules, readings), threads, tick);
  };
  try {
    RowsProfile total = look({});
    if (!total.read_right()) total = look(total.found());
    return total.finish();
  } catch (const RowsError& error) {
    throw Error(ErrorKind::data, error.reason, {rows.name(), error.row + 1, error.column + 1}, error.remedy);
  }
}

}  // namespace priory
