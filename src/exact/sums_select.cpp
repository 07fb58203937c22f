// SPDX-License-Identifier: Apache-2.0
// Parts of sums: some of them, their total, their values.
#include <algorithm>
#include <bit>
#include <limits>

#include "exact/sum_words.h"
#include "exact/sums.h"

namespace priory {

using namespace sum_words;

Sums Sums::select(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) const {
  if (small_ && rows.size() * cells.size() >= SmallCounts::kWorthwhile)
    return Sums(small_->select(rows, cells));
  if (small_) {
    Sums out(rows.size(), cells.size());
    std::uint64_t* to = out.limbs_.data();
    for (const std::uint32_t r : rows) {
      const SmallCounts::Row row = small_->row(r);
      for (const std::uint32_t c : cells) *to++ = static_cast<std::uint64_t>(row[c]);
    }
    return out;
  }
  const std::size_t width = cells_ * n_limbs_;
  const std::uint64_t* from = foreign_ ? foreign_->words.data() : limbs_.data();
  if (foreign_ && !foreign_->checked) {
    for (const std::uint32_t r : rows)
      foreign_->backing->check(from + r * width, width * sizeof(std::uint64_t));
  }
  Sums out(0, cells.size(), base_, n_limbs_, {});
  out.rows_ = rows.size();
  out.limbs_.resize(rows.size() * cells.size() * n_limbs_);
  std::uint64_t* to = out.limbs_.data();
  bool all_cells = cells.size() == cells_;
  for (std::size_t c = 0; c < cells.size(); ++c) all_cells = all_cells && cells[c] == c;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k + kRowsAhead < rows.size()) fetch_row(rows[k + kRowsAhead]);
    const std::uint64_t* row = from + rows[k] * width;
    if (all_cells)
      to = std::copy_n(row, width, to);
    else
      for (const std::uint32_t c : cells) to = std::copy_n(row + c * n_limbs_, n_limbs_, to);
  }
  return out;
}

Sums Sums::rows_from(std::size_t first, std::size_t count) const {
  if (small_) return Sums(small_->rows_from(first, count));
  const std::size_t width = cells_ * n_limbs_;
  if (foreign_)
    return Sums(count, cells_, base_, n_limbs_, foreign_->words.subspan(first * width, count * width),
                foreign_->backing);
  const auto begin = limbs_.begin() + static_cast<long>(first * width);
  return Sums(count, cells_, base_, n_limbs_, {begin, begin + static_cast<long>(count * width)});
}

Sums Sums::total() const {
  if (small_) return total_of_small();
  Sums out(1, cells_, base_, n_limbs_, LargeVector<std::uint64_t>(cells_ * n_limbs_));
  if (n_limbs_ == 1) {
    std::uint64_t magnitude = 0;
    const std::uint64_t* from = words();
    for (std::size_t r = 0; r < rows_; ++r, from += cells_) {
      for (std::size_t c = 0; c < cells_; ++c) {
        magnitude |= (from[c] >> 63) != 0 ? ~from[c] : from[c];
        out.limbs_[c] += from[c];
      }
    }
    if (std::bit_width(magnitude) + std::bit_width(rows_) < 63) return out;  // nothing can have overflowed
    out.limbs_.assign(cells_, 0);
  }
  out.merge(*this, std::vector<std::uint32_t>(rows_, 0));
  return out;
}

Sums Sums::total_of_small() const {
  Sums out(1, cells_);
  std::vector<std::uint64_t> bytes(cells_);
  for (std::size_t r = 0; r < rows_; ++r) {
    const SmallCounts::Row row = small_->row(r);
    for (std::size_t c = 0; c < cells_; ++c) bytes[c] += row.bytes[c];
    for (std::size_t c = 0; row.words != nullptr && c < cells_; ++c)
      out.add_scaled(0, c, static_cast<std::int64_t>(row.words[c]), 0);
  }
  for (std::size_t c = 0; c < cells_; ++c) out.add_scaled(0, c, Whole{bytes[c]}, 0);
  return out;
}

bool Sums::operator==(const Sums& other) const {
  if (small_ && other.small_) return *small_ == *other.small_;
  if (small_ || other.small_) return plain() == other.plain();
  return rows_ == other.rows_ && cells_ == other.cells_ && same_form(other) &&
         std::equal(limbs().begin(), limbs().end(), other.limbs().begin());
}

double Sums::value(std::size_t row, std::size_t cell) const {
  if (small_) return static_cast<double>(small_->row(row)[cell]);
  // The conversion rounds to nearest, and what follows is exact as long as the unit is a normal number.
  if (n_limbs_ > 2 || base_ < std::numeric_limits<double>::min_exponent - 1) return rounded(exact(row, cell));
  const std::uint64_t* words = entry(row, cell).data();
  const double units = n_limbs_ == 1 ? static_cast<double>(load<std::int64_t>(words))
                                     : static_cast<double>(load<SignedWide>(words));
  return base_ == 0 ? units : units * std::bit_cast<double>(static_cast<std::uint64_t>(base_ + 1023) << 52);
}

void Sums::values(std::size_t row, std::span<double> out) const {
  if (small_) {
    const SmallCounts::Row from = small_->row(row);
    for (std::size_t cell = 0; cell < cells_; ++cell) out[cell] = static_cast<double>(from[cell]);
    return;
  }
  const std::uint64_t* words = entry(row, 0).data();
  for (std::size_t cell = 0; cell < cells_; ++cell)
    out[cell] = n_limbs_ == 1 && base_ == 0 ? static_cast<double>(load<std::int64_t>(words + cell))
                                            : value(row, cell);
}

Exact Sums::exact(std::size_t row, std::size_t cell) const {
  if (small_) return Exact(mpz_class(static_cast<long>(small_->row(row)[cell])), 0);
  const auto words = entry(row, cell);
  Exact out(0, base_);
  mpz_import(out.m.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (is_negative(words)) out.m -= mpz_class(1) << static_cast<mp_bitcnt_t>(64 * words.size());
  return out;
}

bool Sums::negative(std::size_t row, std::size_t cell) const {
  if (small_) return small_->row(row)[cell] < 0;
  return is_negative(entry(row, cell));
}

bool Sums::zero(std::size_t row, std::size_t cell) const {
  if (small_) return small_->row(row)[cell] == 0;
  const auto words = entry(row, cell);
  return std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; });
}

bool Sums::zero_row(std::size_t row) const {
  if (small_) return small_->zero_row(row);
  const std::uint64_t* begin = entry(row, 0).data();
  return std::all_of(begin, begin + cells_ * n_limbs_, [](std::uint64_t word) { return word == 0; });
}

}  // namespace priory
