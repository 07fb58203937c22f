// SPDX-License-Identifier: Apache-2.0
// Sums over the rows of a chunk, each row counted in every cell by its soft weight.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/simd_targets.h"
#include "kernels/bits.h"

// This file is compiled once for every instruction set; the best one is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/soft_sums.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway asks.
#include <hwy/highway.h>

#include "kernels/tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace priory::HWY_NAMESPACE {

// Sums over all rows for J bit columns by C cells at a time.
struct CountBitsTile {
  std::span<const Bits> columns;
  std::size_t n_rows, n_cells;
  const double* soft;
  double* out;  // column x cell

  template <std::size_t J, std::size_t C>
  HWY_INLINE void operator()(std::size_t column, std::size_t cell) const {
    const D d;
    V sum[J][C];
    for (std::size_t j = 0; j < J; ++j) {
      for (std::size_t c = 0; c < C; ++c) sum[j][c] = hn::Zero(d);
    }
    std::size_t row = 0;
    for (; row + lanes() <= n_rows; row += lanes()) {
      V w[C];
      for (std::size_t c = 0; c < C; ++c) w[c] = hn::LoadU(d, soft + (cell + c) * n_rows + row);
      for (std::size_t j = 0; j < J; ++j) {
        const M one = mask_at(columns[column + j], row);
        for (std::size_t c = 0; c < C; ++c)
          sum[j][c] = hn::IfThenElse(one, hn::Add(sum[j][c], w[c]), sum[j][c]);
      }
    }
    for (std::size_t j = 0; j < J; ++j) {
      for (std::size_t c = 0; c < C; ++c) {
        double& to = out[(column + j) * n_cells + cell + c];
        to = total(sum[j][c]);
        for (std::size_t r = row; r < n_rows; ++r)
          to += plain::bit(columns[column + j], r) ? soft[(cell + c) * n_rows + r] : 0;
      }
    }
  }
};

void CountBits(std::span<const BitColumn> columns, std::size_t n_rows, const double* soft,
               std::span<const double> totals, double* ones, double* present) {
  const std::size_t n_cells = totals.size();
  std::vector<Bits> bits;
  for (const BitColumn& each : columns) bits.push_back(each.ones);
  cover_columns<4>(bits.size(), n_cells, CountBitsTile{bits, n_rows, n_cells, soft, ones});
  for (const BitColumn& each : columns) {
    if (each.present.empty())
      std::copy(totals.begin(), totals.end(), present);
    else
      cover_columns<1>(1, n_cells, CountBitsTile{{&each.present, 1}, n_rows, n_cells, soft, present});
    present += n_cells;
  }
}

struct SoftMomentsTile {
  std::span<const ShiftedColumn> columns;
  std::size_t n_rows, n_cells;
  const double* soft;
  std::span<const double> totals;
  double *n, *first, *second;

  template <std::size_t J, std::size_t C>
  HWY_INLINE void operator()(std::size_t column, std::size_t cell) const {
    const D d;
    V one[J][C], two[J][C];
    for (std::size_t j = 0; j < J; ++j) {
      for (std::size_t c = 0; c < C; ++c) one[j][c] = two[j][c] = hn::Zero(d);
    }
    bool all[J];
    std::fill(all, all + J, true);
    std::size_t row = 0;
    for (; row + lanes() <= n_rows; row += lanes()) {
      V w[C];
      for (std::size_t c = 0; c < C; ++c) w[c] = hn::LoadU(d, soft + (cell + c) * n_rows + row);
      for (std::size_t j = 0; j < J; ++j) {
        const V x = hn::LoadU(d, columns[column + j].x.data() + row);
        const M number = hn::Eq(x, x);
        all[j] = all[j] && hn::AllTrue(d, number);
        const V y = hn::IfThenElseZero(number, hn::Sub(x, hn::Set(d, columns[column + j].shift)));
        const V yy = hn::Mul(y, y);
        for (std::size_t c = 0; c < C; ++c) {
          one[j][c] = hn::MulAdd(w[c], y, one[j][c]);
          two[j][c] = hn::MulAdd(w[c], yy, two[j][c]);
        }
      }
    }
    for (std::size_t j = 0; j < J; ++j) {
      for (std::size_t c = 0; c < C; ++c)
        finish(column + j, cell + c, row, all[j], total(one[j][c]), total(two[j][c]));
    }
  }

  // The rows left over, and the weight of the rows with a number.
  void finish(std::size_t column, std::size_t cell, std::size_t row, bool all, double sum,
              double squares) const {
    const ShiftedColumn& each = columns[column];
    const double* w = soft + cell * n_rows;
    for (std::size_t r = row; r < n_rows; ++r) {
      const double y = std::isnan(each.x[r]) ? 0 : each.x[r] - each.shift;
      all = all && !std::isnan(each.x[r]);
      sum += w[r] * y;
      squares += w[r] * (y * y);
    }
    double count = totals[cell];
    for (std::size_t r = 0; !all && r < n_rows; ++r) count -= std::isnan(each.x[r]) ? w[r] : 0;
    n[column * n_cells + cell] = count;
    first[column * n_cells + cell] = sum;
    second[column * n_cells + cell] = squares;
  }
};

void SoftMoments(std::span<const ShiftedColumn> columns, std::size_t n_rows, const double* soft,
                 std::span<const double> totals, double* n, double* first, double* second) {
  cover_columns<2>(columns.size(), totals.size(),
                   SoftMomentsTile{columns, n_rows, totals.size(), soft, totals, n, first, second});
}

}  // namespace priory::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {

HWY_EXPORT(CountBits);
HWY_EXPORT(SoftMoments);

void count_bits(std::span<const BitColumn> columns, std::size_t n_rows, const double* soft,
                std::span<const double> totals, double* ones, double* present) {
  HWY_DYNAMIC_DISPATCH(CountBits)(columns, n_rows, soft, totals, ones, present);
}

void soft_moments(std::span<const ShiftedColumn> columns, std::size_t n_rows, const double* soft,
                  std::span<const double> totals, double* n, double* first, double* second) {
  HWY_DYNAMIC_DISPATCH(SoftMoments)(columns, n_rows, soft, totals, n, first, second);
}

}  // namespace priory
#endif
