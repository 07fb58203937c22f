// SPDX-License-Identifier: Apache-2.0
// Adding is one 53 x 64 bit multiplication and three limb additions; only `value` rounds.
#include "evaluate/exact_mean.h"

#include <bit>
#include <cmath>
#include <limits>

namespace priory {
namespace {

constexpr int kFractionBits = 52;
constexpr int kLeastExponent = -1074;

}  // namespace

void ExactMean::add(double value, std::uint64_t weight) {
  if (weight == 0) return;
  weight_ += weight;
  if (std::isinf(value)) {
    infinite_ = true;
    return;
  }
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(value));  // abs: the sign of -0
  const std::uint64_t exponent = bits >> kFractionBits;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFractionBits) - 1);
  const std::uint64_t leading =
      exponent == 0 ? 0 : std::uint64_t{1} << kFractionBits;  // subnormals have none
  add_at(exponent == 0 ? 0 : exponent - 1, static_cast<Wide>(fraction | leading) * weight);
}

void ExactMean::add_at(std::size_t bit, Wide product) {
  const std::size_t shift = bit % 64;
  const auto low = static_cast<std::uint64_t>(product);
  const auto high = static_cast<std::uint64_t>(product >> 64);
  const Wide low_shifted = static_cast<Wide>(low) << shift;
  const Wide upper = (static_cast<Wide>(high) << shift) + (low_shifted >> 64);
  std::size_t at = bit / 64;
  Wide carry = static_cast<Wide>(limbs_[at]) + static_cast<std::uint64_t>(low_shifted);
  limbs_[at] = static_cast<std::uint64_t>(carry);
  carry = (carry >> 64) + upper;
  while (carry != 0) {
    const Wide sum = static_cast<Wide>(limbs_[++at]) + static_cast<std::uint64_t>(carry);
    limbs_[at] = static_cast<std::uint64_t>(sum);
    carry = (carry >> 64) + (sum >> 64);
  }
}

double ExactMean::value() const {
  if (infinite_) return std::numeric_limits<double>::infinity();
  std::size_t top = limbs_.size() - 1;
  while (top > 0 && limbs_[top] == 0) --top;
  // Scaled by the leading limb: the sum itself may be too large for a double where the mean is not.
  double sum = 0;
  for (std::size_t i = top < 3 ? 0 : top - 3; i <= top; ++i)
    sum = std::ldexp(sum, -64) + static_cast<double>(limbs_[i]);
  if (sum == 0) return 0;
  return std::ldexp(sum / static_cast<double>(weight_), static_cast<int>(64 * top) + kLeastExponent);
}

}  // namespace priory
