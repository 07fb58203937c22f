// SPDX-License-Identifier: Apache-2.0
// Words cut by masks against the plain tokeniser, for every instruction set of the machine.
#include "text/byte_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <random>

#include "text/token_pipeline.h"
#include "text/tokeniser.h"

namespace priory {
namespace {

using ::testing::ElementsAreArray;

class Words : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

// Long enough for many masks, with words longer than one, and stretches without a byte beyond ASCII.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {
      "a",  "B",    "the",  "Running", " ",    " ", " ",        " ",    ", ",   "_",      "9",      "\n",
      "x1", "\x1C", "\x7F", "é",       "ΣΑΣ ", "İ", "\xE2\x82", "\xFF", "漢字", "\u00A0", "\u2028", "'"};
  const std::size_t n = random() % 150, n_kinds = random() % 3 == 0 ? kPieces.size() : 15;
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    out += kPieces[random() % (random() % 20 == 0 ? kPieces.size() : n_kinds)];
    if (random() % 60 == 0) out += std::string(random() % 200, 'q');
  }
  return out;
}

TEST_P(Words, AreThoseOfThePlainTokeniser) {
  std::mt19937 random(11);
  for (int round = 0; round < 120; ++round) {
    TokenOptions options;
    options.tokens = std::vector{Tokens::unicode, Tokens::ascii, Tokens::space, Tokens::pairs}[random() % 4];
    options.letter_case = static_cast<LetterCase>(random() % 3);
    options.max_n = 1 + random() % 3;
    Tokeniser fast(options);
    PlainTokeniser plain(options);
    for (int k = 0; k < 20; ++k) {
      const std::string text = random_text(random);
      ASSERT_THAT(fast(text), ElementsAreArray(plain(text))) << text;
    }
  }
}

std::string target_label(const testing::TestParamInfo<std::int64_t>& info) {
  return hwy::TargetName(info.param);
}

INSTANTIATE_TEST_SUITE_P(Targets, Words, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         target_label);

}  // namespace
}  // namespace priory
