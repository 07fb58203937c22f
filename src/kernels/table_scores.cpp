// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of vector unit: Highway includes this file again for every target.
#include "kernels/table_scores.h"

#include <algorithm>

#include "priory/chunk.h"

#include "core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/table_scores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace priory::dense::HWY_NAMESPACE {

// The numbers of some cells, as many as a vector has or (kWhole false) fewer.
template <bool kWhole>
HWY_INLINE Vector load_cells(const double* from, std::size_t n) {
  if constexpr (kWhole) return hn::LoadU(kTag, from);
  if constexpr (kLanes > 2) return hn::MaskedLoad(hn::FirstN(kTag, n), kTag, from);
  alignas(16) double some[kLanes] = {};  // short vectors have no loads under a mask
  for (std::size_t k = 0; k < n; ++k) some[k] = from[k];
  return hn::Load(kTag, some);
}

// The scores of kLanes rows in n cells from `cell` on.
template <bool kWhole>
HWY_INLINE void score_square(std::span<const CodeScore> columns, std::size_t row, std::size_t cell,
                             std::size_t n, std::size_t n_rows, std::size_t n_cells, double* out) {
  alignas(64) static constexpr double kNothing[kLanes] = {};
  double* const scores = out + cell * n_rows + row;
  Vector sum[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k)
    sum[k] = k < n ? hn::LoadU(kTag, scores + k * n_rows) : hn::Zero(kTag);
  transpose(sum);
  for (const CodeScore& each : columns) {
    const std::uint32_t* code = each.codes.data() + row;
    const double* const table = each.table + cell;
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double* of = code[k] == kMissingCode ? kNothing : table + code[k] * n_cells;
      sum[k] = hn::Add(sum[k], load_cells<kWhole>(of, n));
    }
  }
  transpose(sum);
  for (std::size_t k = 0; k < std::min(n, kLanes); ++k) hn::StoreU(sum[k], kTag, scores + k * n_rows);
}

HWY_ATTR void ScoreCodes(std::span<const CodeScore> columns, std::size_t n_rows, std::size_t n_cells,
                         double* out) {
  std::size_t row = 0;
  for (; row + kLanes <= n_rows; row += kLanes) {
    std::size_t cell = 0;
    for (; cell + kLanes <= n_cells; cell += kLanes)
      score_square<true>(columns, row, cell, kLanes, n_rows, n_cells, out);
    if (cell < n_cells) score_square<false>(columns, row, cell, n_cells - cell, n_rows, n_cells, out);
  }
  for (; row < n_rows; ++row) {
    for (const CodeScore& each : columns) {
      if (each.codes[row] == kMissingCode) continue;
      const double* of = each.table + each.codes[row] * n_cells;
      for (std::size_t c = 0; c < n_cells; ++c) out[c * n_rows + row] += of[c];
    }
  }
}

// Rows of a large table lie all over the memory: those of words some way ahead are asked for in time.
HWY_INLINE void fetch_ahead(const BagScore& bags, std::size_t k, std::size_t n_cells) {
  constexpr std::size_t kAhead = 12, kLine = 8, kMost = 64;  // words; doubles in a line of the cache; doubles
  if (k + kAhead >= bags.word.size()) return;
  const double* row = bags.table + bags.word[k + kAhead] * n_cells;
  for (std::size_t cell = 0; cell < std::min(n_cells, kMost); cell += kLine) __builtin_prefetch(row + cell);
}

// The score of a row in kVectors vectors of cells from `cell` on, of which the last has n_last.
template <std::size_t kVectors>
HWY_INLINE void score_row(const BagScore& bags, std::size_t row, std::size_t cell, std::size_t n_last,
                          std::size_t n_cells, double* out) {
  Vector sum[kVectors];
  for (Vector& each : sum) each = hn::Zero(kTag);
  for (std::size_t k = bags.begin[row]; k < bags.begin[row + 1]; ++k) {
    if (cell == 0) fetch_ahead(bags, k, n_cells);
    const double* const of = bags.table + bags.word[k] * n_cells + cell;
    const Vector count = hn::Set(kTag, bags.count.empty() ? 1 : bags.count[k]);
    for (std::size_t v = 0; v + 1 < kVectors; ++v)
      sum[v] = hn::Add(sum[v], hn::Mul(count, hn::LoadU(kTag, of + v * kLanes)));
    const Vector last = load_cells<false>(of + (kVectors - 1) * kLanes, n_last);
    sum[kVectors - 1] = hn::Add(sum[kVectors - 1], hn::Mul(count, last));
  }
  alignas(64) double sums[kVectors * kLanes];
  for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[v], kTag, sums + v * kLanes);
  const std::size_t n_rows = bags.begin.size() - 1;
  for (std::size_t c = 0; c < (kVectors - 1) * kLanes + n_last; ++c)
    out[(cell + c) * n_rows + row] += sums[c];
}

// All rows, in cells from `cell` on; returns the first cell that is left.
template <std::size_t kVectors>
HWY_INLINE std::size_t score_rows(const BagScore& bags, std::size_t cell, std::size_t n_cells, double* out) {
  const std::size_t n_last = std::min(kLanes, n_cells - cell - (kVectors - 1) * kLanes);
  for (std::size_t row = 0; row + 1 < bags.begin.size(); ++row)
    score_row<kVectors>(bags, row, cell, n_last, n_cells, out);
  return cell + (kVectors - 1) * kLanes + n_last;
}

HWY_ATTR void ScoreBags(const BagScore& bags, std::size_t n_cells, double* out) {
  for (std::size_t cell = 0; cell < n_cells;) {
    const std::size_t left = n_cells - cell;
    cell = left > 3 * kLanes   ? score_rows<4>(bags, cell, n_cells, out)
           : left > 2 * kLanes ? score_rows<3>(bags, cell, n_cells, out)
           : left > kLanes     ? score_rows<2>(bags, cell, n_cells, out)
                               : score_rows<1>(bags, cell, n_cells, out);
  }
}

}  // namespace priory::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {
namespace dense {
HWY_EXPORT(ScoreCodes);
HWY_EXPORT(ScoreBags);
// In the namespace of the loops: where there is one kind of vector unit only, Highway calls them by name.
const auto codes = [](const auto&... arguments) { HWY_DYNAMIC_DISPATCH(ScoreCodes)(arguments...); };
const auto bags = [](const auto&... arguments) { HWY_DYNAMIC_DISPATCH(ScoreBags)(arguments...); };
}  // namespace dense

void score_codes(std::span<const CodeScore> columns, std::size_t n_rows, std::size_t n_cells, double* out) {
  dense::codes(columns, n_rows, n_cells, out);
}

void score_bags(const BagScore& bags, std::size_t n_cells, double* out) {
  dense::bags(bags, n_cells, out);
}

}  // namespace priory
#endif
