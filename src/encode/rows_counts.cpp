// SPDX-License-Identifier: Apache-2.0
// Columns of counts as one bag: of dense columns, of sparse matrices, or of both.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "core/number.h"
#include "encode/row_encoder.h"
#include "encode/rows_encoder.h"
#include "kernels/look.h"
#include "rows/chunk_spec.h"

namespace priory {
namespace {

// Every number above 0.
bool takes_all(const ColumnSpec& spec) {
  using Limits = std::numeric_limits<double>;
  return spec.domain.contains(Limits::denorm_min()) && spec.domain.contains(0.5) &&
         spec.domain.contains(Limits::max()) && spec.most == Limits::infinity();
}

}  // namespace

void RowsEncoder::read_counts(std::size_t k, const RowSet& rows) {
  Bag& bag = chunk_.columns[k].bag;
  bag.clear();
  if (borrow_counts(k, rows)) return;
  std::size_t n_words = 0;
  for (const CountPiece& piece : slots_[k].pieces) n_words += piece.n_words;
  for (std::size_t i = 0; i < rows.size; ++i) {
    std::size_t n_missing = 0;
    for (const CountPiece& piece : slots_[k].pieces) n_missing += add_counts(piece, k, i, rows);
    bag.end_row(n_words > 0 && n_missing == n_words);
  }
}

// A sparse matrix that is the bag: entries of 0 and NaN stand for no word.
bool RowsEncoder::borrow_counts(std::size_t k, const RowSet& rows) {
  const std::vector<CountPiece>& pieces = slots_[k].pieces;
  if (!spec_.columns[k].readings.empty() || pieces.size() != 1 || !pieces[0].all_in_order ||
      pieces[0].block->kind != RowsBlock::Kind::csr || !missing_numbers_.empty())
    return false;
  const SparseRows& from = entries(*pieces[0].block, rows);
  const ColumnSpec& spec = spec_.columns[k];
  if (!from.borrowed() || !all_positive_and_finite(from.value())) return false;
  if (!takes_all(spec) && !std::ranges::all_of(from.value(), [&](double x) { return fits(x, spec); }))
    return false;
  Bag& bag = chunk_.columns[k].bag;
  const std::size_t n = from.begin()[rows.size];
  bag.begin.assign(from.begin().begin(), from.begin().begin() + static_cast<long>(rows.size) + 1);
  bag.word.borrow(from.column().first(n)), bag.count.borrow(from.value().first(n));
  bag.missing.assign(rows.size, false);
  return true;
}

// The words of row i in a piece; returns how many cells are missing.
std::size_t RowsEncoder::add_counts(const CountPiece& piece, std::size_t k, std::size_t i,
                                    const RowSet& rows) {
  std::size_t n_missing = 0;
  if (piece.block->kind == RowsBlock::Kind::csr) {
    const SparseRows& from = entries(*piece.block, rows);
    for (std::size_t e = from.begin()[i]; e < from.begin()[i + 1]; ++e) {
      const std::uint32_t column = from.column()[e], word = piece.word_of_column[column];
      if (word != kMissingCode)
        n_missing += add_count(k, {piece.block, column}, rows[i], word, from.value()[e]);
    }
    return n_missing;
  }
  for (std::size_t j = 0; j < piece.word_of_column.size(); ++j) {
    const std::uint32_t word = piece.word_of_column[j];
    if (word == kMissingCode) continue;
    const RowsColumn from{piece.block, j};
    double value = kMissingReal;
    if (from.is(RowsBlock::Kind::numbers)) {
      if (from.has(rows[i])) value = number_at(piece.block->numbers, rows[i], j);
    } else if (const auto text = text_at(from, rows[i], buffer_)) {
      const Cell cell{text->data(), static_cast<std::uint32_t>(text->size()), 0};
      const CellReader& reads = reader(k, word);
      if (!reads.missing(cell)) value = reads.number(cell), value = std::isnan(value) ? INFINITY : value;
    }
    n_missing += add_count(k, from, rows[i], word, value);
  }
  return n_missing;
}

bool RowsEncoder::is_missing(double value, const CellReader& reader) const {
  const std::vector<double>& guessed = reader.missing_numbers();
  return std::ranges::find(missing_numbers_, value) != missing_numbers_.end() ||
         std::ranges::find(guessed, value) != guessed.end();
}

// Whether the cell is missing; what is no count is an error.
bool RowsEncoder::add_count(std::size_t k, const RowsColumn& from, std::size_t row, std::uint32_t word,
                            double value) {
  if (std::isnan(value) || is_missing(value, reader(k, word))) return true;
  const ColumnSpec& spec = spec_.columns[k];
  Bag& bag = chunk_.columns[k].bag;
  if (!std::isfinite(value) || !fits(value, spec))
    refuse(row, from, std::isfinite(value) ? value : kMissingReal, spec, fmt::format("{}", value));
  else if (value != 0)
    bag.word.push_back(word), bag.count.push_back(value);
  return false;
}

}  // namespace priory
