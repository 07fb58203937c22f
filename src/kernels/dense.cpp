// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of vector unit: Highway includes this file again for every target.
#include "kernels/dense.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/dense.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace priory::dense::HWY_NAMESPACE {

HWY_ATTR double largest(std::span<const double> column) {
  Vector most = hn::Zero(kTag), sum = hn::Zero(kTag);  // a number plus NaN is NaN; the larger may be either
  std::size_t r = 0;
  for (; r + kLanes <= column.size(); r += kLanes) {
    const Vector x = hn::Abs(hn::LoadU(kTag, column.data() + r));
    most = hn::Max(most, x);
    sum = hn::Add(sum, x);
  }
  double out = hn::GetLane(hn::MaxOfLanes(kTag, most)), rest = hn::GetLane(hn::SumOfLanes(kTag, sum));
  for (; r < column.size(); ++r) out = std::max(out, std::abs(column[r])), rest += column[r];
  return std::isnan(rest) ? rest : out;
}

// Columns [j, j + kLanes) of rows [r, r + kLanes); columns beyond the last are zero.
HWY_INLINE void place_block(std::span<const double* const> columns, std::size_t j, std::size_t r,
                            const std::uint32_t* place, const double* const* shift, double* rows) {
  Vector v[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k)
    v[k] = j + k < columns.size() ? hn::LoadU(kTag, columns[j + k] + r) : hn::Zero(kTag);
  transpose(v);
  for (std::size_t k = 0; k < kLanes; ++k) {
    if (place[r + k] == kNowhere) continue;
    double* row = rows + place[r + k] * padded(columns.size());
    hn::Store(hn::Sub(v[k], hn::Load(kTag, shift[r + k] + j)), kTag, row + j);
  }
}

HWY_ATTR void place_rows(std::span<const double* const> columns, std::span<const std::uint32_t> place,
                         const double* const* shift, double* rows) {
  const std::size_t width = padded(columns.size());
  std::size_t r = 0;
  for (; r + kLanes <= place.size(); r += kLanes) {
    for (std::size_t j = 0; j < width; j += kLanes) place_block(columns, j, r, place.data(), shift, rows);
  }
  for (; r < place.size(); ++r) {
    for (std::size_t j = 0; j < width && place[r] != kNowhere; ++j)
      rows[place[r] * width + j] = j < columns.size() ? columns[j][r] - shift[r][j] : 0;
  }
}

// out[v] += sum over rows of weight * x, for kVectors vectors of columns.
template <std::size_t kVectors>
HWY_INLINE void sum_block(const double* rows, std::size_t n, std::size_t width, const double* weight,
                          double* out) {
  Vector sum[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = hn::Load(kTag, out + v * kLanes);
  for (std::size_t r = 0; r < n; ++r) {
    const Vector w = hn::Set(kTag, weight[r]);
    for (std::size_t v = 0; v < kVectors; ++v)
      sum[v] = hn::MulAdd(w, hn::Load(kTag, rows + r * width + v * kLanes), sum[v]);
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[v], kTag, out + v * kLanes);
}

HWY_ATTR void add_sums(const Rows& rows, const double* weight, double* sum) {
  const std::size_t width = rows.width();
  std::size_t j = 0;
  for (; j + 4 * kLanes <= width; j += 4 * kLanes)
    sum_block<4>(rows.data + j, rows.n_rows, width, weight, sum + j);
  for (; j < width; j += kLanes) sum_block<1>(rows.data + j, rows.n_rows, width, weight, sum + j);
}

// Products of a vector of left columns, one number after the other, and kVectors vectors of right ones: each
// number loaded meets 3 vectors, and each vector kLanes numbers, with all sums in registers.
template <std::size_t kVectors>
HWY_INLINE void product_block(const double* left, const double* right, std::size_t n, std::size_t width,
                              double* out) {
  Vector sum[kLanes][kVectors];
  for (std::size_t i = 0; i < kLanes; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) sum[i][v] = hn::Load(kTag, out + i * width + v * kLanes);
  }
  for (std::size_t r = 0; r < n; ++r) {
    Vector x[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::Load(kTag, right + r * width + v * kLanes);
    for (std::size_t i = 0; i < kLanes; ++i) {
      const Vector y = hn::Set(kTag, left[r * kLanes + i]);
      for (std::size_t v = 0; v < kVectors; ++v) sum[i][v] = hn::MulAdd(y, x[v], sum[i][v]);
    }
  }
  for (std::size_t i = 0; i < kLanes; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[i][v], kTag, out + i * width + v * kLanes);
  }
}

