// SPDX-License-Identifier: Apache-2.0
#include "rows/rows_cells.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <iterator>

#include "priory/chunk.h"

namespace priory {
namespace {

template <class T>
T load(const std::byte* at) {
  T out;
  std::memcpy(&out, at, sizeof out);
  return out;
}
template <>
bool load<bool>(const std::byte* at) {
  return *at != std::byte{0};
}

template <class T>
void spell_number(T value, std::string& out) {
  if constexpr (std::is_same_v<T, bool>)
    out += value ? '1' : '0';
  else if constexpr (std::is_floating_point_v<T>)
    fmt::format_to(std::back_inserter(out), "{}", static_cast<double>(value));
  else
    fmt::format_to(std::back_inserter(out), "{}", +value);
}

constexpr std::uint32_t kOutside = 0xFFFFFFFF;

// Whether each is larger than the one before, and the last below n; without a jump, so that many are compared
// at once.
bool rises(std::span<const std::uint32_t> columns, std::size_t n) {
  std::uint32_t falls = 0;
  for (std::size_t k = 1; k < columns.size(); ++k) falls |= columns[k - 1] >= columns[k] ? 1U : 0U;
  return falls == 0 && (columns.empty() || columns.back() < n);
}

}  // namespace

RowsColumn find_column(const Rows& rows, std::string_view name) {
  const std::uint32_t at = rows.columns().find(name);
  if (at == Dictionary::kAbsent) return {};
  const auto after = std::ranges::upper_bound(rows.blocks(), at, {}, &RowsBlock::first_column);
  const RowsBlock& block = *std::prev(after);
  return {&block, at - block.first_column};
}

RowsColumn find_column(const Rows& rows, std::string_view name, const RowsColumn& before) {
  if (before.block != nullptr && before.column + 1 < before.block->n_columns) {
    const RowsColumn next{before.block, before.column + 1};
    if (rows.columns()[next.block->first_column + next.column] == name) return next;
  }
  return find_column(rows, name);
}

std::int64_t whole_at(const Numbers& numbers, std::size_t k) {
  return with_type(numbers.type,
                   [&](auto one) { return static_cast<std::int64_t>(load<decltype(one)>(numbers.at(k))); });
}

double number_at(const Numbers& numbers, std::size_t row, std::size_t column) {
  return with_type(numbers.type, [&](auto one) {
    return static_cast<double>(load<decltype(one)>(numbers.at(row, column)));
  });
}

void spell(const Numbers& numbers, std::size_t row, std::size_t column, std::string& out) {
  with_type(numbers.type, [&](auto one) { spell_number(load<decltype(one)>(numbers.at(row, column)), out); });
}

std::string_view string_at(const Strings& strings, std::size_t row) {
  if (strings.strings != nullptr) return strings.strings[row];
  if (strings.views != nullptr) return strings.views[row];
  const std::int64_t begin = whole_at(strings.offsets, row), end = whole_at(strings.offsets, row + 1);
  constexpr std::int64_t kLongest = std::int64_t{1} << 30;
  if (begin < 0 || end < begin || end - begin > kLongest)
    throw RowsError{row, 0, fmt::format("a text from byte {} to {}", begin, end),
                    "offsets must not fall, and a text has at most 1 GiB"};
  return {strings.bytes + begin, static_cast<std::size_t>(end - begin)};
}

std::int64_t code_at(const RowsColumn& column, std::size_t row) {
  if (!column.has(row)) return -1;
  const std::int64_t code = whole_at(column.block->numbers, row);
  if (code >= -1 && code < static_cast<std::int64_t>(column.block->values.size())) return code;
  throw RowsError{row, column.block->first_column,
                  fmt::format("the code {} is of none of the {} values", code, column.block->values.size()),
                  "codes count the values from 0; -1 is missing"};
}

std::optional<std::string_view> text_at(const RowsColumn& column, std::size_t row, std::string& buffer) {
  if (!column.has(row)) return std::nullopt;
  const RowsBlock& block = *column.block;
  if (block.kind == RowsBlock::Kind::strings) return string_at(block.strings[0], row);
  if (block.kind == RowsBlock::Kind::codes) {
    const std::int64_t code = code_at(column, row);
    return code < 0 ? std::nullopt
                    : std::optional<std::string_view>(block.values[static_cast<std::size_t>(code)]);
  }
  if (std::isnan(number_at(block.numbers, row, column.column))) return std::nullopt;
  buffer.clear();
  spell(block.numbers, row, column.column, buffer);
  return buffer;
}

void read_numbers(const RowsColumn& column, const RowSet& rows, double* out) {
  const Numbers& numbers = column.block->numbers;
  with_type(numbers.type, [&](auto one) {
    using T = decltype(one);
    if (rows.chosen == nullptr) {
      const std::byte* at = numbers.at(rows.first, column.column);
      for (std::size_t i = 0; i < rows.size; ++i, at += numbers.row_stride)
        out[i] = static_cast<double>(load<T>(at));
    } else {
      for (std::size_t i = 0; i < rows.size; ++i)
        out[i] = static_cast<double>(load<T>(numbers.at(rows[i], column.column)));
    }
  });
  if (column.block->mask.data == nullptr) return;
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (!column.has(rows[i])) out[i] = kMissingReal;
  }
}

