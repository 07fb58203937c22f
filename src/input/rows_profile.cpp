// SPDX-License-Identifier: Apache-2.0
// The profile of Rows: the facts that a file of the same cells has.
#include "priory/table.h"

#include "fold/fold.h"
#include "input/profile.h"
#include "input/rows_tally.h"
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
      : rows_(&rows), columns_(rules, std::move(readings)), tally_(RowsTally::has_number(rules)) {
    for (const std::string_view name : rows.columns().strings())
      columns_.facts(columns_.column(name)).declared_target = name == rows.target();
  }

  void accumulate(const RowRange& range) { tally_.add(*rows_, range, 0, columns_); }
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
  const Rows* rows_;
  ColumnTallies columns_;
  RowsTally tally_;
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
