// SPDX-License-Identifier: Apache-2.0
// Sums and maps over a source of numbers, with any number of threads.
#include "fold/fold.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>

#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

struct NumberBatch : Batch {
  int number = 0;
};

// Hands out 0, 1, ..., n - 1. Decoding those in `bad` throws, sooner or later.
class Numbers : public Source<int> {
 public:
  explicit Numbers(int n, std::set<int> bad = {}, int source_fails_at = -1)
      : n_(n), fails_at_(source_fails_at), bad_(std::move(bad)) {}

  std::unique_ptr<Batch> next() override {
    if (at_ == fails_at_) throw std::runtime_error("source " + std::to_string(at_));
    if (at_ == n_) return nullptr;
    auto out = std::make_unique<NumberBatch>();
    out->number = at_++;
    return out;
  }

  std::unique_ptr<Decoder<int>> decoder() const override { return std::make_unique<Each>(bad_); }

 private:
  struct Each : Decoder<int> {
    explicit Each(const std::set<int>& numbers) : bad(numbers) {}
    void decode(const Batch& batch, const std::function<void(const int&)>& take) override {
      const int number = static_cast<const NumberBatch&>(batch).number;
      // The earlier a bad batch, the later it fails: the first error in time is not the first in order.
      if (bad.contains(number)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(std::max(0, 6 - number)));
        throw std::runtime_error("batch " + std::to_string(number));
      }
      take(number);
    }
    const std::set<int>& bad;
  };

  int n_, fails_at_, at_ = 0;
  std::set<int> bad_;
};

struct Total {
  long sum = 0, count = 0;
  void accumulate(int x) { sum += x, ++count; }
  void merge(const Total& other) { sum += other.sum, count += other.count; }
};

template <class Act>
std::string message_of(const Act& act) {
  try {
    act();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

constexpr unsigned kThreads[] = {1, 2, 7};

TEST(Fold, SumsEverythingOnceWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    for (const int n : {0, 1, 6, 1000}) {
      Numbers numbers(n);
      const Total total = fold(numbers, Total(), threads);
      EXPECT_EQ(total.count, n);
      EXPECT_EQ(total.sum, long{n} * (n - 1) / 2);
    }
  }
}

TEST(Fold, ReportsTheEarliestErrorWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    for (int round = 0; round < 20; ++round) {
      Numbers numbers(100, {3, 4, 5, 6, 50});
      EXPECT_EQ(message_of([&] { fold(numbers, Total(), threads); }), "batch 3");
    }
  }
}

TEST(Fold, ReportsAFailingSourceUnlessABatchBeforeFailsWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    Numbers broken(100, {}, 5), both(100, {4}, 5);
    EXPECT_EQ(message_of([&] { fold(broken, Total(), threads); }), "source 5");
    EXPECT_EQ(message_of([&] { fold(both, Total(), threads); }), "batch 4");
  }
}

TEST(Fold, TicksBetweenBatchesAndStopsWhenTheTickThrowsWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    Numbers numbers(10);
    int ticks = 0;  // no lock: one thread ticks at a time
    fold(numbers, Total(), threads, [&](const Progress&) { ++ticks; });
    EXPECT_GE(ticks, 10);
    Numbers more(1000);
    EXPECT_EQ(message_of([&] {
                fold(more, Total(), threads, [n = 0](const Progress&) mutable {
                  if (++n > 5) throw std::runtime_error("interrupted");
                });
              }),
              "interrupted");
    EXPECT_EQ(static_cast<NumberBatch&>(*more.next()).number, 5);  // nothing was read after that
  }
}

// Writes each number as text; the larger the earlier it is ready.
std::string written(Numbers& numbers, unsigned threads, int write_fails_at = -1) {
  std::string out;
  int writes = 0;
  transform<int, std::string>(
      numbers,
      [] {
        return [](int x, std::string& text) {
          std::this_thread::sleep_for(std::chrono::microseconds(20 * (7 - x % 7)));
          text += std::to_string(x) + " ";
        };
      },
      [&](const std::string& text) {
        if (writes++ == write_fails_at) throw std::runtime_error("disk full");
        out += text;
      },
      threads);
  return out;
}

TEST(Transform, KeepsTheOrderWithAnyThreads) {
  std::string expected;
  for (int k = 0; k < 300; ++k) expected += std::to_string(k) + " ";
  for (const unsigned threads : kThreads) {
    Numbers numbers(300);
    EXPECT_EQ(written(numbers, threads), expected);
  }
}

TEST(Transform, WritesAllThatIsBeforeTheErrorWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    for (int round = 0; round < 20; ++round) {
      Numbers numbers(100, {4, 5, 9});
      std::string out;
      EXPECT_EQ(message_of([&] {
                  transform<int, std::string>(
                      numbers, [] { return [](int x, std::string& text) { text = std::to_string(x); }; },
                      [&](const std::string& text) { out += text; }, threads);
                }),
                "batch 4");
      EXPECT_EQ(out, "0123");
    }
  }
}

TEST(Transform, AFailingWriteEndsTheWorkWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    Numbers numbers(100);
    EXPECT_EQ(message_of([&] { written(numbers, threads, 3); }), "disk full");
  }
}

TEST(Transform, EachThreadHasItsOwnWorker) {
  std::atomic<int> workers = 0;
  Numbers numbers(50);
  transform<int, std::string>(
      numbers,
      [&] {
        ++workers;
        return [busy = false](int, std::string&) mutable { busy = !busy; };  // a race would show here
      },
      [](const std::string&) {}, 7);
  EXPECT_EQ(workers, 7);
}

TEST(InTurns, EveryTaskIsDoneOnceWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    std::vector<std::atomic<int>> done(1000);
    parallel_for(threads, done.size(), [&](unsigned thread, std::size_t k) {
      EXPECT_LT(thread, std::max(1U, threads));
      ++done[k];
    });
    for (const auto& times : done) EXPECT_EQ(times, 1);
    parallel_for(threads, 0, [](unsigned, std::size_t) { FAIL(); });
  }
}

TEST(InTurns, WhatATaskThrowsIsThrownWithAnyThreads) {
  for (const unsigned threads : kThreads) {
    const auto fail = [](unsigned, std::size_t k) {
      if (k == 7) throw std::runtime_error("task 7");
    };
    EXPECT_EQ(message_of([&] { parallel_for(threads, 100, fail); }), "task 7");
  }
}

}  // namespace
}  // namespace priory
