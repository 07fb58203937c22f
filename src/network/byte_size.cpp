// SPDX-License-Identifier: Apache-2.0
#include "network/byte_size.h"

#include <fmt/format.h>

namespace priory {

std::string byte_size(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

Error too_large(const std::string& what, double largest, double total, std::size_t limit,
                std::string remedy) {
  return Error(ErrorKind::data,
               fmt::format("{} needs tables of {} at once, the largest of {}; the limit is {}", what,
                           byte_size(total), byte_size(largest), byte_size(static_cast<double>(limit))),
               {}, std::move(remedy));
}

}  // namespace priory
