// SPDX-License-Identifier: Apache-2.0
// Threads for work that would keep connections waiting: many rows, snapshots, evaluations.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace priory::server {

class WorkPool {
 public:
  WorkPool(std::size_t threads, std::size_t most_waiting);
  ~WorkPool();  // after all that was taken
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  bool take(std::function<void()> work);  // false: too much is waiting

 private:
  void run();

  const std::size_t most_waiting_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace priory::server
