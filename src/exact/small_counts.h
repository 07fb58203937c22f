// SPDX-License-Identifier: Apache-2.0
// A large matrix of whole numbers of which most are small, rows x cells: a byte an entry, and words beside
// them for the rows that hold a number no byte does. Of a table that is counted into all over, eight times
// as much is then near the processor, and a model's file has an eighth of the bytes.
//
//   entry (r, c) = bytes[r * cells + c] + (row r is large ? words[place of r * cells + c] : 0)
//
// Canonical, as files hold it: a row is large if one of its numbers is not in 0 .. 255, and its bytes are
// zeros then; words stand in the order of rows. Numbers of a mapped file are checked and read where they lie,
// and copied when first written to. Not safe for two writers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/backing.h"
#include "core/large_pages.h"

namespace priory {

class SmallCounts {
 public:
  static constexpr std::size_t kWorthwhile = 1 << 16;  // entries: smaller matrices are near as they are

  // As files hold them.
  struct Stored {
    std::span<const std::uint8_t> bytes;   // rows x cells
    std::span<const std::uint32_t> large;  // the large rows, ascending
    std::span<const std::uint64_t> words;  // large rows x cells, two's complement
  };

  SmallCounts() = default;
  SmallCounts(std::size_t rows, std::size_t cells);
  SmallCounts(std::size_t rows, std::size_t cells, const Stored& stored,
              std::shared_ptr<const Backing> backing);
  // The numbers in these words, rows x cells; holds() says whether that can be.
  SmallCounts(std::size_t rows, std::size_t cells, std::span<const std::uint64_t> words);
  static bool holds(std::span<const std::uint64_t> words);

  std::size_t rows() const { return rows_; }
  std::size_t cells() const { return cells_; }
  std::size_t n_large() const;
  const Backing* backing() const { return foreign_ ? foreign_->backing.get() : nullptr; }

  // A row as it lies in memory.
  struct Row {
    const std::uint8_t* bytes;
    const std::uint64_t* words;  // null: it is not large

    std::int64_t operator[](std::size_t cell) const {
      return bytes[cell] + (words == nullptr ? 0 : static_cast<std::int64_t>(words[cell]));
    }
  };
  Row row(std::size_t r) const {
    if (foreign_) return foreign_row(r);
    return {bytes_.data() + r * cells_, words_of(r)};
  }
  bool zero_row(std::size_t r) const;

  void fetch(std::size_t row, std::size_t cell = 0) const {
    if (!foreign_) __builtin_prefetch(bytes_.data() + row * cells_ + cell, 1);
  }

  // False, with nothing done, if the sum has too many digits.
  bool add(std::size_t row, std::size_t cell, std::int64_t count) {
    if (foreign_) own();
    std::uint8_t& here = bytes_[row * cells_ + cell];
    const std::uint64_t sum = std::uint64_t{here} + static_cast<std::uint64_t>(count);
    if (sum > kLargestByte) [[unlikely]]
      return add_large(row, cell, count);
    here = static_cast<std::uint8_t>(sum);
    return true;
  }

  // Adds count_of(k) to entry (rows[k], cell) for the first n of `rows`; those after them are next, and
  // fetched like them: fetch(row) is for what count_of looks at. Returns how many were added before one that
  // has too many digits.
  template <class CountOf, class Fetch>
  std::size_t add_all(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                      const CountOf& count_of, const Fetch& fetch_more) {
    if (foreign_) own();
    std::uint8_t* const column = bytes_.data() + cell;  // stays: words lie elsewhere
    const std::size_t width = cells_;
    for (std::size_t k = 0; k < n; ++k) {
      if (k + kEntriesAhead < rows.size()) {
        __builtin_prefetch(column + rows[k + kEntriesAhead] * width, 1);
        fetch_more(rows[k + kEntriesAhead]);
      }
      std::uint8_t& here = column[rows[k] * width];
      const std::int64_t count = count_of(k);
      const std::uint64_t sum = std::uint64_t{here} + static_cast<std::uint64_t>(count);
      if (sum <= kLargestByte) [[likely]]
        here = static_cast<std::uint8_t>(sum);
      else if (!add_large(rows[k], cell, count))
        return k;
    }
    return n;
  }

  void resize(std::size_t rows, std::size_t cells);  // new entries are zero
  SmallCounts select(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) const;
  SmallCounts rows_from(std::size_t first, std::size_t count) const;

  void make_canonical();
  bool is_canonical() const;
  Stored stored() const;  // of canonical ones
  void verify() const;    // of those in the memory of others: whether anybody writes such
  bool operator==(const SmallCounts& other) const;

 private:
  static constexpr std::uint64_t kLargestByte = 0xFF;
  static constexpr std::int64_t kLargestWord = std::int64_t{1}
                                               << 62;  // what a byte is added to is no overflow
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kEntriesAhead = 64;  // fetched before they are needed

  // In the memory of others.
  struct Foreign {
    Stored stored;
    std::uint32_t first = 0;  // what the numbers of its large rows begin with
    std::shared_ptr<const Backing> backing;
  };

  const std::uint64_t* words_of(std::size_t r) const {
    return r < place_.size() && place_[r] != kNone ? words_.data() + place_[r] * cells_ : nullptr;
  }
  Row foreign_row(std::size_t r) const;
  std::uint64_t* make_large(std::size_t r);
  bool add_large(std::size_t row, std::size_t cell, std::int64_t count);
  void add_row(const Row& from, std::size_t r);
  void own();
  void widen(std::size_t cells);
  std::vector<std::uint32_t> large_rows() const;

  std::size_t rows_ = 0, cells_ = 0;
  LargeVector<std::uint8_t> bytes_;
  std::vector<std::uint32_t>
      place_;  // which of the large rows each row is, or kNone; rows at the end may lack
  std::vector<std::uint64_t> words_;    // large rows x cells
  std::vector<std::uint32_t> ordered_;  // the large rows, of canonical ones
  std::shared_ptr<const Foreign> foreign_;
};

}  // namespace priory
