// SPDX-License-Identifier: Apache-2.0
#include "words/frequency_sketch.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

#include "core/random.h"

namespace priory {
namespace {

constexpr std::size_t kBits = FrequencySketch::kLeastBits;  // sixteen counters: most words share them

// Few different ones, so that they come again.
std::uint64_t hash_of(std::uint8_t word) {
  return mixed(word % 40);
}

FrequencySketch counted(const std::vector<std::uint8_t>& words) {
  FrequencySketch out(kBits);
  for (const std::uint8_t word : words) out.add(hash_of(word));
  return out;
}

RC_GTEST_PROP(FrequencySketch, IsNeverTooLow, (const std::vector<std::uint8_t>& words)) {
  const FrequencySketch sketch = counted(words);
  std::map<std::uint64_t, std::uint32_t> exact;
  for (const std::uint8_t word : words) ++exact[hash_of(word)];
  for (const auto& [hash, n] : exact) RC_ASSERT(sketch.estimate(hash) >= n);
}

RC_GTEST_PROP(FrequencySketch, MergingIsCountingBoth,
              (const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b)) {
  std::vector<std::uint8_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  FrequencySketch left = counted(a), right = counted(b);
  left.merge(counted(b)), right.merge(counted(a));
  RC_ASSERT(left == counted(both));
  RC_ASSERT(right == left);
}

TEST(FrequencySketch, IsExactWhereThereIsRoom) {
  FrequencySketch sketch(20);
  for (std::uint64_t word = 0; word < 100; ++word) sketch.add(mixed(word), word + 1);
  for (std::uint64_t word = 0; word < 100; ++word) EXPECT_EQ(sketch.estimate(mixed(word)), word + 1);
  EXPECT_EQ(sketch.estimate(mixed(1000)), 0U);
}

// And stops in the same place whichever way it got there.
TEST(FrequencySketch, StopsAtItsLargestNumber) {
  FrequencySketch many(kBits), more(kBits);
  many.add(7, std::uint64_t{1} << 40);
  more.add(7, FrequencySketch::kMany - 1);
  more.merge(more);
  EXPECT_EQ(many.estimate(7), FrequencySketch::kMany);
  EXPECT_TRUE(many == more);
  many.add(7);
  EXPECT_EQ(many.estimate(7), FrequencySketch::kMany);
}

}  // namespace
}  // namespace priory
