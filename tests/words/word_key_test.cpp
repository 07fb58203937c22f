// SPDX-License-Identifier: Apache-2.0
#include "words/word_key.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "core/random.h"

namespace priory {
namespace {

// Strings of all sizes around those that a key holds, of few bytes, and of those that marks are made of.
std::vector<std::string> some_strings() {
  const std::string bytes("a\0\x0A\x0B\x0C\x0D\xFE\xFF", 8);
  std::vector<std::string> out;
  Random random(7);
  for (std::size_t size = 0; size <= 16; ++size) {
    for (int k = 0; k < 400; ++k) {
      std::string text(size, 'a');
      for (std::size_t at = size > 3 ? size - 3 : 0; at < size; ++at) text[at] = bytes[random.below(8)];
      out.push_back(text);
    }
  }
  return out;
}

TEST(WordKey, IsTheSameWithWhateverBytesBehind) {
  for (const std::string& text : some_strings()) {
    const WordKey key = WordKey::of(text);
    for (const char behind : {'\0', 'a', '\xFF'}) {
      const std::string padded = text + std::string(WordKey::kPadded, behind);
      EXPECT_EQ(WordKey::of_padded(std::string_view(padded).substr(0, text.size())), key);
    }
  }
}

TEST(WordKey, TellsShortStringsApart) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::string> known;
  std::size_t n_of_twelve = 0;
  for (const std::string& text : some_strings()) {
    const WordKey key = WordKey::of(text);
    EXPECT_TRUE(key.is_whole() || text.size() >= 12) << text.size();
    EXPECT_TRUE(!key.is_whole() || text.size() <= 12) << text.size();
    if (!key.is_whole()) continue;
    n_of_twelve += text.size() == 12 ? 1U : 0U;
    EXPECT_EQ(known.try_emplace({key.low, key.high}, text).first->second, text);
  }
  EXPECT_GT(n_of_twelve, 100U);
}

}  // namespace
}  // namespace priory
