// SPDX-License-Identifier: Apache-2.0
#include "exact/small_counts.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace priory {
namespace {

constexpr std::size_t kRowsAhead = 8;  // rows that are fetched before they are needed

bool fits_a_byte(std::uint64_t number) {
  return number <= 0xFF;
}

bool all_zeros(const std::uint8_t* bytes, std::size_t n) {
  return std::all_of(bytes, bytes + n, [](std::uint8_t byte) { return byte == 0; });
}

}  // namespace

SmallCounts::SmallCounts(std::size_t rows, std::size_t cells)
    : rows_(rows), cells_(cells), bytes_(rows * cells) {}

SmallCounts::SmallCounts(std::size_t rows, std::size_t cells, const Stored& stored,
                         std::shared_ptr<const Backing> backing)
    : rows_(rows), cells_(cells) {
  auto foreign = std::make_shared<Foreign>();
  foreign->stored = stored;
  foreign->backing = std::move(backing);
  foreign_ = std::move(foreign);
}

SmallCounts::SmallCounts(std::size_t rows, std::size_t cells, std::span<const std::uint64_t> words)
    : SmallCounts(rows, cells) {
  for (std::size_t r = 0; r < rows; ++r) {
    const std::span<const std::uint64_t> row = words.subspan(r * cells, cells);
    if (std::all_of(row.begin(), row.end(), fits_a_byte))
      std::copy(row.begin(), row.end(), bytes_.data() + r * cells);
    else
      std::copy(row.begin(), row.end(), make_large(r));
  }
}

bool SmallCounts::holds(std::span<const std::uint64_t> words) {
  return std::all_of(words.begin(), words.end(), [](std::uint64_t word) {
    const auto number = static_cast<std::int64_t>(word);
    return number > -kLargestWord && number < kLargestWord;
  });
}

std::size_t SmallCounts::n_large() const {
  return foreign_ ? foreign_->stored.large.size() : cells_ == 0 ? 0 : words_.size() / cells_;
}

// A row whose bytes are not all zeros is not large, so that few are looked for among the large ones.
SmallCounts::Row SmallCounts::foreign_row(std::size_t r) const {
  const Stored& stored = foreign_->stored;
  const std::uint8_t* const bytes = stored.bytes.data() + r * cells_;
  foreign_->backing->check(bytes, cells_);
  if (!all_zeros(bytes, cells_)) return {bytes, nullptr};
  const auto number = foreign_->first + static_cast<std::uint32_t>(r);
  const auto found = std::lower_bound(stored.large.begin(), stored.large.end(), number);
  if (found == stored.large.end() || *found != number) return {bytes, nullptr};
  const std::uint64_t* const words =
      stored.words.data() + static_cast<std::size_t>(found - stored.large.begin()) * cells_;
  foreign_->backing->check(words, cells_ * sizeof(std::uint64_t));
  return {bytes, words};
}

bool SmallCounts::zero_row(std::size_t r) const {
  const Row all = row(r);
  for (std::size_t c = 0; c < cells_; ++c) {
    if (all[c] != 0) return false;
  }
  return true;
}

// The words of a row, which are zeros if it had none.
std::uint64_t* SmallCounts::make_large(std::size_t r) {
  if (place_.size() <= r) place_.resize(r + 1, kNone);
  if (place_[r] == kNone) {
    place_[r] = static_cast<std::uint32_t>(n_large());
    ordered_.clear();
    words_.resize(words_.size() + cells_);
  }
  return words_.data() + place_[r] * cells_;
}

bool SmallCounts::add_large(std::size_t row, std::size_t cell, std::int64_t count) {
  std::uint8_t& here = bytes_[row * cells_ + cell];
  const std::uint64_t* const words = words_of(row);
  std::int64_t sum = words == nullptr ? 0 : static_cast<std::int64_t>(words[cell]);
  if (__builtin_add_overflow(sum, count, &sum) || __builtin_add_overflow(sum, std::int64_t{here}, &sum) ||
      sum <= -kLargestWord || sum >= kLargestWord)
    return false;
  make_large(row)[cell] = static_cast<std::uint64_t>(sum);
  here = 0;
  return true;
}

// In place of row r, which is all zeros and not large.
void SmallCounts::add_row(const Row& from, std::size_t r) {
  std::memcpy(bytes_.data() + r * cells_, from.bytes, cells_);
  if (from.words != nullptr) std::copy_n(from.words, cells_, make_large(r));
}

void SmallCounts::verify() const {
  const Stored& stored = foreign_->stored;
  foreign_->backing->check(stored.bytes.data(), stored.bytes.size());
  foreign_->backing->check(stored.words.data(), stored.words.size_bytes());
  if (!holds(stored.words)) foreign_->backing->fail("a count has too many digits");
  for (const std::uint32_t number : stored.large) {
    if (!all_zeros(stored.bytes.data() + (number - foreign_->first) * cells_, cells_))
      foreign_->backing->fail("a large row of counts has small ones too");
  }
}

void SmallCounts::own() {
  verify();
  const std::shared_ptr<const Foreign> foreign = std::exchange(foreign_, nullptr);
  const Stored& stored = foreign->stored;
  bytes_.assign(stored.bytes.begin(), stored.bytes.end());
  words_.assign(stored.words.begin(), stored.words.end());
  for (std::size_t k = 0; k < stored.large.size(); ++k) {
    place_.resize(stored.large[k] - foreign->first + 1, kNone);
    place_.back() = static_cast<std::uint32_t>(k);
  }
}

