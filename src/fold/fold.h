// SPDX-License-Identifier: Apache-2.0
// The only threaded code: `fold` counts, `transform` maps in order, `parallel_for` shares out what is in
// memory. Threads take batches from the source in turn, decode them and work on their own state. Because the
// states are exact and merge in any order, the result is the same for any number of threads; and the error
// reported is that of the earliest batch. Where the source is a share of the rows, `fold` sums over all ranks
// as well.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "priory/chunk.h"

#include "fold/sum_over_ranks.h"

namespace priory {

template <class A, class Item>
concept Mergeable = std::copyable<A> && requires(A a, const A& b, const Item& item) {
  a.accumulate(item);
  a.merge(b);
};

// Hands out the batches of a source in order, and remembers what went wrong first.
template <class Item>
class BatchQueue {
 public:
  BatchQueue(Source<Item>& source, const Tick& tick) : source_(source), tick_(tick) {}

  // Runs work(index, batch) until the source is empty or something failed.
  template <class Work>
  void run(Work&& work) {
    std::size_t index = 0;
    while (const std::unique_ptr<Batch> batch = take(index)) {
      try {
        work(index, *batch);
      } catch (...) {
        fail(index);
        return;
      }
    }
  }

  // Waits until all batches before `index` are written, then writes; does nothing if one of them failed.
  template <class Write>
  void in_order(std::size_t index, Write&& write) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return written_ == index || first_error_ < index; });
    if (first_error_ < index) return;
    write();
    ++written_;
    turn_.notify_all();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::unique_ptr<Batch> take(std::size_t& index) {
    const std::lock_guard lock(mutex_);
    if (first_error_ != kNone) return nullptr;
    index = taken_++;
    try {
      if (tick_) tick_(source_.progress());
      return source_.next();
    } catch (...) {
      keep(index);
      return nullptr;
    }
  }

  void fail(std::size_t index) {
    const std::lock_guard lock(mutex_);
    keep(index);
  }

  void keep(std::size_t index) {
    if (index < first_error_) first_error_ = index, error_ = std::current_exception();
    turn_.notify_all();
  }

  Source<Item>& source_;
  const Tick& tick_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::size_t taken_ = 0;
  std::size_t written_ = 0;
  std::size_t first_error_ = kNone;
  std::exception_ptr error_;
};

// Runs body(k) for k = 0 .. threads-1, each in a thread of its own (the first in the caller's). Where the
// system allows no more threads, the caller's does what is left, one after the other.
template <class Body>
void in_parallel(unsigned threads, Body&& body) {
  std::vector<std::jthread> team;
  unsigned started = 1;
  try {
    for (; started < threads; ++started) team.emplace_back([&body, k = started] { body(k); });
  } catch (const std::system_error&) {  // fewer, then
  }
  body(0U);
  for (unsigned k = std::max(started, 1U); k < threads; ++k) body(k);
}

// Runs work(thread, k) for k = 0 .. n-1, each once, in whichever thread is free next; throws what the first k
// that failed threw.
template <class Work>
void parallel_for(unsigned threads, std::size_t n, Work&& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t failed = n;
  std::exception_ptr error;
  in_parallel(static_cast<unsigned>(std::clamp<std::size_t>(n, 1, std::max(1U, threads))), [&](unsigned t) {
    for (std::size_t k = next++; k < n; k = next++) {
      try {
        work(t, k);
      } catch (...) {
        next = n;
        const std::lock_guard lock(mutex);
        if (k < failed) failed = k, error = std::current_exception();
      }
    }
  });
  if (error) std::rethrow_exception(error);
}

// One of a kind for every thread.
template <class Make>
auto each(unsigned threads, Make&& make) {
  std::vector<decltype(make())> out;
  for (unsigned k = 0; k < threads; ++k) out.push_back(make());
  return out;
}

// The sum over the items of a source: accumulate in every thread, merge at the end.
template <class Item, Mergeable<Item> A>
A fold_here(Source<Item>& source, const A& zero, unsigned threads, const Tick& tick) {
  BatchQueue<Item> queue(source, tick);
  std::vector<A> states(threads, zero);
  const auto decoders = each(threads, [&] { return source.decoder(); });
  in_parallel(threads, [&](unsigned k) {
    queue.run([&](std::size_t, const Batch& batch) {
      decoders[k]->decode(batch, [&](const Item& item) { states[k].accumulate(item); });
    });
  });
  queue.rethrow();
  for (unsigned k = 1; k < threads; ++k) states[0].merge(states[k]);
  return std::move(states[0]);
}

// The sum over all items, those of the other ranks too.
template <class Item, Mergeable<Item> A>
A fold(Source<Item>& source, const A& zero, unsigned threads = 1, const Tick& tick = {}) {
  Ranks* const ranks = source.ranks();
  if (ranks == nullptr) return fold_here(source, zero, threads, tick);
  if constexpr (Carried<A>) {
    A mine = failing_together(*ranks, [&] { return fold_here(source, zero, threads, tick); });
    return sum_over(*ranks, zero, std::move(mine));
  }
  throw Error(ErrorKind::usage, "this cannot be done by several ranks", {}, "let one process do it");
}

// Maps every item and writes the results in the order of the rows. `make_worker` gives each thread a callable
// worker(item, output); `write` gets one batch's output at a time.
template <class Item, class Output, class MakeWorker, class Write>
void transform(Source<Item>& source, MakeWorker&& make_worker, Write&& write, unsigned threads = 1,
               const Tick& tick = {}) {
  BatchQueue<Item> queue(source, tick);
  const auto decoders = each(threads, [&] { return source.decoder(); });
  auto workers = each(threads, make_worker);
  in_parallel(threads, [&](unsigned k) {
    queue.run([&](std::size_t index, const Batch& batch) {
      Output output{};
      decoders[k]->decode(batch, [&](const Item& item) { workers[k](item, output); });
      queue.in_order(index, [&] { write(std::move(output)); });
    });
  });
  queue.rethrow();
}

}  // namespace priory
