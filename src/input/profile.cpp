// SPDX-License-Identifier: Apache-2.0
#include "input/profile.h"

#include <algorithm>
#include <utility>

#include "core/column_order.h"
#include "fold/fold.h"
#include "input/databases/typed_rows.h"
#include "input/rows_tally.h"

namespace priory {
namespace {

// The beginning of the rows.
template <class Item>
class FirstBatch final : public Source<Item> {
 public:
  explicit FirstBatch(std::unique_ptr<Source<Item>> all) : all_(std::move(all)) {}
  std::unique_ptr<Batch> next() override { return std::exchange(first_, false) ? all_->next() : nullptr; }
  std::unique_ptr<Decoder<Item>> decoder() const override { return all_->decoder(); }
  Progress progress() const override { return all_->progress(); }

 private:
  std::unique_ptr<Source<Item>> all_;
  bool first_ = true;
};

template <class Item>
Profile profile_of(std::unique_ptr<Source<Item>> rows, bool head_only, const Profile& zero, unsigned threads,
                   const Tick& tick) {
  if (head_only) rows = std::make_unique<FirstBatch<Item>>(std::move(rows));
  return fold(*rows, zero, threads, tick);
}

}  // namespace

Profile::Profile(const Table& table, const ReadingRules& rules, bool skip_bad_rows, Readings readings)
    : has_number_(RowsTally::has_number(rules)),
      skip_bad_rows_(skip_bad_rows),
      rows_name_columns_(table.columns().empty()),
      columns_(rules, std::move(readings)) {
  for (const DeclaredColumn& declared : table.columns()) {
    ColumnProfile& facts = columns_.facts(columns_.column(declared.name));
    facts.declared_numeric = declared.kind == DeclaredColumn::Kind::numeric;
    facts.declared_words = declared.kind == DeclaredColumn::Kind::words;
    facts.declared_text = declared.kind == DeclaredColumn::Kind::text;
    facts.declared_target = declared.kind == DeclaredColumn::Kind::target;
    facts.declared_name = declared.kind == DeclaredColumn::Kind::name;
    facts.declared_why = declared.why;
    facts.declared_values = declared.values;
    facts.unnamed = declared.unnamed;
  }
}

namespace {

ReadCounts skipped_counts(const Records& rows) {
  ReadCounts out;
  out.skipped = rows.bad.size(), out.first_skipped = rows.bad[0].reason, out.first_place = rows.bad[0].place;
  return out;
}

}  // namespace

void Profile::accumulate(const Records& rows, std::vector<double>* numbers) {
  if (!rows.bad.empty() && !skip_bad_rows_) rows.bad[0].refuse();
  counts_.rows += rows.n_rows;
  counts_.latin1 += rows.n_latin1;
  counts_.bad_utf8 += rows.n_bad_utf8;
  counts_.bad_mails += rows.n_bad_mails;
  if (!rows.bad.empty()) counts_.merge(skipped_counts(rows));
  sparse_ = rows.sparse;
  absent_is_zero_ = rows.absent_is_zero;
  if (numbers != nullptr) numbers->resize(rows.sparse ? 0 : rows.cells.size());
  for (std::size_t row = 0; row < rows.n_rows; ++row) {
    ColumnTallies::Line line{rows.line[row]};
    const auto add = [&](std::size_t column, const Cell& cell) {
      const double number = columns_.add(column, cell, line, [&] { return rows.place(row, cell); });
      if (numbers != nullptr && !rows.sparse) (*numbers)[row * rows.n_columns + column] = number;
    };
    const auto each_cell = [&](const auto& take) {
      for (std::size_t c = 0; !rows.sparse && c < rows.n_columns; ++c) take(c, rows.at(row, c));
      for (std::size_t k = rows.sparse ? rows.begin[row] : 0; rows.sparse && k < rows.begin[row + 1]; ++k)
        take(columns_.column(rows.names[rows.column[k]]), rows.cells[k]);
    };
    each_cell(add);
    columns_.end_row(line, each_cell);
  }
}

void Profile::accumulate(const ColumnRows& rows) {
  RowRange range;
  range.end = rows.n_rows;
  RowsTally(has_number_).add(*rows.rows, range, rows.n_before, columns_);
  counts_.rows += rows.n_rows;
}

void Profile::merge(const Profile& other) {
  counts_.merge(other.counts_);
  sparse_ = sparse_ || other.sparse_;
  absent_is_zero_ = absent_is_zero_ || other.absent_is_zero_;
  columns_.merge(other.columns_);
}

std::vector<ColumnProfile> Profile::finish() const {
  std::vector<ColumnProfile> out =
      columns_.finish(counts_.rows, std::vector<bool>(columns_.size(), absent_is_zero_));
  // Rows that name their own columns meet them in any order; the model must not depend on it.
  if (!sparse_ || !rows_name_columns_) {
    for (ColumnProfile& column : out) column.optional = false;  // the file declares them
    return out;
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return column_before(a.name, b.name); });
  return out;
}

std::vector<ColumnProfile> profile_table(const Table& table, const ReadingRules& rules, bool skip_bad_rows,
                                         unsigned threads, const Tick& tick, ReadCounts* counts,
                                         bool head_only) {
  const auto look = [&](const Readings& readings) {
    const Profile zero(table, rules, skip_bad_rows, readings);
    if (auto typed = columns_of(table)) return profile_of(std::move(typed), head_only, zero, threads, tick);
    return profile_of(head_only ? records_of_all(table, true) : records_of(table, true), head_only, zero,
                      threads, tick);
  };
  Profile total = look({});
  if (head_only && total.counts().rows == 0)
    return profile_table(table, rules, skip_bad_rows, threads, tick, counts, false);
  // Once more, as the cells ask to be read: most tables need no second reading.
  if (!total.read_right()) total = look(total.found());
  if (counts != nullptr) *counts = total.counts();
  return total.finish();
}

}  // namespace priory
