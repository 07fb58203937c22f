// SPDX-License-Identifier: Apache-2.0
#include "input/profile.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <xxhash.h>

#include "core/column_order.h"
#include "core/number.h"
#include "core/scripts.h"
#include "fold/fold.h"
#include "kernels/count_words.h"

namespace priory {
namespace {

constexpr std::size_t kManyValues = 64;
constexpr double kSmallWhole = 1e6;  // squares of smaller ones add up exactly for 2^53 / 10^12 rows and more
constexpr std::size_t kExamples = 3;

void keep_example(std::vector<std::string>& examples, std::string_view text) {
  const auto at = std::lower_bound(examples.begin(), examples.end(), text);
  if (at != examples.end() && *at == text) return;
  examples.insert(at, std::string(text));
  if (examples.size() > kExamples) examples.pop_back();
}

// The beginning of the rows.
class FirstBatch final : public Source<Records> {
 public:
  explicit FirstBatch(std::unique_ptr<Source<Records>> all) : all_(std::move(all)) {}
  std::unique_ptr<Batch> next() override { return std::exchange(first_, false) ? all_->next() : nullptr; }
  std::unique_ptr<Decoder<Records>> decoder() const override { return all_->decoder(); }
  Progress progress() const override { return all_->progress(); }

 private:
  std::unique_ptr<Source<Records>> all_;
  bool first_ = true;
};

}  // namespace

double ColumnTally::add(const Records& rows, std::size_t row, const Cell& cell, bool missing) {
  ++n_cells;
  if (missing) {
    ++facts.n_missing;
    return kMissingReal;
  }
  const double number = parse_number(cell.text()).value_or(kMissingReal);
  std::isnan(number) ? add_word(rows, row, cell) : add_number(number);
  if (!many_reals) add_value(cell.text());
  return number;
}

void ColumnTally::add_value(std::string_view text) {
  if (distinct.add(XXH3_64bits(text.data(), text.size()))) keep_example(facts.examples, text);
  if (facts.n_whole < facts.n_numbers && distinct.size() > kManyValues) {
    distinct.compact();
    if (distinct.size() > kManyValues) many_reals = true, distinct.clear();
  }
}

void ColumnTally::add_number(double value) {
  ++facts.n_numbers;
  facts.least = std::min(facts.least, value);
  facts.most = std::max(facts.most, value);
  // From 2^53 on there are whole numbers only.
  if (std::abs(value) < 0x1p53 && static_cast<double>(static_cast<std::int64_t>(value)) != value) return;
  ++facts.n_whole;
  if (std::abs(value) > kSmallWhole) return;
  sum += static_cast<std::int64_t>(value);
  sum_of_squares += value * value;
}

void ColumnTally::count_words_of(std::string_view text) {
  facts.n_words += count_words(text);
  const ScriptCounts scripts = count_scripts(text);
  facts.n_unspaced += scripts.mostly_unspaced(), facts.n_characters += scripts.unspaced;
}

void ColumnTally::note_odd(std::string_view text, const Place& place) {
  if (!facts.odd_place.file.empty() && !earlier(place, facts.odd_place)) return;
  facts.odd = text.substr(0, 60), facts.odd_place = place;
}

void ColumnTally::add_word(const Records& rows, std::size_t row, const Cell& cell) {
  count_words_of(cell.text());
  if (!facts.odd_place.file.empty() && facts.odd_place.line <= rows.line[row])
    return;  // the common case, cheaply
  note_odd(cell.text(), rows.place(row, cell));
}

void ColumnTally::merge(const ColumnTally& other) {
  n_cells += other.n_cells;
  facts.n_missing += other.facts.n_missing;
  facts.n_numbers += other.facts.n_numbers;
  facts.n_whole += other.facts.n_whole;
  facts.n_words += other.facts.n_words;
  facts.n_unspaced += other.facts.n_unspaced;
  facts.n_characters += other.facts.n_characters;
  facts.least = std::min(facts.least, other.facts.least);
  facts.most = std::max(facts.most, other.facts.most);
  sum += other.sum;
  sum_of_squares += other.sum_of_squares;
  for (const std::string& example : other.facts.examples) keep_example(facts.examples, example);
  if (facts.odd_place.file.empty() ||
      (!other.facts.odd_place.file.empty() && earlier(other.facts.odd_place, facts.odd_place))) {
    facts.odd = other.facts.odd, facts.odd_place = other.facts.odd_place;
  }
  distinct.merge(other.distinct);
  many_reals = many_reals || other.many_reals;
}

ColumnProfile ColumnTally::finish(std::size_t n_rows, bool absent_is_zero) const {
  ColumnProfile out = facts;
  Distinct all = distinct;
  out.n_rows = n_rows;
  const std::size_t absent = n_rows - n_cells;
  out.optional = absent > 0 || absent_is_zero;
  if (absent > 0 && absent_is_zero) {
    out.n_numbers += absent, out.n_whole += absent;
    out.least = std::min(out.least, 0.0), out.most = std::max(out.most, 0.0);
    all.add(XXH3_64bits("0", 1));
    keep_example(out.examples, "0");
  } else {
    out.n_missing += absent;
  }
  all.compact();
  const bool reals = out.n_whole < out.n_numbers && (many_reals || all.size() > kManyValues);
  out.n_distinct = reals ? out.n_present() : std::min(all.count(), out.n_present());
  if (out.n_whole > 0) {
    out.mean = static_cast<double>(sum) / static_cast<double>(out.n_whole);
    out.variance = sum_of_squares / static_cast<double>(out.n_whole) - out.mean * out.mean;
  }
  return out;
}

Profile::Profile(const Table& table, std::vector<std::string> missing, bool skip_bad_rows)
    : missing_(std::move(missing)),
      skip_bad_rows_(skip_bad_rows),
      rows_name_columns_(table.columns().empty()) {
  for (const DeclaredColumn& declared : table.columns()) {
    ColumnProfile& facts = tally(declared.name).facts;
    facts.declared_numeric = declared.kind == DeclaredColumn::Kind::numeric;
    facts.declared_text = declared.kind == DeclaredColumn::Kind::text;
    facts.declared_target = declared.kind == DeclaredColumn::Kind::target;
    facts.declared_name = declared.kind == DeclaredColumn::Kind::name;
    facts.declared_why = declared.why;
    facts.declared_values = declared.values;
  }
}

ColumnTally& Profile::tally(std::string_view name) {
  const std::uint32_t code = names_.insert(name);
  if (code == columns_.size()) {
    columns_.emplace_back();
    columns_.back().facts.name = name;
  }
  return columns_[code];
}

void Profile::accumulate(const Records& rows, std::vector<double>* numbers) {
  if (!rows.bad.empty() && !skip_bad_rows_) rows.bad[0].refuse();
  counts_.rows += rows.n_rows;
  counts_.bad_utf8 += rows.n_bad_utf8;
  counts_.bad_mails += rows.n_bad_mails;
  if (!rows.bad.empty()) counts_.merge({0, rows.bad.size(), 0, 0, rows.bad[0].reason, rows.bad[0].place});
  sparse_ = rows.sparse;
  absent_is_zero_ = rows.absent_is_zero;
  if (numbers != nullptr) numbers->resize(rows.sparse ? 0 : rows.cells.size());
  for (std::size_t row = 0; row < rows.n_rows; ++row) {
    if (!rows.sparse) {
      for (std::size_t c = 0; c < rows.n_columns; ++c) {
        const double number = columns_[c].add(rows, row, rows.at(row, c), missing_(rows.at(row, c)));
        if (numbers != nullptr) (*numbers)[row * rows.n_columns + c] = number;
      }
      continue;
    }
    for (std::size_t k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
      tally(rows.names[rows.column[k]]).add(rows, row, rows.cells[k], missing_(rows.cells[k]));
    }
  }
}

void Profile::merge(const Profile& other) {
  counts_.merge(other.counts_);
  sparse_ = sparse_ || other.sparse_;
  absent_is_zero_ = absent_is_zero_ || other.absent_is_zero_;
  for (std::uint32_t code = 0; code < other.columns_.size(); ++code)
    tally(other.names_[code]).merge(other.columns_[code]);
}

std::vector<ColumnProfile> Profile::finish() const {
  std::vector<ColumnProfile> out;
  for (const ColumnTally& column : columns_) out.push_back(column.finish(counts_.rows, absent_is_zero_));
  // Rows that name their own columns meet them in any order; the model must not depend on it.
  if (!sparse_ || !rows_name_columns_) {
    for (ColumnProfile& column : out) column.optional = false;  // the file declares them
    return out;
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return column_before(a.name, b.name); });
  return out;
}

std::vector<ColumnProfile> profile(const Table& table, const std::vector<std::string>& missing,
                                   bool skip_bad_rows, unsigned threads, const Tick& tick, ReadCounts* counts,
                                   bool head_only) {
  const std::unique_ptr<Source<Records>> rows =
      head_only ? std::make_unique<FirstBatch>(table.all_rows(true)) : table.rows(true);
  const Profile total = fold(*rows, Profile(table, missing, skip_bad_rows), threads, tick);
  if (head_only && total.counts().rows == 0)
    return profile(table, missing, skip_bad_rows, threads, tick, counts);
  if (counts != nullptr) *counts = total.counts();
  return total.finish();
}

}  // namespace priory
