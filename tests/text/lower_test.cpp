// SPDX-License-Identifier: Apache-2.0
// Lower-casing with its two exceptions. Each expectation is what Python 3.11's str.lower() gives.
#include "text/lower.h"

#include <gtest/gtest.h>
#include <string>

namespace priory {
namespace {

std::u32string lower(std::u32string_view text) {
  std::u32string out;
  append_lower(text, out);
  return out;
}

TEST(Lower, LeavesWhatHasNoCase) {
  EXPECT_EQ(lower(U""), U"");
  EXPECT_EQ(lower(U"ab 12 漢字 ß"), U"ab 12 漢字 ß");
}

TEST(Lower, DottedCapitalIBecomesTwo) {
  EXPECT_EQ(lower(U"İ"), U"i\u0307");
  EXPECT_EQ(lower(U"İSTANBUL"), U"i\u0307stanbul");
  EXPECT_EQ(lower(U"Iı"), U"iı");
}

TEST(Lower, SigmaIsFinalAtTheEndOfAWord) {
  EXPECT_EQ(lower(U"ΟΔΥΣΣΕΥΣ"), U"οδυσσευς");
  EXPECT_EQ(lower(U"ΑΣ ΑΣ"), U"ας ας");
  EXPECT_EQ(lower(U"ΑΣΣ"), U"ασς");
  EXPECT_EQ(lower(U"AΣ1"), U"aς1");
  EXPECT_EQ(lower(U"AΣ_B"), U"aς_b");
}

TEST(Lower, SigmaAloneIsNotFinal) {
  EXPECT_EQ(lower(U"Σ"), U"σ");
  EXPECT_EQ(lower(U" Σ "), U" σ ");
  EXPECT_EQ(lower(U"1Σ"), U"1σ");
  EXPECT_EQ(lower(U"אΣ"), U"אσ");
  EXPECT_EQ(lower(U"ΣΑ"), U"σα");
}

TEST(Lower, SigmaLooksPastWhatIsIgnorable) {
  EXPECT_EQ(lower(U"Α'Σ"), U"α'ς");
  EXPECT_EQ(lower(U"ΑΣ.Β"), U"ασ.β");
  EXPECT_EQ(lower(U"ΑΣ. Β"), U"ας. β");
  EXPECT_EQ(lower(U"Α\u0301Σ\u0301"), U"α\u0301ς\u0301");
  EXPECT_EQ(lower(U"ΑΣ\u00AD\u00ADΑ"), U"ασ\u00AD\u00ADα");
  EXPECT_EQ(lower(U"''Σ''"), U"''σ''");
}

TEST(Lower, SigmaAfterLettersThatAreNoLetters) {
  EXPECT_EQ(lower(U"ªΣ"), U"ªς");
  EXPECT_EQ(lower(U"ⅧΣ"), U"ⅷς");
  EXPECT_EQ(lower(U"ⒶΣⓐ"), U"ⓐσⓐ");
  EXPECT_EQ(lower(U"ʰΣ"), U"ʰσ");  // cased, but ignorable first
}

TEST(Lower, ManySigmasTakeLinearTime) {
  std::u32string text = U"Α";
  for (int i = 0; i < 1000; ++i) text += U"Σ" + std::u32string(1000, U'\'');
  const std::u32string result = lower(text);
  EXPECT_EQ(result.size(), text.size());
  EXPECT_EQ(result[1], U'σ');
  EXPECT_EQ(result[result.size() - 1001], U'ς');
}

}  // namespace
}  // namespace priory
