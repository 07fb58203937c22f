// SPDX-License-Identifier: Apache-2.0
#include "exact/first_in_group.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace priory {
namespace {

RC_GTEST_PROP(FirstInGroup, AreThoseThatASetHasNot, ()) {
  const auto groups = *rc::gen::container<std::vector<std::vector<std::uint32_t>>>(
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 60)));
  FirstInGroup first;
  std::size_t n_kinds = 0;
  for (const auto& kinds : groups) {
    for (const std::uint32_t kind : kinds) n_kinds = std::max<std::size_t>(n_kinds, kind + 1);
    const FirstInGroup::Group is_first = first.begin_group(n_kinds);
    std::set<std::uint32_t> met;
    for (const std::uint32_t kind : kinds) RC_ASSERT(is_first(kind) == met.insert(kind).second);
  }
}

TEST(FirstInGroup, CountsOnAfterItsNumbersRunOut) {
  FirstInGroup first;
  EXPECT_TRUE(first.begin_group(2)(1));
  for (int group = 0; group < 70000; ++group) first.begin_group(2)(0);
  const FirstInGroup::Group last = first.begin_group(2);
  EXPECT_TRUE(last(1));
  EXPECT_FALSE(last(1));
}

}  // namespace
}  // namespace priory
