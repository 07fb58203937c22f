// SPDX-License-Identifier: Apache-2.0
// One look at many numbers that lie in the caller's memory: whether they are what can be borrowed as it is,
// and how columns of a matrix that lies row after row become such. In the vector instructions of the machine.
#pragma once

#include <cstddef>
#include <span>

namespace priory {

bool none_infinite(std::span<const double> x);            // NaN is not
bool all_positive_and_finite(std::span<const double> x);  // and not NaN

// out[j][i] = from[i * stride + j], for kTogether columns; the stride is in numbers.
constexpr std::size_t kTogether = 8;
void read_columns(const double* from, std::ptrdiff_t stride, std::size_t n_rows, double* const* out);

}  // namespace priory
