// SPDX-License-Identifier: Apache-2.0
// The weighted mean of non-negative numbers, its sums exact and rounded once, so that the order of the terms
// cannot show and a weight of 3 is three terms. It takes infinite terms: a loss can be one. One sum of whole
// numbers for every exponent of a double: weights add up to at most 2^63 and digits are 53 bits, so that no
// sum can overflow, and adding is a multiplication and an addition.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace priory {

class ExactMean {
 public:
  // value: not negative, not NaN, may be infinite. All weights together: at most 2^63.
  void add(double value, std::uint64_t weight) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t exponent = bits >> 52 & 0x7FF;
    const std::uint64_t digits = (bits & kFraction) | (exponent == 0 ? 0 : kFraction + 1);
    sums_[exponent] += static_cast<Wide>(digits) * weight;
    weight_ += weight;
  }
  void merge(const ExactMean& other);

  double value() const;  // 0 without weight
  std::uint64_t weight() const { return weight_; }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
  static constexpr std::size_t kExponents = 2048;  // the last is that of infinity

  std::vector<Wide> sums_ = std::vector<Wide>(kExponents);
  std::uint64_t weight_ = 0;
};

}  // namespace priory
