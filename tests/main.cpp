// SPDX-License-Identifier: Apache-2.0
// The main function of the test programs. Without a sanitizer it counts the threads that a test starts, and
// fails those that start any in a file that has not said so: see threads.h.
#include <atomic>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <set>
#include <string>

#include "threads.h"

namespace priory::testing {
namespace {

std::set<std::string>& threaded_files() {
  static std::set<std::string> files;
  return files;
}

std::atomic<int> n_threads = 0;

class ThreadCount : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo& /*test*/) override { n_threads = 0; }
  void OnTestEnd(const ::testing::TestInfo& test) override {
    if (n_threads > 0 && !threaded_files().contains(test.file()))
      ADD_FAILURE_AT(test.file(), test.line())
          << "the test starts threads: write TESTS_START_THREADS; after the includes (tests/threads.h)";
  }
};

}  // namespace

bool declare_threads(const char* file) {
  return threaded_files().insert(file).second;
}

}  // namespace priory::testing

#ifdef PRIORY_COUNTS_THREADS
// Stands before the one of the C library, for this program and for the libraries it has loaded.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) noexcept {
  static const auto next = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  ++priory::testing::n_threads;
  return next(thread, attributes, start, argument);
}
#endif

int main(int argc, char** argv) {
  ::testing::InitGoogleMock(&argc, argv);
  // The listener belongs to GoogleTest from here on.
  ::testing::UnitTest::GetInstance()->listeners().Append(new priory::testing::ThreadCount);
  return RUN_ALL_TESTS();
}
