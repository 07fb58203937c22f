// SPDX-License-Identifier: Apache-2.0
#include "words/word_sample.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/random.h"

namespace priory {
namespace {

WordSample sampled(const std::vector<std::uint8_t>& words) {
  WordSample out(10);
  for (const std::uint8_t word : words) out.add(mixed(word));
  return out;
}

RC_GTEST_PROP(WordSample, MergingIsSamplingBoth,
              (const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b)) {
  std::vector<std::uint8_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  WordSample left = sampled(a), right = sampled(b);
  left.merge(sampled(b)), right.merge(sampled(a));
  RC_ASSERT(left.hashes() == sampled(both).hashes());
  RC_ASSERT(right.hashes() == left.hashes());
  RC_ASSERT(left.words_each() == sampled(both).words_each());
  RC_ASSERT(right.words_each() == left.words_each());
}

RC_GTEST_PROP(WordSample, DoesNotCareHowOftenOrInWhichOrder, (std::vector<std::uint8_t> words)) {
  const WordSample once = sampled(words);
  words.insert(words.end(), words.rbegin(), words.rend());
  RC_ASSERT(sampled(words).hashes() == once.hashes());
}

TEST(WordSample, HasThemAllWhileTheyAreFew) {
  WordSample sample(1000);
  for (int again = 0; again < 3; ++again) {
    for (std::uint64_t word = 0; word < 1000; ++word) sample.add(word);
  }
  EXPECT_EQ(sample.n_words(), 1000);
  EXPECT_EQ(sample.words_each(), 1);
}

// 2048 to 4096 words of the sample: a standard deviation is at most 2.2 %.
TEST(WordSample, EstimatesHowManyThereAre) {
  for (const double n : {1e4, 1e5, 1e6}) {
    WordSample sample(4096);
    for (std::uint64_t word = 0; word < static_cast<std::uint64_t>(n); ++word)
      sample.add(mixed(word ^ 0x5EED));
    EXPECT_LE(sample.hashes().size(), 4096U);
    EXPECT_NEAR(sample.n_words() / n, 1, 4 * 0.022);
  }
}

}  // namespace
}  // namespace priory
