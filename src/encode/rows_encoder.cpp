// SPDX-License-Identifier: Apache-2.0
#include "encode/rows_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "core/number.h"
#include "encode/row_encoder.h"
#include "kernels/look.h"
#include "rows/chunk_spec.h"
#include "rows/weights.h"

namespace priory {
namespace {

Cell as_cell(std::string_view text) {
  return {text.data(), static_cast<std::uint32_t>(text.size()), 0};
}

// Spellings of missing cells that a number can have.
std::vector<double> numbers_among(const std::vector<std::string>& spellings) {
  std::vector<double> out;
  for (const std::string& each : spellings) {
    if (const auto value = parse_number(each); value && fmt::format("{}", *value) == each)
      out.push_back(*value);
  }
  return out;
}

// NaN where it is missing, infinite where it is no number.
double number_or_infinite(const Cell& cell, const CellReader& reader) {
  if (reader.missing(cell)) return kMissingReal;
  const double number = reader.number(cell);
  return std::isnan(number) ? INFINITY : number;
}

bool is_plain(const ColumnSpec& spec) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  return spec.domain.contains(-std::numeric_limits<double>::max()) && spec.domain.contains(0.5) &&
         spec.domain.contains(std::numeric_limits<double>::max()) && spec.most == kInfinite;
}

// Numbers that can be copied side by side: of rows one after the other, none of them masked.
bool lies_by_rows(const RowsColumn& column, const RowSet& rows) {
  if (!column.is(RowsBlock::Kind::numbers) || rows.chosen != nullptr) return false;
  const Numbers& numbers = column.block->numbers;
  constexpr std::ptrdiff_t kSize = sizeof(double);
  return numbers.type == NumberType::f64 && numbers.column_stride == kSize && numbers.row_stride > kSize &&
         numbers.row_stride % kSize == 0 && column.block->mask.data == nullptr &&
         reinterpret_cast<std::uintptr_t>(numbers.data) % alignof(double) == 0;
}

}  // namespace

RowsEncoder::RowsEncoder(const Rows& rows, const ChunkSpec& spec)
    : rows_(rows),
      spec_(spec),
      readers_(spec.missing, spec.trim),
      missing_numbers_(numbers_among(spec.missing)),
      dictionaries_(spec.columns.size()),
      target_(find_column(rows_, spec.target)),
      weight_(find_column(rows_, spec.weight)) {
  if (rows_.weights() != nullptr) {
    if (!spec_.weight.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("{}: weights are given twice: for the rows, and by column '{}'", rows_.name(),
                              spec_.weight),
                  {}, "leave out one of them");
    for (ColumnSpec& column : spec_.columns) column.in_sequence = false;
  }
  for (const ColumnSpec& column : spec_.columns) {
    first_reader_.push_back(readers_.size());
    for (std::size_t j = 0; j < column.names.size(); ++j) readers_.add(column.reading(j));
  }
  readers_.add(spec_.target_reading), readers_.add(spec_.weight_reading);
  slots_.resize(spec_.columns.size());
  for (std::size_t k = 0; k < slots_.size(); ++k) add_slot(spec_.columns[k], k);
  if (!spec_.target.empty()) class_coder_.emplace(target_, readers_[readers_.size() - 2], classes_);
  for (const std::string_view name : rows_.columns().strings()) {
    const bool named = std::ranges::find(spec_.keep, name) != spec_.keep.end();
    if (spec_.keep_all || named) kept_.emplace_back(name);
  }
}

void RowsEncoder::add_slot(const ColumnSpec& column, std::size_t k) {
  Slot& slot = slots_[k];
  if (column.kind == CellKind::bag && !column.text) {
    dictionaries_[k].insert_all(std::vector<std::string_view>(column.names.begin(), column.names.end()));
    return add_pieces(column, slot);
  }
  slot.from = find_column(rows_, column.source());
  if (column.text) slot.text.emplace(column, dictionaries_[k]);
  if (column.kind == CellKind::codes) enter_bins(column, dictionaries_[k]);
  if (column.kind == CellKind::codes && !column.bins)
    slot.coder.emplace(slot.from, reader(k), dictionaries_[k]);
  if (!column.text && !slot.coder && slot.from.is(RowsBlock::Kind::codes)) {
    for (const std::string& name : slot.from.block->values)
      slot.number_of_code.push_back(number_or_infinite(as_cell(name), reader(k)));
  }
}

