// SPDX-License-Identifier: Apache-2.0
// The profile of Rows: the facts that a file of the same cells has. Numbers are spelt only as long as their
// spellings have to be told apart.
#include <algorithm>
#include <cmath>

#include "priory/data.h"

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
  RowsProfile(const Rows& rows, const std::vector<std::string>& missing)
      : rows_(&rows),
        missing_(missing),
        columns_(rows.n_columns()),
        has_number_(std::ranges::any_of(
            missing, [](const std::string& each) { return parse_number(each).has_value(); })) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      columns_[j].facts.name = rows.columns()[j];
      columns_[j].facts.declared_target = columns_[j].facts.name == rows.target();
    }
  }

  void accumulate(const RowRange& range) {
    for (const RowsBlock& block : rows_->blocks()) {
      if (block.kind == RowsBlock::Kind::csr)
        add_sparse(block, range);
      else
        add_dense(block, range);
    }
  }
  void merge(const RowsProfile& other) {
    for (std::size_t j = 0; j < columns_.size(); ++j) columns_[j].merge(other.columns_[j]);
  }
  std::vector<ColumnProfile> finish() const {
    std::vector<ColumnProfile> out;
    for (const RowsBlock& block : rows_->blocks()) {
      const bool sparse = block.kind == RowsBlock::Kind::csr;
      for (std::size_t j = 0; j < block.n_columns; ++j) {
        out.push_back(columns_[block.first_column + j].finish(rows_->n_rows(), sparse));
        out.back().optional = false;
      }
    }
    return out;
  }

 private:
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

  void add_number(const RowsColumn& column, std::size_t row) {
    const Numbers& numbers = column.block->numbers;
    const double value = column.has(row) ? number_at(numbers, row, column.column) : kMissingReal;
    ColumnTally& tally = columns_[column.block->first_column + column.column];
    if (tally.many_reals && std::isfinite(value) && !has_number_) {
      ++tally.n_cells;
      return tally.add_number(value);
    }
    add_text(column, row);
  }

  void add_text(const RowsColumn& column, std::size_t row) {
    const std::optional<std::string_view> text = text_at(column, row, buffer_);
    add_cell(column.block->first_column + column.column, row, text);
  }

  void add_cell(std::size_t j, std::size_t row, std::optional<std::string_view> text) {
    ColumnTally& tally = columns_[j];
    ++tally.n_cells;
    if (!text || missing_({text->data(), static_cast<std::uint32_t>(text->size()), 0})) {
      ++tally.facts.n_missing;
      return;
    }
    if (const auto number = parse_number(*text)) {
      tally.add_number(*number);
    } else {
      tally.count_words_of(*text);
      tally.note_odd(*text, {rows_->name(), row + 1, j + 1});
    }
    if (!tally.many_reals) tally.add_value(*text);
  }

  void add_sparse(const RowsBlock& block, const RowRange& range) {
    SparseRows entries;
    entries.read(block, {range.begin, range.end - range.begin, nullptr});
    for (std::size_t i = 0; i + 1 < entries.begin().size(); ++i) {
      for (std::size_t k = entries.begin()[i]; k < entries.begin()[i + 1]; ++k) {
        const Numbers one(&entries.value()[k], NumberType::f64, 1, 1, 0, 0);
        buffer_.clear();
        if (!std::isnan(entries.value()[k])) spell(one, 0, 0, buffer_);
        add_cell(block.first_column + entries.column()[k], range.begin + i, buffer_);
      }
    }
  }

  const Rows* rows_;
  MissingCells missing_;
  std::vector<ColumnTally> columns_;
  bool has_number_;  // some number is a spelling of what is missing
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

std::vector<ColumnProfile> profile(const Data& data, const std::vector<std::string>& missing,
                                   bool skip_bad_rows, unsigned threads, const Tick& tick,
                                   ReadCounts* counts) {
  if (data.table() != nullptr) return profile(*data.table(), missing, skip_bad_rows, threads, tick, counts);
  const Rows& rows = *data.rows();
  RangeSource ranges(rows.n_rows());
  const RowsProfile zero(rows, missing);
  if (counts != nullptr) *counts = {}, counts->rows = rows.n_rows();
  try {
    return fold(ranges, zero, threads, tick).finish();
  } catch (const RowsError& error) {
    throw Error(ErrorKind::data, error.reason, {rows.name(), error.row + 1, error.column + 1}, error.remedy);
  }
}

}  // namespace priory
