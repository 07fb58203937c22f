// SPDX-License-Identifier: Apache-2.0
// fmt::format as the program has it: a number that is none (NaN) is refused as number_text refuses it, so
// that none leaves the program by whichever message or table. Within priory::app the name fmt finds this one
// first.
#pragma once

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <type_traits>

#include "priory/error.h"

namespace priory::app::fmt {

using namespace ::fmt;  // NOLINT(google-build-using-namespace): the rest of it is as it was

template <class T>
void refuse_nan(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) number_text(static_cast<double>(value));
  }
}

template <class... T>
std::string format(::fmt::format_string<T...> text, T&&... values) {
  (refuse_nan(values), ...);
  return ::fmt::format(text, static_cast<T&&>(values)...);
}

}  // namespace priory::app::fmt
