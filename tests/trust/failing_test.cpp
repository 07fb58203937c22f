// SPDX-License-Identifier: Apache-2.0
// The n-th request for memory fails, or the n-th write, sync or rename, for every n until all goes well. A
// model file that was there is then the old one or the new one, and nothing is left beside it. Operator new
// and the three calls are replaced in this whole program.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <new>
#include <sstream>
#include <sys/syscall.h>
#include <unistd.h>

#include "clustering.h"
#include "training.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PRIORY_CALLS_ARE_WATCHED  // a sanitizer has them already
#endif
#endif

namespace {

std::atomic<long> memory_left{-1}, calls_left{-1};  // until one fails; below 0: none does

// Whether this one fails. Nobody asks under a sanitizer.
[[maybe_unused]] bool takes_last(std::atomic<long>& left) {
  return left >= 0 && left-- == 0;
}

}  // namespace

#ifndef PRIORY_CALLS_ARE_WATCHED
void* operator new(std::size_t size) {
  if (takes_last(memory_left)) throw std::bad_alloc();
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

extern "C" ssize_t write(int fd, const void* bytes, std::size_t size) {
  if (fd > STDERR_FILENO && takes_last(calls_left)) return errno = ENOSPC, -1;
  return ::syscall(SYS_write, fd, bytes, size);
}
extern "C" int fsync(int fd) {
  if (takes_last(calls_left)) return errno = EIO, -1;
  return static_cast<int>(::syscall(SYS_fsync, fd));
}
extern "C" int rename(const char* from, const char* to) noexcept {
  if (takes_last(calls_left)) return errno = EIO, -1;
  return static_cast<int>(::syscall(SYS_rename, from, to));
}
#endif

namespace priory::testing {
namespace {

const char* const kRows = "y,x,t\na,1,red wine\nb,2.5,\na,3,blue\nb,7,red\n";

PlanOptions options() {
  return with_types("y", "x=gaussian,t=text");
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

class Failing : public ::testing::Test {
 protected:
  Failing() : folder_(std::filesystem::temp_directory_path() / fmt::format("priory-failing-{}", ::getpid())) {
    std::filesystem::create_directory(folder_);
    path_ = folder_ / "m";
    save(trained("y,x\nu,1\nv,2\nu,2\nv,4\n", with_types("y", "x=poisson")), path_);
    old_ = contents(path_);
  }
  ~Failing() override { std::filesystem::remove_all(folder_); }

  // Whether the step went well although its n-th request was to fail.
  template <class Step>
  bool survives(std::atomic<long>& left, long n, const Step& step) {
    left = n;
    bool good = false;
    try {
      step();
      good = true;
    } catch (const std::bad_alloc&) {
    } catch (const Error&) {
    }
    good = good && left >= 0;  // a hint that fails is no failure, but there may be more requests
    left = -1;
    return good;
  }

  // For every n: the file is the old one, or another that loads; nothing else is in the folder.
  template <class Step>
  void check_each(std::atomic<long>& left, const Step& step) {
#ifdef PRIORY_CALLS_ARE_WATCHED
    GTEST_SKIP() << "a sanitizer has replaced the calls";
#endif
    constexpr long kMost = 1'000'000;
    for (long n = 0; n < kMost; n += 1 + n / 400) {
      const bool done = survives(left, n, step);
      const std::string now = contents(path_);
      if (now != old_) {
        ASSERT_NO_THROW(from_bytes(now, "new")) << n;
      }
      ASSERT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << n;
      if (done) return;
      std::ofstream(path_, std::ios::binary) << old_;
    }
    FAIL() << "it never goes well";
  }

  std::filesystem::path folder_, path_;
  std::string old_;
};

TEST_F(Failing, MemoryOfTrain) {
  check_each(memory_left, [&] { trained(kRows, options()); });
}

TEST_F(Failing, MemoryOfPredict) {
  const Classifier model = trained(kRows, options());
  check_each(memory_left, [&] { posteriors(model, kRows); });
}

TEST_F(Failing, MemoryOfMerge) {
  const Classifier model = trained(kRows, options());
  check_each(memory_left, [&] { model.merge(model); });
}

TEST_F(Failing, MemoryOfCluster) {
  EmOptions em;
  em.restarts = 1, em.max_iterations = 3;
  check_each(memory_left, [&] { clustered("x,z\n1,2\n2,1\n9,3\n8,4\n", with_family("poisson"), 2, em); });
}

TEST_F(Failing, CallsOfSave) {
  const Classifier model = trained(kRows, options());
  check_each(calls_left, [&] { save(model, path_); });
}

}  // namespace
}  // namespace priory::testing
