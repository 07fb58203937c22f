// SPDX-License-Identifier: Apache-2.0
// Tiles of rows and cells, and of columns and cells, that fit the registers; for the files that Highway
// compiles once for every kind of vector unit. Included again for each of them.
#if defined(PRIORY_TILES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PRIORY_TILES_INL_H
#undef PRIORY_TILES_INL_H
#else
#define PRIORY_TILES_INL_H
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <type_traits>

#include "kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace priory::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

HWY_INLINE std::size_t lanes() {
  return hn::Lanes(D());
}

HWY_INLINE M mask_at(Bits bits, std::size_t row) {
  // A vector of doubles has at most eight lanes and starts at a multiple of them: its bits are in one byte.
  const auto byte = static_cast<std::uint8_t>(bits[row / 64] >> (row % 64));
  const std::uint8_t bytes[8] = {byte};
  return hn::LoadMaskBits(D(), bytes);
}

// Scores of C cells by R vectors of rows, kept in registers while the columns pass.
template <std::size_t R, std::size_t C>
struct Tile {
  V sum[C][R];

  HWY_INLINE void load(const double* out, std::size_t n_rows) {
    for (std::size_t c = 0; c < C; ++c) {
      for (std::size_t r = 0; r < R; ++r) sum[c][r] = hn::LoadU(D(), out + c * n_rows + r * lanes());
    }
  }
  HWY_INLINE void store(double* out, std::size_t n_rows) const {
    for (std::size_t c = 0; c < C; ++c) {
      for (std::size_t r = 0; r < R; ++r) hn::StoreU(sum[c][r], D(), out + c * n_rows + r * lanes());
    }
  }
};

// body.template operator()<C>(first cell), by five cells, by two and singly.
template <class Body>
HWY_INLINE void cover_cells(std::size_t n_cells, Body&& body) {
  std::size_t c = 0;
  for (; c + 5 <= n_cells; c += 5) body.template operator()<5>(c);
  for (; c + 2 <= n_cells; c += 2) body.template operator()<2>(c);
  for (; c < n_cells; ++c) body.template operator()<1>(c);
}

// Covers the scores with tiles and lets body(tile, first row, first cell) add to each. The rows left over are
// fewer than a vector; the first of them is returned.
template <class Body>
HWY_INLINE std::size_t cover(std::size_t n_rows, std::size_t n_cells, double* out, const Body& body) {
  std::size_t row = 0;
  const auto cells = [&]<std::size_t R>(std::integral_constant<std::size_t, R>) HWY_ATTR {
    cover_cells(n_cells, [&]<std::size_t C>(std::size_t cell) HWY_ATTR {
      Tile<R, C> tile;
      tile.load(out + cell * n_rows + row, n_rows);
      body(tile, row, cell);
      tile.store(out + cell * n_rows + row, n_rows);
    });
  };
  for (; row + 4 * lanes() <= n_rows; row += 4 * lanes()) cells(std::integral_constant<std::size_t, 4>());
  for (; row + lanes() <= n_rows; row += lanes()) cells(std::integral_constant<std::size_t, 1>());
  return row;
}

HWY_INLINE double total(V v) {
  return hn::GetLane(hn::SumOfLanes(D(), v));
}

// Covers columns x cells with tiles.
template <std::size_t kColumns, class Body>
HWY_INLINE void cover_columns(std::size_t n_columns, std::size_t n_cells, const Body& body) {
  const auto cells = [&]<std::size_t J>(std::integral_constant<std::size_t, J>, std::size_t j) HWY_ATTR {
    cover_cells(n_cells,
                [&]<std::size_t C>(std::size_t c) HWY_ATTR { body.template operator()<J, C>(j, c); });
  };
  std::size_t j = 0;
  for (; j + kColumns <= n_columns; j += kColumns) cells(std::integral_constant<std::size_t, kColumns>(), j);
  for (; j < n_columns; ++j) cells(std::integral_constant<std::size_t, 1>(), j);
}

}  // namespace priory::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