constexpr std::size_t kRowsInCache = 64;  // of a hundred columns, these stay in the first cache

// The products of columns [i, i + kLanes) with those from i on, of at most kRowsInCache rows.
HWY_INLINE void add_product_rows(const double* rows, std::size_t n, std::size_t width, const double* weight,
                                 std::size_t i, double* products) {
  HWY_ALIGN double left[kRowsInCache * kLanes];
  for (std::size_t r = 0; r < n; ++r) {
    const Vector weighted = hn::Mul(hn::Set(kTag, weight[r]), hn::Load(kTag, rows + r * width + i));
    hn::Store(weighted, kTag, left + r * kLanes);
  }
  double* out = products + i * width;
  std::size_t j = i;
  for (; j + 3 * kLanes <= width; j += 3 * kLanes) product_block<3>(left, rows + j, n, width, out + j);
  if (j + 2 * kLanes <= width) product_block<2>(left, rows + j, n, width, out + j), j += 2 * kLanes;
  if (j < width) product_block<1>(left, rows + j, n, width, out + j);
}

HWY_ATTR void add_products(const Rows& rows, const double* weight, double* products) {
  const std::size_t width = rows.width();
  for (std::size_t r = 0; r < rows.n_rows; r += kRowsInCache) {
    const std::size_t n = std::min(kRowsInCache, rows.n_rows - r);
    for (std::size_t i = 0; i < width; i += kLanes)
      add_product_rows(rows.data + r * width, n, width, weight + r, i, products);
  }
}

HWY_ATTR std::size_t cut_piece(double* rows, std::size_t n_rows, std::size_t width, const double* scale,
                               double* piece) {
  const Vector much = hn::Set(kTag, 0x1.8p52), one = hn::Set(kTag, 1.0);
  Vector n_left = hn::Zero(kTag);
  for (std::size_t r = 0; r < n_rows; ++r, rows += width, piece += width) {
    for (std::size_t j = 0; j < width; j += kLanes) {
      const Vector before = hn::Load(kTag, rows + j), x = hn::Mul(before, hn::Load(kTag, scale + j));
      const Vector whole = hn::Sub(hn::Add(x, much), much);
      // A number so small that it is zero once scaled is not lost.
      const Vector left = hn::IfThenElse(hn::Eq(x, hn::Zero(kTag)), before, hn::Sub(x, whole));
      hn::Store(whole, kTag, piece + j);
      hn::Store(left, kTag, rows + j);
      n_left = hn::Add(n_left, hn::IfThenElseZero(hn::Ne(left, hn::Zero(kTag)), one));
    }
  }
  return static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(kTag, n_left)));
}

// Sums and products with their rounding errors (Knuth 1969; Dekker 1971): a + b = sum + error exactly.
struct Pair {
  Vector high, low;
};

HWY_INLINE Pair two_sum(Vector a, Vector b) {
  const Vector sum = hn::Add(a, b);
  const Vector other = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, other)), hn::Sub(b, other))};
}

#if HWY_NATIVE_FMA
HWY_INLINE Pair two_product(Vector a, Vector b) {
  const Vector product = hn::Mul(a, b);
  return {product, hn::MulSub(a, b, product)};
}
#else
HWY_INLINE Pair split(Vector a) {
  const Vector scaled = hn::Mul(a, hn::Set(kTag, 0x1p27 + 1));
  const Vector high = hn::Sub(scaled, hn::Sub(scaled, a));
  return {high, hn::Sub(a, high)};
}

HWY_INLINE Pair two_product(Vector a, Vector b) {
  const Vector product = hn::Mul(a, b);
  const Pair x = split(a), y = split(b);
  Vector error = hn::Sub(hn::Mul(x.high, y.high), product);
  error = hn::Add(error, hn::Mul(x.high, y.low));
  error = hn::Add(error, hn::Mul(x.low, y.high));
  return {product, hn::Add(error, hn::Mul(x.low, y.low))};
}
#endif