void RowsEncoder::add_pieces(const ColumnSpec& column, Slot& slot) const {
  std::map<std::size_t, CountPiece> pieces;  // in the order of the blocks
  RowsColumn from;
  for (std::uint32_t word = 0; word < column.names.size(); ++word) {
    from = find_column(rows_, column.source(word), from);
    if (from.block == nullptr) continue;
    CountPiece& piece = pieces[from.block->first_column];
    piece.block = from.block;
    piece.word_of_column.resize(from.block->n_columns, kMissingCode);
    piece.word_of_column[from.column] = word;
    ++piece.n_words;
  }
  for (auto& [first, piece] : pieces) {
    piece.all_in_order = piece.n_words == column.names.size() && piece.n_words == piece.block->n_columns;
    for (std::uint32_t j = 0; piece.all_in_order && j < piece.word_of_column.size(); ++j)
      piece.all_in_order = piece.word_of_column[j] == j;
    slot.pieces.push_back(std::move(piece));
  }
}

const Chunk& RowsEncoder::encode(std::size_t first, std::size_t most) {
  errors_.clear();
  fill({first, most, nullptr});
  n_taken_ = chunk_.n_rows;
  if (errors_.empty()) return chunk_;
  std::ranges::stable_sort(errors_, {}, &RowsError::row);
  const std::vector<RowsError> errors = std::move(errors_);
  std::vector<std::size_t> good;
  auto bad = errors.begin();
  for (std::size_t row = first; row < first + n_taken_; ++row) {
    while (bad != errors.end() && bad->row < row) ++bad;
    if (bad == errors.end() || bad->row != row) good.push_back(row);
  }
  errors_.clear();
  fill({first, good.size(), &good});
  errors_ = errors;
  const auto same_row = [](const RowsError& x, const RowsError& y) { return x.row == y.row; };
  errors_.erase(std::unique(errors_.begin(), errors_.end(), same_row), errors_.end());
  return chunk_;
}

std::size_t RowsEncoder::take_bad_utf8() {
  std::size_t out = 0;
  const auto take = [&](std::optional<ValueCoder>& coder) {
    if (coder) out += std::exchange(coder->n_bad_utf8, 0);
  };
  for (Slot& slot : slots_) take(slot.coder);
  take(class_coder_);
  return out;
}

// Texts first: how many of them make a chunk decides how many rows it has.
void RowsEncoder::fill(const RowSet& asked) {
  RowSet rows = asked;
  sparse_.clear();
  chunk_.first_row = n_before_ + asked.first;
  chunk_.columns.resize(slots_.size());
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    Column& column = chunk_.columns[k];
    column.kind = spec_.columns[k].kind, column.dictionary = &dictionaries_[k];
    column.bins = spec_.columns[k].bins.get();
    if (slots_[k].text) read_texts(k, rows);
  }
  chunk_.n_rows = rows.size;
  std::size_t n_read = 0;  // of the slots, which were read with one before
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    Column& column = chunk_.columns[k];
    n_read = std::max(n_read, k + read_together(k, rows));
    if (slots_[k].text)
      column.bag.keep_rows(rows.size), column.tokens.keep_rows(rows.size);
    else if (column.kind == CellKind::bag)
      read_counts(k, rows);
    else if (column.kind == CellKind::reals)
      k < n_read ? check_reals(k, rows, column.reals) : read_reals(k, rows);
    else if (column.bins != nullptr)
      read_bins(k, rows);
    else
      read_values(slots_[k].from, *slots_[k].coder, rows, column.codes);
  }
  read_target(rows);
  read_weights(rows);
  keep_cells(rows);
  std::erase_if(errors_,
                [&](const RowsError& error) { return rows.size == 0 || error.row > rows[rows.size - 1]; });
}

void RowsEncoder::read_texts(std::size_t k, RowSet& rows) {
  Slot& slot = slots_[k];
  Column& out = chunk_.columns[k];
  out.bag.clear(), out.tokens.clear();
  slot.text->begin_chunk();
  const std::span<const double> numbers =
      slot.from.is(RowsBlock::Kind::csr) ? dense(slot.from, rows) : std::span<const double>();
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (slot.text->n_tokens() >= kTokensAChunk) rows.size = i;
    if (i == rows.size) break;
    try {
      std::optional<std::string_view> text;
      if (!numbers.empty())
        text = buffer_ = fmt::format("{}", numbers[i]);
      else
        text = text_at(slot.from, rows[i], buffer_);
      slot.text->add(text.value_or(""), text.value_or("").empty(), out);
    } catch (const Error& error) {
      errors_.push_back({rows[i], slot.from.block->first_column, error.message(), error.remedy()});
    } catch (RowsError& error) {
      error.column = slot.from.block->first_column;
      errors_.push_back(std::move(error));
    }
    if (out.bag.n_rows() == i) out.bag.end_row(true);  // of a row that is left out
    if (spec_.columns[k].listed && out.tokens.begin.size() == i + 1) out.tokens.end_row();
  }
}

