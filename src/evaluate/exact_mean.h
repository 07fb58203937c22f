// SPDX-License-Identifier: Apache-2.0
// The weighted mean of non-negative numbers, its sums exact, so that the order of the terms cannot show and a
// weight of 3 is three terms. The sum is one long integer: a double is a 53-bit integer times a power of two
// from 2^-1074 up, weights are integers, and 35 limbs of 64 bits hold any sum of their products.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace priory {

__extension__ using Wide = unsigned __int128;

class ExactMean {
 public:
  void add(double value, std::uint64_t weight);  // value: not negative, not NaN, may be infinite
  double value() const;                          // within two units in the last place; 0 without weight
  std::uint64_t weight() const { return weight_; }

 private:
  void add_at(std::size_t bit, Wide product);

  std::array<std::uint64_t, 35> limbs_ = {};  // least significant first; the unit is 2^-1074
  std::uint64_t weight_ = 0;
  bool infinite_ = false;
};

}  // namespace priory
