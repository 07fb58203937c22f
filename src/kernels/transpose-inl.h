// SPDX-License-Identifier: Apache-2.0
// Vectors of doubles and how to turn a square of them about, for the files that Highway compiles once for
// every kind of vector unit. Included again for each of them.
#if defined(PRIORY_TRANSPOSE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PRIORY_TRANSPOSE_INL_H
#undef PRIORY_TRANSPOSE_INL_H
#else
#define PRIORY_TRANSPOSE_INL_H
#endif

#include <cstddef>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace priory::dense::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);

// Transposes kLanes vectors: lane i of vector k becomes lane k of vector i. Halves first, then pairs of
// lanes within halves, then single lanes within pairs.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void transpose(Vector (&)[1]) {}
#else
template <std::size_t kSize>
HWY_INLINE void transpose(Vector (&v)[kSize]) {
  const auto exchange = [&v](std::size_t distance, const auto& lower, const auto& upper) {
    for (std::size_t k = 0; k < kSize; ++k) {
      if ((k & distance) != 0) continue;
      const Vector a = v[k], b = v[k + distance];
      v[k] = lower(a, b), v[k + distance] = upper(a, b);
    }
  };
  if constexpr (kSize >= 8) {
    exchange(
        4, [](Vector a, Vector b) HWY_ATTR { return hn::ConcatLowerLower(kTag, b, a); },
        [](Vector a, Vector b) HWY_ATTR { return hn::ConcatUpperUpper(kTag, b, a); });
  }
  if constexpr (kSize >= 4) {
    exchange(
        2, [](Vector a, Vector b) HWY_ATTR { return hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a); },
        [](Vector a, Vector b) HWY_ATTR { return hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a)); });
  }
  exchange(
      1, [](Vector a, Vector b) HWY_ATTR { return hn::InterleaveLower(kTag, a, b); },
      [](Vector a, Vector b) HWY_ATTR { return hn::InterleaveUpper(kTag, a, b); });
}
#endif

}  // namespace priory::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
