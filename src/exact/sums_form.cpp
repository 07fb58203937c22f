// SPDX-License-Identifier: Apache-2.0
// How sums lie in memory: plain words with a base, small counts, and the one form that files hold.
#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "exact/sum_words.h"
#include "exact/sums.h"

namespace priory {

using namespace sum_words;

Sums::Sums(std::size_t rows, std::size_t cells) : rows_(rows), cells_(cells) {
  if (are_large())
    small_.emplace(rows, cells);
  else
    limbs_.resize(rows * cells);
}

Sums::Sums(SmallCounts counts) : rows_(counts.rows()), cells_(counts.cells()), small_(std::move(counts)) {}

Sums::Sums(std::size_t rows, std::size_t cells, long base, std::size_t n_limbs,
           LargeVector<std::uint64_t> limbs)
    : rows_(rows), cells_(cells), base_(base), n_limbs_(n_limbs), limbs_(std::move(limbs)) {}

Sums::Sums(std::size_t rows, std::size_t cells, long base, std::size_t n_limbs,
           std::span<const std::uint64_t> limbs, std::shared_ptr<const Backing> backing)
    : rows_(rows), cells_(cells), base_(base), n_limbs_(n_limbs) {
  auto foreign = std::make_shared<Foreign>();
  foreign->words = limbs;
  foreign->backing = std::move(backing);
  foreign_ = std::move(foreign);
}

void Sums::own() {
  const std::span<const std::uint64_t> all = limbs();
  limbs_.assign(all.begin(), all.end());
  foreign_ = nullptr;
}

const Backing* Sums::backing() const {
  return small_ ? small_->backing() : foreign_ ? foreign_->backing.get() : nullptr;
}

// What is plain, where that can be.
void Sums::make_small() {
  const std::span<const std::uint64_t> words = limbs();
  if (!SmallCounts::holds(words)) return;
  small_.emplace(rows_, cells_, words);
  limbs_ = {}, foreign_ = nullptr;
}

void Sums::make_plain() {
  if (is_plain()) return;
  const SmallCounts counts = std::move(*small_);
  small_.reset();
  limbs_.resize(rows_ * cells_);
  for (std::size_t r = 0; r < rows_; ++r) {
    const SmallCounts::Row row = counts.row(r);
    for (std::size_t c = 0; c < cells_; ++c) limbs_[r * cells_ + c] = static_cast<std::uint64_t>(row[c]);
  }
}

Sums Sums::plain() const {
  Sums out = *this;
  out.make_plain();
  return out;
}

std::span<const std::uint64_t> Sums::limbs() const {
  if (!is_plain()) throw std::logic_error("small counts are no words");
  return {words(), rows_ * cells_ * n_limbs_};
}

void Sums::make_room(long least, long top) {
  if (least >= base_ && top < base_ + static_cast<long>(64 * n_limbs_)) return;
  make_plain();
  const Extent now = extent();
  const long base = std::min(base_, floor_to_grain(least));
  rebase(base, words_for(std::max(now.top, top + 1) - base));
}

// The lowest bit in use and one above the highest, which is the sign's.
Sums::Extent Sums::extent() const {
  Extent out;
  if (n_limbs_ == 1) {
    std::uint64_t any = 0, beyond_sign = 0;
    for (const std::uint64_t word : limbs())
      any |= word, beyond_sign |= word ^ ((word >> 63) != 0 ? ~std::uint64_t{0} : 0);
    if (any != 0) out.least = std::min(out.least, base_ + std::countr_zero(any));
    if (beyond_sign != 0)
      out.top = std::max(out.top, base_ + static_cast<long>(std::bit_width(beyond_sign)) + 1);
    return out;
  }
  for (std::size_t i = 0; i < rows_ * cells_; ++i) {
    const auto words = entry(0, i);
    const std::uint64_t fill = is_negative(words) ? ~std::uint64_t{0} : 0;
    const auto first = std::find_if(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
    if (first == words.end()) continue;
    out.least = std::min(out.least, base_ + 64 * (first - words.begin()) + std::countr_zero(*first));
    const auto last =
        std::find_if(words.rbegin(), words.rend(), [fill](std::uint64_t word) { return word != fill; });
    if (last == words.rend()) continue;
    const auto width = static_cast<long>(std::bit_width(*last ^ fill));
    out.top = std::max(out.top, base_ + 64 * (words.rend() - last - 1) + width + 1);
  }
  return out;
}

// The same numbers with another base and width; the caller knows that they fit.
void Sums::rebase(long base, std::size_t n_limbs) {
  make_plain();
  LargeVector<std::uint64_t> limbs(rows_ * cells_ * n_limbs);
  for (std::size_t i = 0; i < rows_ * cells_; ++i) {
    const std::span<const std::uint64_t> from = std::as_const(*this).entry(0, i);
    for (std::size_t k = 0; k < n_limbs; ++k) limbs[i * n_limbs + k] = shifted_word(from, base_ - base, k);
  }
  limbs_ = std::move(limbs);
  foreign_ = nullptr;
  base_ = base;
  n_limbs_ = n_limbs;
}

void Sums::resize(std::size_t rows, std::size_t cells) {
  if (rows == rows_ && cells == cells_) return;
  if (small_) {
    small_->resize(rows, cells);
    rows_ = rows, cells_ = cells;
    return;
  }
  if (rows_ * cells_ == 0 && are_counts()) {
    *this = Sums(rows, cells);
    return;
  }
  if (foreign_) own();
  const std::size_t kept = std::min(rows, rows_);
  if (cells > cells_) widen(kept, cells);
  if (cells < cells_) narrow(kept, cells);
  limbs_.resize(rows * cells * n_limbs_);
  rows_ = rows, cells_ = cells;
  if (are_counts() && are_large()) make_small();
}

// Memory that was never touched costs more than the copying: rows move apart in the place they have, from the
// last on.
void Sums::widen(std::size_t n_rows, std::size_t cells) {
  const std::size_t from = cells_ * n_limbs_, to = cells * n_limbs_;
  limbs_.resize(n_rows * from);
  limbs_.resize(n_rows * to);
  for (std::size_t r = n_rows; r-- > 0;) {
    std::uint64_t* const row = limbs_.data() + r * to;
    std::memmove(row, limbs_.data() + r * from, from * sizeof(std::uint64_t));
    std::fill(row + from, row + to, 0);
  }
}

// Or together, from the first on.
void Sums::narrow(std::size_t n_rows, std::size_t cells) {
  const std::size_t from = cells_ * n_limbs_, to = cells * n_limbs_;
  for (std::size_t r = 0; r < n_rows; ++r)
    std::memmove(limbs_.data() + r * to, limbs_.data() + r * from, to * sizeof(std::uint64_t));
  limbs_.resize(n_rows * to);
}

// Whether the canonical form of these whole numbers is that of small counts: there are many, and no byte is
// enough for less than half of the rows.
bool Sums::suit_small() const {
  if (!are_large()) return false;
  if (small_) return 2 * small_->n_large() <= rows_ && SmallCounts::holds(small_->stored().words);
  const std::span<const std::uint64_t> all = limbs();
  std::size_t n_large = 0;
  for (std::size_t r = 0; r < rows_; ++r) {
    const std::span<const std::uint64_t> row = all.subspan(r * cells_, cells_);
    n_large += std::any_of(row.begin(), row.end(), [](std::uint64_t word) { return word > 0xFF; });
  }
  return 2 * n_large <= rows_ && SmallCounts::holds(all);
}

bool Sums::is_canonical() const {
  if (small_) return small_->is_canonical() && suit_small();
  if (are_counts()) return !suit_small();
  const Extent now = extent();
  const long base = floor_to_grain(now.least);
  return base == base_ && words_for(now.top - base) == n_limbs_;
}

Sums Sums::canonical() const& {
  return Sums(*this).canonical();
}

Sums Sums::canonical() && {
  if (small_) small_->make_canonical();
  if (!are_counts()) {
    const Extent now = extent();
    const long base = floor_to_grain(now.least);
    const std::size_t n_limbs = words_for(now.top - base);
    if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  }
  if (!are_counts() || suit_small() == !is_plain()) return std::move(*this);
  is_plain() ? make_small() : make_plain();
  if (small_) small_->make_canonical();
  return std::move(*this);
}

}  // namespace priory
