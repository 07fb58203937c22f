// SPDX-License-Identifier: Apache-2.0
// A column of two values, one row at a time.
#pragma once

#include "kernels/kernels.h"

namespace priory::plain {

inline bool bit(Bits bits, std::size_t row) {
  return ((bits[row / 64] >> (row % 64)) & 1) != 0;
}

inline bool is_present(const BitColumn& column, std::size_t row) {
  return column.present.empty() || bit(column.present, row);
}

}  // namespace priory::plain
