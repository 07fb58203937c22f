// SPDX-License-Identifier: Apache-2.0
// Processes that do one piece of work together, on one machine or many: ranks 0, 1, 2, ... All run the same
// program on the same options, each with a share of the rows; what they have learnt of theirs they exchange.
// A table opened with ranks is shared out (ReadOptions), its sources say whose share they are, and `fold`
// sums over all of them: so what is a fold works with ranks as it does with threads.
//
// Every exchange is done by all ranks, in the same order. One that fails says so instead (`fail`), and the
// others, in whatever exchange they do next, throw the same Error: nobody is left waiting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/error.h"

namespace priory {

// What all ranks throw when one of them has failed.
class AgreedError : public Error {
 public:
  using Error::Error;
};

class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;

  // to[k] goes to rank k; what rank k sent here is entry k of the answer.
  std::vector<std::string> exchange(std::span<const std::string_view> to);
  std::vector<std::string> gather(std::string_view bytes);  // of every rank, to every rank
  std::string broadcast(std::string_view bytes, std::size_t from);
  std::uint64_t sum(std::uint64_t mine);  // of every rank's

  // In place of an exchange, by a rank that cannot go on. Throws what all throw: the error of the lowest rank
  // of those that fail here.
  [[noreturn]] void fail(const Error& error);

  std::uint64_t bytes_sent() const { return bytes_sent_; }

 protected:
  struct Message {
    bool failed = false;
    std::string bytes;
  };
  // What `exchange` does, with a mark that all of `to` is the error of a rank that fails.
  virtual std::vector<Message> swap(std::span<const std::string_view> to, bool failed) = 0;

 private:
  std::vector<std::string> checked(std::span<const std::string_view> to, bool failed);

  std::uint64_t bytes_sent_ = 0;
};

struct ReadCounts;
ReadCounts sum_over(Ranks& ranks, const ReadCounts& mine);

}  // namespace priory
