// SPDX-License-Identifier: Apache-2.0
// Seconds of some work, on the clock and of all threads together.
#pragma once

#include <chrono>
#include <ctime>

struct Time {
  double seconds = 0, cpu = 0;
};

template <class Work>
Time timed(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpu_begin = std::clock();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC};
}
