// SPDX-License-Identifier: Apache-2.0
// The exact mean: sums that doubles would lose, and any order of the terms.
#include "evaluate/exact_mean.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace priory {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

TEST(ExactMean, OfNothingIsZero) {
  ExactMean mean;
  mean.add(kEndless, 0);
  EXPECT_EQ(mean.value(), 0);
}

TEST(ExactMean, KeepsWhatASumOfDoublesLoses) {
  ExactMean mean;
  mean.add(1e300, 1);
  for (int i = 0; i < 3; ++i) mean.add(0x1p-1074, 1);
  mean.add(0, std::uint64_t{1} << 62);
  EXPECT_NEAR(mean.value() / (1e300 / 0x1p62), 1, 1e-15);
}

TEST(ExactMean, OfTheLargestAndSmallestDoubles) {
  for (const double value : {std::numeric_limits<double>::max(), 0x1p-1074, 0x1p-1022, 0.1, 1.0, -0.0}) {
    ExactMean mean;
    for (int i = 0; i < 8; ++i) mean.add(value, std::uint64_t{1} << 24);
    EXPECT_EQ(mean.value(), value);
  }
}

TEST(ExactMean, IsInfiniteWithOneInfiniteTerm) {
  ExactMean mean;
  mean.add(1, 5);
  mean.add(kEndless, 1);
  EXPECT_EQ(mean.value(), kEndless);
}

RC_GTEST_PROP(ExactMean, ForgetsTheOrderAndCountsWeightsAsTerms, (std::vector<double> values)) {
  ExactMean forward, backward;
  for (double& value : values) value = std::abs(value);
  for (const double value : values) forward.add(value, 3);
  std::reverse(values.begin(), values.end());
  for (int i = 0; i < 3; ++i) {
    for (const double value : values) backward.add(value, 1);
  }
  RC_ASSERT(forward.value() == backward.value());
}

RC_GTEST_PROP(ExactMean, AgreesWithLongDoubles, (const std::vector<std::uint32_t>& numbers)) {
  RC_PRE(!numbers.empty());
  ExactMean mean;
  long double sum = 0, total = 0;
  for (const std::uint32_t n : numbers) {
    const double value = std::sqrt(n);
    mean.add(value, n % 7);
    sum += static_cast<long double>(value) * (n % 7);
    total += n % 7;
  }
  const auto expected = static_cast<double>(total == 0 ? 0 : sum / total);
  RC_ASSERT(std::abs(mean.value() - expected) <= 4e-16 * expected);
}

}  // namespace
}  // namespace priory
