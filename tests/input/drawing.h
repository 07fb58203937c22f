// SPDX-License-Identifier: Apache-2.0
// Bytes drawn by chance, for properties of readers.
#pragma once

#include <rapidcheck.h>
#include <string>

namespace priory::testing {

inline std::string draw_bytes(const std::string& alphabet) {
  return *rc::gen::container<std::string>(rc::gen::elementOf(alphabet));
}

}  // namespace priory::testing