SparseRows& RowsEncoder::entries(const RowsBlock& block, const RowSet& rows) {
  const auto [at, is_new] = sparse_.try_emplace(&block);
  if (is_new) at->second.read(block, rows);
  return at->second;
}

// A column of a sparse matrix as plain numbers, until the next call.
std::span<const double> RowsEncoder::dense(const RowsColumn& column, const RowSet& rows) {
  scratch_.assign(rows.size, 0.0);
  entries(*column.block, rows).each_of_column(column.column, [&](std::size_t i, double value) {
    if (i < rows.size) scratch_[i] = value;
  });
  return scratch_;
}

// Columns that stand side by side in a matrix that lies row after row: its memory is met once for all of
// them. How many were read, from slot k on; check_reals is still to come.
std::size_t RowsEncoder::read_together(std::size_t k, const RowSet& rows) {
  if (k % kTogether != 0 || k + kTogether > slots_.size() || !lies_by_rows(slots_[k].from, rows)) return 0;
  const RowsColumn& first = slots_[k].from;
  std::array<double*, kTogether> out{};
  for (std::size_t j = 0; j < kTogether; ++j) {
    const RowsColumn& each = slots_[k + j].from;
    const bool plain = spec_.columns[k + j].kind == CellKind::reals && reader(k + j).reading().date.empty();
    if (!plain || each.block != first.block || each.column != first.column + j) return 0;
    MaybeOwned<double>& reals = chunk_.columns[k + j].reals;
    reals.resize(rows.size);
    out[j] = reals.writable().data();
  }
  const Numbers& numbers = first.block->numbers;
  constexpr std::ptrdiff_t kSize = sizeof(double);
  read_columns(reinterpret_cast<const double*>(numbers.at(rows.first, first.column)),
               numbers.row_stride / kSize, rows.size, out.data());
  return kTogether;
}

void RowsEncoder::read_reals(std::size_t k, const RowSet& rows) {
  const RowsColumn& from = slots_[k].from;
  MaybeOwned<double>& out = chunk_.columns[k].reals;
  if (from.block == nullptr) return out.assign(rows.size, kMissingReal);
  const bool spelt = from.is(RowsBlock::Kind::codes) || from.is(RowsBlock::Kind::strings);
  const bool dates = !reader(k).reading().date.empty() && from.is(RowsBlock::Kind::numbers);
  if (spelt || dates) return parse_reals(k, rows, out);
  if (from.is(RowsBlock::Kind::csr)) {
    const std::span<const double> numbers = dense(from, rows);
    out.assign(numbers.begin(), numbers.end());
  } else if (const Numbers& numbers = from.block->numbers;
             numbers.type == NumberType::f64 && lies_as<double>(numbers, from.column) &&
             rows.chosen == nullptr && from.block->mask.data == nullptr) {
    out.borrow({reinterpret_cast<const double*>(numbers.at(rows.first, from.column)), rows.size});
  } else {
    out.resize(rows.size);
    read_numbers(from, rows, out.writable().data());
  }
  check_reals(k, rows, out);
}

void RowsEncoder::read_bins(std::size_t k, const RowSet& rows) {
  read_reals(k, rows);
  Column& column = chunk_.columns[k];
  column.codes.resize(rows.size);
  const std::span<const double> x = column.reals.view();
  std::uint32_t* const codes = column.codes.writable().data();
  for (std::size_t i = 0; i < rows.size; ++i)
    codes[i] = std::isnan(x[i]) ? kMissingCode : column.bins->find(x[i]);
  column.reals.clear();
}

void RowsEncoder::check_reals(std::size_t k, const RowSet& rows, MaybeOwned<double>& x) {
  const ColumnSpec& spec = spec_.columns[k];
  for (const std::vector<double>& list : {missing_numbers_, reader(k).missing_numbers()}) {
    for (const double missing : list) {
      for (std::size_t i = 0; i < rows.size; ++i) {
        if (x[i] == missing) x.writable()[i] = kMissingReal;
      }
    }
  }
  const std::span<const double> all = x.view();
  if (is_plain(spec) && none_infinite(all)) return;
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (std::isnan(all[i]) || (std::isfinite(all[i]) && fits(all[i], spec))) continue;
    refuse(rows[i], slots_[k].from, std::isfinite(all[i]) ? all[i] : kMissingReal, spec,
           fmt::format("{}", all[i]));
  }
}

