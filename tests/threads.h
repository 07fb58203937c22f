// SPDX-License-Identifier: Apache-2.0
// A file whose tests start threads says so, after its includes: TESTS_START_THREADS;
// Such files are compiled and run again under the thread sanitizer. A test of another file that starts a
// thread fails (main.cpp), so that none is forgotten.
#pragma once

namespace priory::testing {

bool declare_threads(const char* file);

}  // namespace priory::testing

#define PRIORY_JOIN_NAMES(a, b) a##b
#define PRIORY_JOIN(a, b) PRIORY_JOIN_NAMES(a, b)
#define TESTS_START_THREADS                                               \
  [[maybe_unused]] static const bool PRIORY_JOIN(declared, __COUNTER__) = \
      priory::testing::declare_threads(__FILE__)
