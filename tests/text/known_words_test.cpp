// SPDX-License-Identifier: Apache-2.0
// The table never changes an answer, whatever has been asked before, through all its sizes.
#include "text/known_words.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace priory {
namespace {

TEST(KnownWords, AnswersAsIfItKnewNothing) {
  KnownWords known;
  std::string room;
  const auto reversed = [&](std::string_view word) {
    room.assign(word.rbegin(), word.rend());
    return std::string_view(room);
  };
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 200'000; ++i) {
      const std::string word = std::to_string(i % 1000 == 0 ? i : i % 70'000);
      ASSERT_EQ(known(word, reversed), std::string(word.rbegin(), word.rend()));
    }
  }
}

TEST(KnownWords, KnowsAWordItHasMet) {
  KnownWords known;
  int n_made = 0;
  const auto nothing = [&](std::string_view) { return ++n_made, std::string_view(); };
  for (int i = 0; i < 5; ++i) EXPECT_EQ(known("the", nothing), "");
  EXPECT_EQ(n_made, 1);
}

TEST(KnownWords, LongWordsAndLongResultsPassThrough) {
  KnownWords known;
  const std::string word(1000, 'w'), result(1000, 'r');
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(known(word, [](std::string_view all) { return all.substr(1); }).size(), 999U);
    EXPECT_EQ(known("a", [&](std::string_view) { return std::string_view(result); }), result);
  }
}

}  // namespace
}  // namespace priory
