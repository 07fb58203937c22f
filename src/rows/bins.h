// SPDX-License-Identifier: Apache-2.0
// Finding the bin of a number, inlined where many are.
#pragma once

#include <cstdint>
#include <span>

#include "priory/chunk.h"

namespace priory {

// Binary search without branches: how many of the inner borders are at most x, which is not NaN.
inline std::uint32_t bin_of(double x, std::span<const double> borders) {
  const double* const inner = borders.data() + 1;
  const double* at = inner;
  for (std::size_t n = borders.size() - 2; n > 0;) {
    const std::size_t half = (n + 1) / 2;
    at = at[half - 1] <= x ? at + half : at;
    n -= half;
  }
  return static_cast<std::uint32_t>(at - inner);
}

// Whether these are bins of whole numbers: all borders lie halfway between two.
bool of_whole_numbers(std::span<const double> borders);

}  // namespace priory
