// SPDX-License-Identifier: Apache-2.0
// Which families the laws are tried on: all of the list. The test of docs/adding-a-family.md has these laws
// over the family of that page, and is linked without this file.
#include "making.h"

namespace priory::testing {

std::span<const Family* const> families_under_test() {
  return all_families();
}

}  // namespace priory::testing