// Numbers that are spelt: in texts, or in the names of values.
void RowsEncoder::parse_reals(std::size_t k, const RowSet& rows, MaybeOwned<double>& out) {
  const Slot& slot = slots_[k];
  const ColumnSpec& spec = spec_.columns[k];
  out.resize(rows.size);
  const std::span<double> reals = out.writable();
  for (std::size_t i = 0; i < rows.size; ++i) {
    reals[i] = kMissingReal;
    try {
      const bool coded = slot.from.is(RowsBlock::Kind::codes);
      const std::int64_t code = coded ? code_at(slot.from, rows[i]) : -1;
      const auto text = text_at(slot.from, rows[i], buffer_);
      if (!text) continue;
      const double value = coded ? slot.number_of_code[static_cast<std::size_t>(code)]
                                 : number_or_infinite(as_cell(*text), reader(k));
      if (std::isnan(value)) continue;
      if (std::isfinite(value) && fits(value, spec))
        reals[i] = value;
      else
        refuse(rows[i], slot.from, std::isfinite(value) ? value : kMissingReal, spec, std::string(*text));
    } catch (RowsError& error) {
      error.column = slot.from.block->first_column;
      errors_.push_back(std::move(error));
    }
  }
}

void RowsEncoder::refuse(std::size_t row, const RowsColumn& column, double value, const ColumnSpec& spec,
                         const std::string& shown) {
  try {
    check_number(as_cell(shown), value, spec);
  } catch (const CellError& error) {
    errors_.push_back({row, column.block->first_column + column.column, error.reason, error.remedy});
  }
}

void RowsEncoder::read_values(const RowsColumn& from, ValueCoder& coder, const RowSet& rows,
                              MaybeOwned<std::uint32_t>& out) {
  if (from.block == nullptr) return out.assign(rows.size, kMissingCode);
  if (from.is(RowsBlock::Kind::csr)) return coder.read(dense(from, rows), out);
  coder.read(rows, out, errors_);
}

void RowsEncoder::read_target(const RowSet& rows) {
  chunk_.target.kind = CellKind::codes, chunk_.target.dictionary = &classes_;
  if (!class_coder_) return chunk_.target.codes.clear();
  read_values(target_, *class_coder_, rows, chunk_.target.codes);
  if (!spec_.target_needed) return;
  const std::span<const std::uint32_t> codes = std::as_const(chunk_.target.codes);
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (codes[i] != kMissingCode) continue;
    const CellError error = missing_target(nullptr, spec_.target);
    errors_.push_back({rows[i], target_.block == nullptr ? 0 : target_.block->first_column + target_.column,
                       error.reason, error.remedy});
  }
}

void RowsEncoder::read_weights(const RowSet& rows) {
  chunk_.weight.clear();
  const Numbers* const given = rows_.weights();
  if (given == nullptr && spec_.weight.empty()) return;
  for (std::size_t i = 0; i < rows.size; ++i) {
    const double plain = given != nullptr ? number_at(*given, rows[i], 0) : kMissingReal;
    if (const std::optional<double> weight = checked_weight(plain)) {
      chunk_.weight.push_back(*weight);
      continue;
    }
    std::optional<std::string_view> text;
    if (given != nullptr)
      buffer_.clear(), spell(*given, rows[i], 0, buffer_), text = buffer_;
    else
      text = text_at(weight_, rows[i], buffer_);
    const Cell cell = as_cell(text.value_or(""));
    try {
      const double weight = readers_[readers_.size() - 1].number(cell);
      chunk_.weight.push_back(weight_of(&cell, std::isnan(weight) ? std::nullopt : std::optional(weight)));
    } catch (const CellError& error) {
      chunk_.weight.push_back(0);
      errors_.push_back({rows[i], weight_.block == nullptr ? 0 : weight_.block->first_column + weight_.column,
                         error.reason, error.remedy});
    }
  }
}

void RowsEncoder::keep_cells(const RowSet& rows) {
  chunk_.kept.clear(), chunk_.places.clear();
  chunk_.kept_names = kept_;
  chunk_.kept.resize(rows.size * kept_.size());
  for (std::size_t j = 0; j < kept_.size(); ++j) {
    const RowsColumn from = find_column(rows_, kept_[j]);
    const bool is_sparse = from.is(RowsBlock::Kind::csr);
    const std::span<const double> numbers = is_sparse ? dense(from, rows) : std::span<const double>();
    for (std::size_t i = 0; i < rows.size; ++i) {
      std::string& out = chunk_.kept[i * kept_.size() + j];
      out = is_sparse ? fmt::format("{}", numbers[i])
                      : std::string(text_at(from, rows[i], buffer_).value_or(""));
    }
  }
  for (std::size_t i = 0; spec_.places && i < rows.size; ++i)
    chunk_.places.push_back({rows_.name(), n_before_ + rows[i] + 1, 0});
}

}  // namespace priory
