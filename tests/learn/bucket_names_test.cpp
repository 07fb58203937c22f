// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/bucket_names.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace priory {
namespace {

BucketNames any_names() {
  BucketNames out;
  for (int k = *rc::gen::inRange(0, 12); k > 0; --k) {
    const std::string word(1, static_cast<char>('a' + *rc::gen::inRange(0, 6)));
    const auto count = *rc::gen::inRange<std::uint64_t>(1, 5);
    out.add(*rc::gen::arbitrary<bool>() ? "#1" : "#2", {word, count});
  }
  return out;
}

BucketNames sum(BucketNames a, const BucketNames& b) {
  a.merge(b);
  return a;
}

RC_GTEST_PROP(BucketNames, MergingIsASemilattice, ()) {
  const BucketNames a = any_names(), b = any_names(), c = any_names();
  RC_ASSERT(sum(a, b) == sum(b, a));
  RC_ASSERT(sum(sum(a, b), c) == sum(a, sum(b, c)));
  RC_ASSERT(sum(a, a) == a);
  RC_ASSERT(sum(a, BucketNames()) == a);
}

TEST(BucketNames, AreTheMostFrequentWords) {
  BucketNames names;
  for (const BucketWord& word : std::vector<BucketWord>{{"d", 1}, {"b", 5}, {"c", 5}, {"a", 9}, {"e", 1}})
    names.add("#7", word);
  EXPECT_EQ(names.shown("#7"), "a|b|c");
  EXPECT_EQ(names.shown("#8"), "#8");
  names.add("#7", {"e", 6});
  EXPECT_EQ(names.shown("#7"), "a|e|b");
}

TEST(BucketNames, OfNoneAreThoseOfTheOther) {
  BucketNames names;
  names.add("#1", {"a", 1});
  const auto some = std::make_shared<const BucketNames>(names);
  EXPECT_EQ(merged(nullptr, some), some);
  EXPECT_EQ(merged(some, nullptr), some);
  EXPECT_EQ(merged(some, some), some);
  EXPECT_EQ(merged(nullptr, nullptr), nullptr);
}

}  // namespace
}  // namespace priory
