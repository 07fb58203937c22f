// SPDX-License-Identifier: Apache-2.0
// The loops over groups of real columns whose time grows with the square of the number of columns: weighted
// products of all pairs of columns, for learning, and whitening, for scoring. Vectors are as wide as the
// machine has them, chosen when the program runs. The sums are in plain double about a shift near the rows'
// mean, so that a large mean costs no digits; `add_raw_products` takes the shift off with twice the digits.
// The width of the vectors shows in the last bits, and no place of a row does when it is scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "kernels/double_double.h"

namespace priory::dense {

// Doubles in memory that begins where a cache line does: a vector across two lines loads at half the speed.
class Doubles {
 public:
  explicit Doubles(std::size_t n = 0) { assign(n); }
  void assign(std::size_t n);   // that many zeros
  void reserve(std::size_t n);  // room for as many, of any value
  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }
  double& operator[](std::size_t at) { return data_[at]; }
  double operator[](std::size_t at) const { return data_[at]; }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(double* p) const { ::operator delete[](p, kLine); }
  };
  std::unique_ptr<double[], Free> data_;
  std::size_t room_ = 0;
};

// Columns are padded with zeros to a whole number of the widest vectors.
constexpr std::size_t padded(std::size_t n_columns) {
  return (n_columns + 7) / 8 * 8;
}

// The largest |x|; NaN if there is a NaN.
double largest(std::span<const double> column);

constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

// Rows of columns[j][r], one after the other: row r goes to place[r] (or kNowhere), less shift[r][j].
void place_rows(std::span<const double* const> columns, std::span<const std::uint32_t> place,
                const double* const* shift, double* rows);

// Rows one after the other, each of padded(n_columns) numbers.
struct Rows {
  const double* data = nullptr;
  std::size_t n_rows = 0;
  std::size_t n_columns = 0;

  std::size_t width() const { return padded(n_columns); }
};

// sum[j] += sum over rows of weight * x_j.
void add_sums(const Rows& rows, const double* weight, double* sum);
// products[i * width + j] += sum over rows of weight * x_i * x_j, for j >= i.
void add_products(const Rows& rows, const double* weight, double* products);

// Takes a piece off every number: piece = x * scale[column], rounded to a whole number; what is left of that
// product replaces x, never zero where digits were lost. The product is below 2^51. Returns how many numbers
// have something left.
std::size_t cut_piece(double* rows, std::size_t n_rows, std::size_t width, const double* scale,
                      double* piece);

// Sums of n rows about a shift: x stands for what a column has beyond its shift.
struct Shifted {
  double n = 0;
  const double* shift = nullptr;
  const double* sum = nullptr;
  const double* products = nullptr;  // as add_products leaves them
};

// The raw sum of a column: n * shift + sum.
DoubleDouble raw_sum(const Shifted& moments, std::size_t column);

// A number of twice the digits of a double for each pair of columns, with the layout of add_products.
struct RawProducts {
  std::size_t n_columns = 0;
  Doubles high, low;

  void assign(std::size_t columns);  // zeros
};

// out += sum of x_i x_j without the shift, products + shift_i sum_j + shift_j (sum_i + n shift_i).
void add_raw_products(const Shifted& moments, RawProducts& out);
// Rounds entry (i, j) to a multiple of unit_i unit_j: powers of two, so small that less is dropped than the
// products in double have lost already. What is left fits into fewer words.
void round_to(const double* unit, RawProducts& products);

// So many rows are whitened together, column by column: tile[j * kTile + r].
constexpr std::size_t kTile = 32;

// out[r] = x[r] - centre for n rows, at most kTile; zero beyond.
void centre(const double* x, std::size_t n, double centre, double* out);
// out[j] = sum of factor[j * n_columns + i] * tile[i] over i <= j.
void whiten(const double* tile, const double* factor, std::size_t n_columns, double* out);
// length[r] = sum over columns of (tile[j] - centre[j])^2, infinite where that is not a number.
void squared_distances(const double* tile, const double* centre, std::size_t n_columns, double* length);

}  // namespace priory::dense
