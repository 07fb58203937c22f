// SPDX-License-Identifier: Apache-2.0
// About how often each word occurs, in memory fixed beforehand: two rows of counters, a word adds to one of
// each, and the lesser of its two is the estimate. A mergeable value: sums that stop at 2^32 - 1, so that any
// order and any number of threads give the same counters. Never below the true count (up to that number);
// above it where other words share both counters.
//
//   row 0  counter  hash        mod 2^bits
//   row 1  counter  hash / 2^32 mod 2^bits
//
// Source: Cormode and Muthukrishnan, An improved data stream summary: the count-min sketch (2005).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace priory {

class FrequencySketch {
 public:
  static constexpr std::size_t kRows = 2, kLeastBits = 4, kMostBits = 32;
  static constexpr std::uint32_t kMany = 0xFFFFFFFF;

  explicit FrequencySketch(std::size_t bits) : bits_(bits), counters_(kRows << bits) {}

  void add(std::uint64_t hash, std::uint64_t n = 1) {
    for (const std::size_t at : places(hash)) counters_[at] = sum(counters_[at], n);
  }
  std::uint32_t estimate(std::uint64_t hash) const {
    const auto [a, b] = places(hash);
    return std::min(counters_[a], counters_[b]);
  }
  void merge(const FrequencySketch& other) {  // of the same size
    for (std::size_t k = 0; k < counters_.size(); ++k) counters_[k] = sum(counters_[k], other.counters_[k]);
  }
  bool operator==(const FrequencySketch&) const = default;
  template <class Wire>
  void carry(Wire& wire) {
    wire(counters_);
  }

  std::size_t bits() const { return bits_; }
  static std::size_t bytes(std::size_t bits) { return (kRows << bits) * sizeof(std::uint32_t); }

 private:
  std::array<std::size_t, kRows> places(std::uint64_t hash) const {
    const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
    return {static_cast<std::size_t>(hash & mask),
            static_cast<std::size_t>(((hash >> 32) & mask) + (std::uint64_t{1} << bits_))};
  }
  static std::uint32_t sum(std::uint32_t a, std::uint64_t b) {
    return b > kMany - a ? kMany : a + static_cast<std::uint32_t>(b);
  }

  std::size_t bits_;
  std::vector<std::uint32_t> counters_;
};

}  // namespace priory
