// SPDX-License-Identifier: Apache-2.0
// Adding sums to sums, and taking them away.
#include <algorithm>
#include <vector>

#include "exact/sum_words.h"
#include "exact/sums.h"

namespace priory {

using namespace sum_words;

void Sums::merge(const Sums& other, Map row_map, Map cell_map) {
  combine(other, row_map, cell_map, false);
}

void Sums::subtract(const Sums& other, Map row_map, Map cell_map) {
  combine(other, row_map, cell_map, true);
}

void Sums::combine(const Sums& other, Map row_map, Map cell_map, bool minus) {
  if (combine_small(other, row_map, cell_map, minus)) return;
  make_plain();
  const long base = std::min(base_, other.base_);
  const auto width = [base](const Sums& sums) {
    return sums.n_limbs_ + static_cast<std::size_t>(sums.base_ - base + 63) / 64;
  };
  const std::size_t n_limbs = std::max(width(*this), width(other));
  if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  const std::size_t rows = row_map.empty() ? other.rows_ : std::min(other.rows_, row_map.size());
  const std::size_t cells = cell_map.empty() ? other.cells_ : std::min(other.cells_, cell_map.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t row = row_map.empty() ? r : row_map[r];
    if (r + kRowsAhead < rows && !row_map.empty()) fetch_row(row_map[r + kRowsAhead]);
    for (std::size_t c =
             combine_counts(other, r, row, cell_map.first(std::min(cells, cell_map.size())), minus);
         c < cells; ++c)
      combine_entry(other, r, c, row, cell_map.empty() ? c : cell_map[c], minus);
  }
}

// Small counts with whole numbers, or anything with small counts, which is one number after the other. False
// if neither is so.
bool Sums::combine_small(const Sums& other, Map row_map, Map cell_map, bool minus) {
  if (other.is_plain() && !(small_ && other.are_counts())) return false;
  const std::size_t rows = row_map.empty() ? other.rows_ : std::min(other.rows_, row_map.size());
  const std::size_t cells = cell_map.empty() ? other.cells_ : std::min(other.cells_, cell_map.size());
  const auto add_row = [&](std::size_t r, const auto& number_of) {
    const std::size_t row = row_map.empty() ? r : row_map[r];
    if (r + kRowsAhead < rows && !row_map.empty()) fetch_row(row_map[r + kRowsAhead]);
    for (std::size_t c = 0; c < cells; ++c) {
      const std::int64_t number = number_of(c);
      if (number == 0) continue;
      const std::size_t cell = cell_map.empty() ? c : cell_map[c];
      if (small_ && number != kNotWhole && small_->add(row, cell, minus ? -number : number)) continue;
      add_scaled(row, cell, minus ? -Whole{number} : Whole{number}, 0);
    }
  };
  for (std::size_t r = 0; r < rows; ++r) {
    if (other.is_plain())
      add_row(r, [&](std::size_t c) { return load<std::int64_t>(other.entry(r, c).data()); });
    else
      add_row(r, [from = other.small_->row(r)](std::size_t c) { return from[c]; });
  }
  return true;
}

// The shortest way through the first entries of a row, for whole numbers in one word each. Returns how many
// were added, or taken away, before one that needs another way.
std::size_t Sums::combine_counts(const Sums& other, std::size_t r, std::size_t row, Map cell_map,
                                 bool minus) {
  if (!same_form(other) || n_limbs_ != 1 || cell_map.empty()) return 0;
  const std::uint64_t* from = other.entry(r, 0).data();
  std::uint64_t* const to = entry(row, 0);
  for (std::size_t c = 0; c < cell_map.size(); ++c) {
    if (from[c] != 0 && !add_whole(to + cell_map[c], load<std::int64_t>(from + c), minus)) return c;
  }
  return cell_map.size();
}

void Sums::fetch_row(std::size_t row) const {
  constexpr std::size_t kLine = 64 / sizeof(std::uint64_t);
  if (foreign_ || cells_ == 0) return;
  if (small_) return small_->fetch(row), small_->fetch(row, cells_ - 1);
  const std::uint64_t* begin = limbs_.data() + row * cells_ * n_limbs_;
  for (std::size_t k = 0; k < cells_ * n_limbs_; k += kLine) __builtin_prefetch(begin + k);
}

// Adds entry (r, c) of the other to (row, cell), or takes it away. The base is not above the other's, and
// there are words enough for either number, if not for their sum.
void Sums::combine_entry(const Sums& other, std::size_t r, std::size_t c, std::size_t row, std::size_t cell,
                         bool minus) {
  const std::span<const std::uint64_t> from = other.entry(r, c);
  if (same_form(other) && n_limbs_ <= 2) {
    std::uint64_t* dest = entry(row, cell);
    if (n_limbs_ == 1 ? add_whole(dest, load<std::int64_t>(from.data()), minus)
                      : add_whole(dest, load<SignedWide>(from.data()), minus))
      return;
  }
  if (other.zero(r, c)) return;
  const auto apply = [&](bool take) {
    if (same_form(other)) return accumulate_signed({entry(row, cell), n_limbs_}, from, take);
    std::vector<std::uint64_t> summand(n_limbs_);
    for (std::size_t k = 0; k < n_limbs_; ++k) summand[k] = shifted_word(from, other.base_ - base_, k);
    return accumulate_signed({entry(row, cell), n_limbs_}, summand, take);
  };
  if (apply(minus)) return;
  apply(!minus);  // overflow: undo, widen, and again
  rebase(base_, n_limbs_ + 1);
  apply(minus);
}

}  // namespace priory
