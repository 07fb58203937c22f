// SPDX-License-Identifier: Apache-2.0
// A matrix of exact sums, rows x cells: the only kind of statistic there is. Each entry is a whole number of
// units 2^base in `limbs` 64-bit words (two's complement, least first). A new matrix counts whole numbers in
// one word; it moves its base and gains words by itself when a summand asks for it, so that no sum is ever
// rounded and none overflows. Therefore merging is associative and commutative to the bit and subtracting
// really undoes. Not safe for two writers.
//
// Sums of a mapped file stay there: they are checked and read where they lie, and copied when first written
// to.
//
// A large matrix of whole numbers begins as SmallCounts, and stays so until a number comes that these do not
// hold; all others are plain:
//
//   entry (r, c), limb k  ->  limbs()[(r * cells + c) * n_limbs + k]
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/backing.h"
#include "core/large_pages.h"
#include "exact/exact.h"
#include "exact/first_in_group.h"
#include "exact/small_counts.h"

namespace priory {

class Sums {
 public:
  explicit Sums(std::size_t rows = 0, std::size_t cells = 0);
  // From stored words; see base(), n_limbs(), limbs().
  Sums(std::size_t rows, std::size_t cells, long base, std::size_t n_limbs, LargeVector<std::uint64_t> limbs);
  // The same in the memory of others.
  Sums(std::size_t rows, std::size_t cells, long base, std::size_t n_limbs,
       std::span<const std::uint64_t> limbs, std::shared_ptr<const Backing> backing);
  explicit Sums(SmallCounts counts);

  std::size_t rows() const { return rows_; }
  std::size_t cells() const { return cells_; }

  // Adds finite numbers exactly: x, or high + low, or the product w * x, or w * x * y.
  void add(std::size_t row, std::size_t cell, double x);
  void add(std::size_t row, std::size_t cell, double high, double low);
  // The same for all rows of a cell at once: high[r] + low[r].
  void add_to_rows(std::size_t cell, std::span<const double> high, std::span<const double> low);
  __extension__ typedef __int128 Whole;
  void add_scaled(std::size_t row, std::size_t cell, Whole count, long exponent);  // count * 2^exponent
  void add_product(std::size_t row, std::size_t cell, double w, double x);
  void add_product(std::size_t row, std::size_t cell, double w, double x, double y);
  void assign(std::size_t row, std::size_t cell, const Exact& x);  // in place of what was there

  // Many numbers at once: those in [begin[g], begin[g + 1]) belong to group g, and x[k] is added to entry
  // (row[k], cell[g]). Whole numbers go the shortest way, with memory fetched ahead. No x at all: all are 1.
  struct Scattered {
    std::span<const std::size_t> begin;
    std::span<const std::uint32_t> cell;
    std::span<const std::uint32_t> row;
    std::span<const double> x;
  };
  void add(const Scattered& numbers);
  void count(std::span<const std::uint32_t> rows);  // adds 1 to entry (rows[k], 0)
  // The same, but once for all that are equal among those in [begin[g], begin[g + 1]).
  void count_once(std::span<const std::size_t> begin, std::span<const std::uint32_t> rows);
  // Adds 1 to entry (rows[k], cells[k]) where there is such a row: kNoRow is none.
  static constexpr std::uint32_t kNoRow = 0xFFFFFFFF;
  void count(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells);

  // Entry (r, c) of `other` is added to, or taken from, entry (row_map[r], cell_map[c]). An empty map is the
  // identity; the matrix must be large enough. Entries beyond a map are room that nothing was added to.
  using Map = std::span<const std::uint32_t>;
  void merge(const Sums& other, Map row_map = {}, Map cell_map = {});
  void subtract(const Sums& other, Map row_map = {}, Map cell_map = {});

  void resize(std::size_t rows, std::size_t cells);  // new entries are zero
  // In that order. Of sums in the memory of others, only these rows are looked at.
  Sums select(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) const;
  Sums rows_from(std::size_t first,
                 std::size_t count) const;  // some of the rows; in the same memory, of others

  Sums total() const;  // of all rows: 1 x cells