void SmallCounts::resize(std::size_t rows, std::size_t cells) {
  if (foreign_) own();
  ordered_.clear();
  if (rows < rows_ && place_.size() > rows) {  // words without a row would never be looked at again
    const SmallCounts all = std::exchange(*this, SmallCounts(rows, cells_));
    for (std::size_t r = 0; r < rows; ++r) add_row(all.row(r), r);
  }
  bytes_.resize(rows * cells_);
  rows_ = rows;
  if (cells != cells_) widen(cells);
}

// Rows of another number of cells, fewer too.
void SmallCounts::widen(std::size_t cells) {
  const std::size_t kept = std::min(cells, cells_), large = n_large();
  LargeVector<std::uint8_t> bytes(rows_ * cells);
  for (std::size_t r = 0; r < rows_ && kept > 0; ++r)
    std::memcpy(bytes.data() + r * cells, bytes_.data() + r * cells_, kept);
  std::vector<std::uint64_t> words(large * cells);
  for (std::size_t k = 0; k < large; ++k)
    std::copy_n(words_.data() + k * cells_, kept, words.data() + k * cells);
  if (cells == 0) place_.clear();
  bytes_ = std::move(bytes), words_ = std::move(words), cells_ = cells;
}

SmallCounts SmallCounts::select(std::span<const std::uint32_t> rows,
                                std::span<const std::uint32_t> cells) const {
  SmallCounts out(rows.size(), cells.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k + kRowsAhead < rows.size()) fetch(rows[k + kRowsAhead]);
    const Row from = row(rows[k]);
    std::uint8_t* const bytes = out.bytes_.data() + k * cells.size();
    for (std::size_t c = 0; c < cells.size(); ++c) bytes[c] = from.bytes[cells[c]];
    if (from.words == nullptr) continue;
    std::uint64_t* const words = out.make_large(k);
    for (std::size_t c = 0; c < cells.size(); ++c) words[c] = from.words[cells[c]];
  }
  return out;
}

SmallCounts SmallCounts::rows_from(std::size_t first, std::size_t count) const {
  if (!foreign_) {
    SmallCounts out(count, cells_);
    for (std::size_t r = 0; r < count; ++r) out.add_row(row(first + r), r);
    return out;
  }
  const Stored& stored = foreign_->stored;
  const auto at = [&](std::size_t r) {
    const auto number = foreign_->first + static_cast<std::uint32_t>(r);
    return static_cast<std::size_t>(std::lower_bound(stored.large.begin(), stored.large.end(), number) -
                                    stored.large.begin());
  };
  const std::size_t begin = at(first), n = at(first + count) - begin;
  const Stored some = {stored.bytes.subspan(first * cells_, count * cells_), stored.large.subspan(begin, n),
                       stored.words.subspan(begin * cells_, n * cells_)};
  SmallCounts out;
  out.rows_ = count, out.cells_ = cells_;
  out.foreign_ = std::make_shared<const Foreign>(
      Foreign{some, foreign_->first + static_cast<std::uint32_t>(first), foreign_->backing});
  return out;
}

std::vector<std::uint32_t> SmallCounts::large_rows() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t r = 0; r < place_.size(); ++r) {
    if (place_[r] != kNone) out.push_back(r);
  }
  return out;
}

void SmallCounts::make_canonical() {
  if (is_canonical()) return;
  if (foreign_) own();
  const std::vector<std::uint32_t> rows = large_rows(), before = std::exchange(place_, {});
  const std::vector<std::uint64_t> words = std::exchange(words_, {});
  std::vector<std::uint32_t> ordered;
  std::vector<std::uint64_t> sums(cells_);
  for (const std::uint32_t r : rows) {
    std::uint8_t* const bytes = bytes_.data() + r * cells_;
    const Row all = {bytes, words.data() + before[r] * cells_};
    for (std::size_t c = 0; c < cells_; ++c) sums[c] = static_cast<std::uint64_t>(all[c]);
    if (std::all_of(sums.begin(), sums.end(), fits_a_byte)) {
      std::copy(sums.begin(), sums.end(), bytes);
      continue;
    }
    std::fill_n(bytes, cells_, 0);
    std::copy(sums.begin(), sums.end(), make_large(r));
    ordered.push_back(r);
  }
  ordered_ = std::move(ordered);
}

bool SmallCounts::is_canonical() const {
  if (foreign_) return foreign_->first == 0;
  if (ordered_.size() != n_large()) return false;
  for (std::size_t k = 0; k < ordered_.size(); ++k) {
    const Row all = row(ordered_[k]);
    if (place_[ordered_[k]] != k || !all_zeros(all.bytes, cells_) ||
        std::all_of(all.words, all.words + cells_, fits_a_byte))
      return false;
  }
  return true;
}

SmallCounts::Stored SmallCounts::stored() const {
  if (!is_canonical()) throw std::logic_error("counts are looked at before they are canonical");
  if (!foreign_) return {bytes_, ordered_, words_};
  verify();
  return foreign_->stored;
}

bool SmallCounts::operator==(const SmallCounts& other) const {
  if (rows_ != other.rows_ || cells_ != other.cells_) return false;
  for (std::size_t r = 0; r < rows_; ++r) {
    const Row a = row(r), b = other.row(r);
    for (std::size_t c = 0; c < cells_; ++c) {
      if (a[c] != b[c]) return false;
    }
  }
  return true;
}

}  // namespace priory
