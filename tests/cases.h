// SPDX-License-Identifier: Apache-2.0
// How many random cases a law is tried on: all of them, but where ctest says so a part. The sanitizers look
// for how memory and threads are used, which the first cases show; values are judged by the release build,
// with all of them.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace priory::testing {

// PRIORY_TEST_CASES is the percentage; at least two cases remain.
inline unsigned cases(unsigned all) {
  const char* const given = std::getenv("PRIORY_TEST_CASES");
  const int percent = given == nullptr ? 100 : std::clamp(std::atoi(given), 1, 100);
  return std::max(std::min(all, 2U), all * static_cast<unsigned>(percent) / 100);
}

}  // namespace priory::testing