// Where the entries of each row lie, and in `begin_` where they come here.
void SparseRows::find_begin(const Csr& csr, const RowSet& rows) {
  begin_.assign(1, 0), from_.clear();
  const auto n_entries = static_cast<std::int64_t>(csr.column.n_rows);
  for (std::size_t i = 0; i < rows.size; ++i) {
    const std::int64_t from = whole_at(csr.begin, rows[i]), to = whole_at(csr.begin, rows[i] + 1);
    if (from < 0 || to < from || to > n_entries)
      throw RowsError{rows[i], 0, fmt::format("a row from entry {} to {} of {}", from, to, n_entries),
                      "the places where rows begin must not fall, nor go beyond the entries"};
    from_.push_back(static_cast<std::size_t>(from));
    begin_.push_back(begin_.back() + static_cast<std::size_t>(to - from));
  }
}

void SparseRows::read(const RowsBlock& block, const RowSet& rows) {
  const Csr& csr = block.csr;
  n_columns_ = block.n_columns;
  column_begin_.clear();
  find_begin(csr, rows);
  const bool together = rows.chosen == nullptr;
  const std::size_t n = begin_.back(), first = from_.empty() ? 0 : from_[0];
  const bool narrow = csr.column.type == NumberType::i32 || csr.column.type == NumberType::u32;
  const bool columns_lie = together && narrow && lies_as<std::uint32_t>(csr.column);
  const bool values_lie = together && csr.value.type == NumberType::f64 && lies_as<double>(csr.value);
  borrowed_ = columns_lie && values_lie;
  const auto each = [&](auto take) {
    for (std::size_t i = 0; i < rows.size; ++i) {
      for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) take(k, from_[i] + (k - begin_[i]));
    }
  };
  if (columns_lie) {
    column_ = {reinterpret_cast<const std::uint32_t*>(csr.column.at(first)), n};
  } else {
    own_columns_.resize(n);
    with_type(csr.column.type, [&](auto one) {
      each([&](std::size_t k, std::size_t entry) {
        // NOLINTNEXTLINE(bugprone-signed-char-misuse): numbers, and negative ones are outside
        const auto column = static_cast<std::uint64_t>(load<decltype(one)>(csr.column.at(entry)));
        own_columns_[k] = column < block.n_columns ? static_cast<std::uint32_t>(column) : kOutside;
      });
    });
    column_ = own_columns_;
  }
  if (values_lie) {
    value_ = {reinterpret_cast<const double*>(csr.value.at(first)), n};
  } else {
    own_values_.resize(n);
    with_type(csr.value.type, [&](auto one) {
      each([&](std::size_t k, std::size_t entry) {
        own_values_[k] = static_cast<double>(load<decltype(one)>(csr.value.at(entry)));
      });
    });
    value_ = own_values_;
  }
  check_columns(block, rows);
}

void SparseRows::transpose() {
  column_begin_.assign(n_columns_ + 1, 0);
  for (const std::uint32_t column : column_) ++column_begin_[column + 1];
  for (std::size_t j = 0; j < n_columns_; ++j) column_begin_[j + 1] += column_begin_[j];
  std::vector<std::size_t> next(column_begin_.begin(), column_begin_.end() - 1);
  by_column_.resize(column_.size());
  for (std::size_t i = 0; i + 1 < begin_.size(); ++i) {
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) by_column_[next[column_[k]]++] = {i, value_[k]};
  }
}

void SparseRows::check_columns(const RowsBlock& block, const RowSet& rows) {
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (rises(column_.subspan(begin_[i], begin_[i + 1] - begin_[i]), block.n_columns)) continue;
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
      if (column_[k] >= block.n_columns)
        throw RowsError{rows[i], block.first_column,
                        fmt::format("an entry in column {} of {}",
                                    whole_at(block.csr.column, from_[i] + (k - begin_[i])), block.n_columns),
                        "columns count from 0"};
    }
    std::vector<std::uint32_t> sorted(column_.begin() + static_cast<long>(begin_[i]),
                                      column_.begin() + static_cast<long>(begin_[i + 1]));
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
      throw RowsError{rows[i], block.first_column + *twice, "a row of a sparse matrix has a column twice",
                      "add up entries of the same cell first"};
  }
}

}  // namespace priory
