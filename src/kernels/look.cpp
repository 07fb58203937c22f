// SPDX-License-Identifier: Apache-2.0
#include "kernels/look.h"

#include <limits>

#include "core/simd_targets.h"

// This file is compiled once for every instruction set; the best one is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/look.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway asks.
#include <hwy/highway.h>

#include "kernels/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace priory::dense::HWY_NAMESPACE {

constexpr double kMost = std::numeric_limits<double>::max();

// Whether `holds` of all vectors, and `one` of what is left; some at a time, so that most of them need no
// jump.
template <class Holds, class One>
HWY_ATTR bool all_of(const double* x, std::size_t n, const Holds& holds, const One& one) {
  constexpr std::size_t kStep = 4 * kLanes;
  std::size_t k = 0;
  for (; k + kStep <= n; k += kStep) {
    const auto a = hn::And(holds(hn::LoadU(kTag, x + k)), holds(hn::LoadU(kTag, x + k + kLanes)));
    const auto b =
        hn::And(holds(hn::LoadU(kTag, x + k + 2 * kLanes)), holds(hn::LoadU(kTag, x + k + 3 * kLanes)));
    if (!hn::AllTrue(kTag, hn::And(a, b))) return false;
  }
  for (; k < n; ++k) {
    if (!one(x[k])) return false;
  }
  return true;
}

HWY_ATTR bool none_infinite(const double* x, std::size_t n) {
  return all_of(
      x, n, [](Vector v) HWY_ATTR { return hn::Not(hn::Gt(hn::Abs(v), hn::Set(kTag, kMost))); },
      [](double one) { return !(one > kMost || one < -kMost); });
}

HWY_ATTR bool all_positive(const double* x, std::size_t n) {
  return all_of(
      x, n,
      [](Vector v) HWY_ATTR { return hn::And(hn::Gt(v, hn::Zero(kTag)), hn::Le(v, hn::Set(kTag, kMost))); },
      [](double one) { return one > 0 && one <= kMost; });
}

// Squares of kLanes rows and columns are turned about in registers.
HWY_ATTR void read_columns(const double* from, std::ptrdiff_t stride, std::size_t n_rows,
                           double* const* out) {
  std::size_t row = 0;
  for (; row + kLanes <= n_rows; row += kLanes) {
    const double* const at = from + static_cast<std::ptrdiff_t>(row) * stride;
    for (std::size_t column = 0; column < kTogether; column += kLanes) {
      Vector square[kLanes];
      for (std::size_t k = 0; k < kLanes; ++k)
        square[k] = hn::LoadU(kTag, at + static_cast<std::ptrdiff_t>(k) * stride + column);
      transpose(square);
      for (std::size_t k = 0; k < kLanes; ++k) hn::StoreU(square[k], kTag, out[column + k] + row);
    }
  }
  for (; row < n_rows; ++row) {
    for (std::size_t k = 0; k < kTogether; ++k)
      out[k][row] = from[static_cast<std::ptrdiff_t>(row) * stride + static_cast<std::ptrdiff_t>(k)];
  }
}

}  // namespace priory::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {
namespace dense {

HWY_EXPORT(none_infinite);
HWY_EXPORT(all_positive);
HWY_EXPORT(read_columns);

}  // namespace dense

bool none_infinite(std::span<const double> x) {
  using namespace dense;
  return HWY_DYNAMIC_DISPATCH(none_infinite)(x.data(), x.size());
}

bool all_positive_and_finite(std::span<const double> x) {
  using namespace dense;
  return HWY_DYNAMIC_DISPATCH(all_positive)(x.data(), x.size());
}

void read_columns(const double* from, std::ptrdiff_t stride, std::size_t n_rows, double* const* out) {
  using namespace dense;
  HWY_DYNAMIC_DISPATCH(read_columns)(from, stride, n_rows, out);
}

}  // namespace priory
#endif