HWY_ATTR void add_raw_row(const Shifted& m, std::size_t i, DoubleDouble sum_i, std::size_t width,
                          double* high, double* low) {
  const Vector shift = hn::Set(kTag, m.shift[i]), raw = hn::Set(kTag, sum_i.high),
               rest = hn::Set(kTag, sum_i.low);
  for (std::size_t j = i / kLanes * kLanes; j < width; j += kLanes) {
    const Vector shift_j = hn::Load(kTag, m.shift + j);
    const Pair a = two_product(shift, hn::Load(kTag, m.sum + j)), b = two_product(shift_j, raw);
    const Pair c = two_sum(a.high, b.high);
    const Pair d = two_sum(c.high, hn::Load(kTag, m.products + i * width + j));
    const Pair e = two_sum(d.high, hn::Load(kTag, high + j));
    Vector error = hn::Add(hn::Add(a.low, b.low), hn::Mul(shift_j, rest));
    error = hn::Add(error, hn::Add(hn::Add(c.low, d.low), hn::Add(e.low, hn::Load(kTag, low + j))));
    const Pair out = two_sum(e.high, error);
    hn::Store(out.high, kTag, high + j);
    hn::Store(out.low, kTag, low + j);
  }
}

HWY_ATTR void round_row(std::size_t i, const double* unit, std::size_t width, double* high, double* low) {
  for (std::size_t j = i / kLanes * kLanes; j < width; j += kLanes) {
    // Adding and taking away 1.5 * 2^52 units leaves whole units.
    const Vector big = hn::Mul(hn::Set(kTag, 0x1.8p52 * unit[i]), hn::Load(kTag, unit + j));
    const Vector h = hn::Load(kTag, high + j);
    const Vector whole = hn::Sub(hn::Add(h, big), big);
    const Vector rest = hn::Add(hn::Sub(h, whole), hn::Load(kTag, low + j));
    hn::Store(whole, kTag, high + j);
    hn::Store(hn::Sub(hn::Add(rest, big), big), kTag, low + j);
  }
}

HWY_ATTR void centre(const double* x, std::size_t n, double centre, double* out) {
  const Vector c = hn::Set(kTag, centre);
  std::size_t r = 0;
  for (; r + kLanes <= n; r += kLanes) hn::Store(hn::Sub(hn::LoadU(kTag, x + r), c), kTag, out + r);
  for (; r < n; ++r) out[r] = x[r] - centre;
  for (; r < kTile; ++r) out[r] = 0;
}

// As many as the registers hold, with kOutputs of them for each vector of rows.
constexpr std::size_t kVectors = kLanes < 8 ? std::min<std::size_t>(2, kTile / kLanes) : 4;

template <std::size_t kOutputs>
HWY_INLINE void whiten_block(const double* tile, const double* factor, std::size_t n_columns, std::size_t j,
                             double* out) {
  const std::size_t n = j + kOutputs;  // above the diagonal the factor is zero
  for (std::size_t r = 0; r < kTile; r += kVectors * kLanes) {
    Vector sum[kOutputs][kVectors];
    for (std::size_t k = 0; k < kOutputs; ++k) {
      for (std::size_t v = 0; v < kVectors; ++v) sum[k][v] = hn::Zero(kTag);
    }
    for (std::size_t i = 0; i < n; ++i) {
      Vector x[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::Load(kTag, tile + i * kTile + r + v * kLanes);
      for (std::size_t k = 0; k < kOutputs; ++k) {
        const Vector f = hn::Set(kTag, factor[(j + k) * n_columns + i]);
        for (std::size_t v = 0; v < kVectors; ++v) sum[k][v] = hn::MulAdd(f, x[v], sum[k][v]);
      }
    }
    for (std::size_t k = 0; k < kOutputs; ++k) {
      for (std::size_t v = 0; v < kVectors; ++v)
        hn::Store(sum[k][v], kTag, out + (j + k) * kTile + r + v * kLanes);
    }
  }
}

HWY_ATTR void whiten(const double* tile, const double* factor, std::size_t n_columns, double* out) {
  std::size_t j = 0;
  for (; j + 4 <= n_columns; j += 4) whiten_block<4>(tile, factor, n_columns, j, out);
  for (; j < n_columns; ++j) whiten_block<1>(tile, factor, n_columns, j, out);
}

HWY_ATTR void squared_distances(const double* tile, const double* centre, std::size_t n_columns,
                                double* length) {
  const Vector infinite = hn::Set(kTag, std::numeric_limits<double>::infinity());
  for (std::size_t r = 0; r < kTile; r += kVectors * kLanes) {
    Vector sum[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) sum[v] = hn::Zero(kTag);
    for (std::size_t j = 0; j < n_columns; ++j) {
      const Vector c = hn::Set(kTag, centre[j]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Vector x = hn::Sub(hn::Load(kTag, tile + j * kTile + r + v * kLanes), c);
        sum[v] = hn::MulAdd(x, x, sum[v]);
      }
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      // Infinities that met one another: the row is too far away for a double.
      const Vector safe = hn::IfThenElse(hn::IsNaN(sum[v]), infinite, sum[v]);
      hn::Store(safe, kTag, length + r + v * kLanes);
    }
  }
}

}  // namespace priory::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory::dense {

