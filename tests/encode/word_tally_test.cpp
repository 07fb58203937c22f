// SPDX-License-Identifier: Apache-2.0
#include "encode/word_tally.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

namespace priory {
namespace {

// What a map says, in the order the words come.
RC_GTEST_PROP(WordTally, CountsAsAMapDoes, ()) {
  const auto texts = *rc::gen::container<std::vector<std::vector<std::uint32_t>>>(
      rc::gen::container<std::vector<std::uint32_t>>(
          rc::gen::element<std::uint32_t>(0, 1, 7, 1024, 2048, 4294967294U)));
  WordTally tally;
  Bag bag;
  for (const auto& words : texts) {
    const std::size_t first = bag.word.size();
    tally(words, bag);
    std::map<std::uint32_t, double> expected;
    std::vector<std::uint32_t> order;
    for (const std::uint32_t word : words) {
      if (expected[word]++ == 0) order.push_back(word);
    }
    RC_ASSERT(std::vector(bag.word.begin() + static_cast<long>(first), bag.word.end()) == order);
    RC_ASSERT(bag.count.size() == bag.word.size());
    for (std::size_t k = 0; k < order.size(); ++k) RC_ASSERT(bag.count[first + k] == expected[order[k]]);
    bag.end_row(false);
  }
}

TEST(WordTally, GrowsWithTheText) {
  std::vector<std::uint32_t> words(10000);
  for (std::uint32_t k = 0; k < words.size(); ++k) words[k] = k % 5000 * 1024;
  WordTally tally;
  Bag bag;
  tally(words, bag);
  ASSERT_EQ(bag.word.size(), 5000U);
  for (const double count : bag.count) EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace priory
