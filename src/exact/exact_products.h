// SPDX-License-Identifier: Apache-2.0
// Exact sums of x_i and of x_i * x_j, for all pairs of the columns of some rows, by a loop over doubles that
// knows nothing of exactness: dense::add_products.
//
// With T such that all of a column are below 2^T, a number is cut into pieces p0, p1, ... of at most 21 bits
// beside the sign, x = 2^(T - 21) (p0 + p1 / 2^22 + p2 / 2^44 + ...). As many pieces are made as the digits
// ask for: one for small whole numbers, three for most. The few numbers that have digits beyond the last
// piece are put aside and added one by one: they cost time, never digits. Products of two different pieces
// come in pairs, p_i q_j + q_i p_j, which are those of p + q less those of p and of q (Karatsuba 1962): half
// the work. Sums of pieces have 22 bits, so that a double holds the sum of 512 of their products.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/sums.h"
#include "kernels/dense.h"

namespace priory {

class ExactProducts {
 public:
  static constexpr std::size_t kMostRows = 1024;
  static constexpr int kMostTop = 400;  // of |x|, as a power of two; likewise the least but zero

  // Rows one after the other, each of padded(n_columns) numbers, zeros beyond; they are used up. At most
  // kMostRows. `largest` is not below |x| in each column.
  void cut(double* rows, std::size_t n_rows, std::span<const double> largest);

  // Adds 2^exponent times the sum over rows [first, first + count) to entries (j, cell), or to those of pairs
  // (i, j) with i <= j, at (j (j + 1) / 2 + i, cell).
  struct Some {
    std::size_t first = 0, count = 0;
    std::uint32_t cell = 0;
    long exponent = 0;
  };
  void add_sums(const Some& rows, Sums& to);
  void add_products(const Some& rows, Sums& to);

  // The numbers in neither: they count as zeros, and the caller adds what they lack.
  struct Aside {
    std::uint32_t row, column;
  };
  std::span<const Aside> aside() const { return aside_; }  // by rows, then columns

 private:
  static constexpr std::size_t kMostPieces = 5, kRowsAtOnce = 512;
  static constexpr int kFirstBits = 21, kBits = 22;

  std::size_t width() const { return dense::padded(n_columns_); }
  void put_aside(const double* left);
  void multiply(std::size_t p, std::size_t q, std::size_t first, std::size_t count);
  void collect(std::size_t p, std::size_t q);
  void flush(const Some& rows, Sums& to);

  std::size_t n_columns_ = 0, n_rows_ = 0, n_pieces_ = 0;
  std::vector<int> top_;
  std::array<dense::Doubles, kMostPieces> piece_;
  std::vector<Aside> aside_;
  dense::Doubles scale_, ones_, both_, total_;
  std::array<std::vector<std::int64_t>, 2 * kMostPieces - 1> order_;  // of pairs; p_i q_j is in that of p + q
};

}  // namespace priory