HWY_EXPORT(largest);
HWY_EXPORT(place_rows);
HWY_EXPORT(add_sums);
HWY_EXPORT(add_products);
HWY_EXPORT(cut_piece);
HWY_EXPORT(add_raw_row);
HWY_EXPORT(round_row);
HWY_EXPORT(centre);
HWY_EXPORT(whiten);
HWY_EXPORT(squared_distances);

void Doubles::assign(std::size_t n) {
  reserve(n);
  std::fill_n(data_.get(), n, 0.0);
}

void Doubles::reserve(std::size_t n) {
  if (n <= room_) return;
  data_.reset(static_cast<double*>(::operator new[](n * sizeof(double), kLine)));
  room_ = n;
}

double largest(std::span<const double> column) {
  return HWY_DYNAMIC_DISPATCH(largest)(column);
}

void place_rows(std::span<const double* const> columns, std::span<const std::uint32_t> place,
                const double* const* shift, double* rows) {
  HWY_DYNAMIC_DISPATCH(place_rows)(columns, place, shift, rows);
}

void add_sums(const Rows& rows, const double* weight, double* sum) {
  if (rows.n_rows == 0) return;  // and no memory to point into
  HWY_DYNAMIC_DISPATCH(add_sums)(rows, weight, sum);
}

void add_products(const Rows& rows, const double* weight, double* products) {
  if (rows.n_rows == 0) return;
  HWY_DYNAMIC_DISPATCH(add_products)(rows, weight, products);
}

std::size_t cut_piece(double* rows, std::size_t n_rows, std::size_t width, const double* scale,
                      double* piece) {
  return HWY_DYNAMIC_DISPATCH(cut_piece)(rows, n_rows, width, scale, piece);
}

DoubleDouble raw_sum(const Shifted& m, std::size_t column) {
  return DoubleDouble::product(m.n, m.shift[column]) + DoubleDouble(m.sum[column]);
}

void RawProducts::assign(std::size_t columns) {
  n_columns = columns;
  high.assign(columns * padded(columns));
  low.assign(columns * padded(columns));
}

void add_raw_products(const Shifted& m, RawProducts& out) {
  const std::size_t width = padded(out.n_columns);
  for (std::size_t i = 0; i < out.n_columns; ++i) {
    HWY_DYNAMIC_DISPATCH(add_raw_row)
    (m, i, raw_sum(m, i), width, out.high.data() + i * width, out.low.data() + i * width);
  }
}

void round_to(const double* unit, RawProducts& products) {
  const std::size_t width = padded(products.n_columns);
  for (std::size_t i = 0; i < products.n_columns; ++i) {
    HWY_DYNAMIC_DISPATCH(round_row)
    (i, unit, width, products.high.data() + i * width, products.low.data() + i * width);
  }
}

void centre(const double* x, std::size_t n, double centre, double* out) {
  HWY_DYNAMIC_DISPATCH(centre)(x, n, centre, out);
}

void whiten(const double* tile, const double* factor, std::size_t n_columns, double* out) {
  HWY_DYNAMIC_DISPATCH(whiten)(tile, factor, n_columns, out);
}

void squared_distances(const double* tile, const double* centre, std::size_t n_columns, double* length) {
  HWY_DYNAMIC_DISPATCH(squared_distances)(tile, centre, n_columns, length);
}

}  // namespace priory::dense
#endif