  double value(std::size_t row, std::size_t cell) const;      // rounded once, to nearest
  void values(std::size_t row, std::span<double> out) const;  // of all cells
  Exact exact(std::size_t row, std::size_t cell) const;
  bool negative(std::size_t row, std::size_t cell) const;
  bool zero(std::size_t row, std::size_t cell) const;
  bool zero_row(std::size_t row) const;

  // The same numbers in the one form that depends on nothing but the numbers: what files hold.
  Sums canonical() const&;
  Sums canonical() &&;
  bool is_canonical() const;
  bool operator==(const Sums& other) const;  // of the form too: compare canonical ones

  // How they are stored: as words, if they are plain, or as small counts.
  bool is_plain() const { return !small_; }
  const SmallCounts& small() const { return *small_; }
  Sums plain() const;
  long base() const { return base_; }
  std::size_t n_limbs() const { return n_limbs_; }
  std::span<const std::uint64_t> limbs() const;
  const Backing* backing() const;  // null: none

 private:
  struct Magnitude;  // a positive whole number times a power of two
  void add(std::size_t row, std::size_t cell, const Magnitude& part, bool minus);
  void add_slowly(std::size_t row, std::size_t cell, double x);
  template <class CountOf, class Fetch>
  std::size_t add_counts(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                         const CountOf& count_of, const Fetch& fetch_more);
  bool are_counts() const { return base_ == 0 && n_limbs_ == 1; }
  bool are_large() const { return rows_ * cells_ >= SmallCounts::kWorthwhile; }
  void make_small();
  void make_plain();
  bool add_small(std::size_t row, std::size_t cell, double x);
  bool combine_small(const Sums& other, Map row_map, Map cell_map, bool minus);
  bool suit_small() const;
  Sums total_of_small() const;
  template <class NumberOf, class CountOf>
  void add_to_cell(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                   const NumberOf& number_of, const CountOf& count_of);
  void fetch_row(std::size_t row) const;
  double units_in_one() const;
  void combine(const Sums& other, Map row_map, Map cell_map, bool minus);
  std::size_t combine_counts(const Sums& other, std::size_t r, std::size_t row, Map cell_map, bool minus);
  void combine_entry(const Sums& other, std::size_t r, std::size_t c, std::size_t row, std::size_t cell,
                     bool minus);
  bool same_form(const Sums& other) const { return base_ == other.base_ && n_limbs_ == other.n_limbs_; }
  void widen(std::size_t n_rows, std::size_t cells);
  void narrow(std::size_t n_rows, std::size_t cells);
  struct Extent {
    long least = 0;
    long top = 1;
  };
  Extent extent() const;
  void make_room(long least, long top);
  void rebase(long base, std::size_t n_limbs);
  void own();

  // Words in the memory of others.
  struct Foreign {
    std::span<const std::uint64_t> words;
    std::shared_ptr<const Backing> backing;
    mutable std::atomic<bool> checked{false};  // all of them

    const std::uint64_t* all() const {
      if (!checked.load(std::memory_order_relaxed)) {
        backing->check(words.data(), words.size_bytes());
        checked.store(true, std::memory_order_relaxed);
      }
      return words.data();
    }
  };
  const std::uint64_t* words() const { return foreign_ ? foreign_->all() : limbs_.data(); }
  std::uint64_t* entry(std::size_t row, std::size_t cell) {
    if (foreign_) own();
    if (small_) make_plain();
    return limbs_.data() + (row * cells_ + cell) * n_limbs_;
  }
  std::span<const std::uint64_t> entry(std::size_t row, std::size_t cell) const {
    return {words() + (row * cells_ + cell) * n_limbs_, n_limbs_};
  }

  std::size_t rows_;
  std::size_t cells_;
  long base_ = 0;  // a multiple of 32, at most 0
  std::size_t n_limbs_ = 1;
  LargeVector<std::uint64_t> limbs_;
  std::shared_ptr<const Foreign> foreign_;  // in place of them; null: they are our own
  std::optional<SmallCounts> small_;        // in place of either
  FirstInGroup first_;
};

}  // namespace priory
