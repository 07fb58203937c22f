// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of one process.
#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

#include "priory/table.h"

namespace priory::testing {

// Where they leave their messages for each other.
struct Meeting {
  explicit Meeting(std::size_t n) : size(n), letters(n), failed(n), all(static_cast<std::ptrdiff_t>(n)) {}

  std::size_t size;
  std::vector<std::vector<std::string>> letters;  // from, to
  std::vector<char> failed;
  std::barrier<> all;
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(Meeting& meeting, std::size_t rank) : meeting_(meeting), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return meeting_.size; }

 protected:
  std::vector<Message> swap(std::span<const std::string_view> to, bool failed) override {
    meeting_.letters[rank_].assign(to.begin(), to.end());
    meeting_.failed[rank_] = failed ? 1 : 0;
    meeting_.all.arrive_and_wait();
    std::vector<Message> out;
    for (std::size_t k = 0; k < size(); ++k)
      out.push_back({meeting_.failed[k] != 0, meeting_.letters[k][rank_]});
    meeting_.all.arrive_and_wait();
    return out;
  }

 private:
  Meeting& meeting_;
  std::size_t rank_;
};

// Runs work(ranks) on n of them; what one throws, it tells the others. Throws what the first threw.
inline void on_ranks(std::size_t n, const std::function<void(Ranks&)>& work) {
  Meeting meeting(n);
  std::vector<std::exception_ptr> thrown(n);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < n; ++k) {
      threads.emplace_back([&, k] {
        ThreadRanks ranks(meeting, k);
        try {
          try {
            work(ranks);
          } catch (const AgreedError&) {
            throw;
          } catch (const Error& error) {
            ranks.fail(error);
          }
        } catch (...) {
          thrown[k] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& each : thrown) {
    if (each) std::rethrow_exception(each);
  }
}

}  // namespace priory::testing
