// SPDX-License-Identifier: Apache-2.0
#include "work_pool.h"

namespace priory::server {

WorkPool::WorkPool(std::size_t threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (std::size_t k = 0; k < threads; ++k) threads_.emplace_back([this] { run(); });
}

WorkPool::~WorkPool() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& each : threads_) each.join();
}

bool WorkPool::take(std::function<void()> work) {
  {
    const std::lock_guard guard(mutex_);
    if (ending_ || waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

void WorkPool::run() {
  std::unique_lock guard(mutex_);
  for (;;) {
    wake_.wait(guard, [&] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    guard.unlock(), work(), guard.lock();
  }
}

}  // namespace priory::server
