// SPDX-License-Identifier: Apache-2.0
#include "input/mail/encoded_words.h"

#include <gtest/gtest.h>

namespace priory::testing {
namespace {

std::string decoded(std::string_view raw, bool expect_broken = false) {
  bool broken = false;
  std::string out = decode_header(raw, broken);
  EXPECT_EQ(broken, expect_broken) << raw;
  return out;
}

// The examples of RFC 2047, section 8.
TEST(EncodedWords, OfTheStandard) {
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a?=)"), "(a)");
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a?= b)"), "(a b)");
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)"), "(ab)");
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)"), "(ab)");
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a?=\r\n  =?ISO-8859-1?Q?b?=)"), "(ab)");
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a_b?=)"), "(a b)");
  EXPECT_EQ(decoded("(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)"), "(a b)");
  EXPECT_EQ(decoded("=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <keld@dkuug.dk>"),
            "Keld Jørn Simonsen <keld@dkuug.dk>");
}

TEST(EncodedWords, PaddedBase64MayBeFollowedByMore) {
  EXPECT_EQ(decoded(" =?utf-8?b?4oCccXVvdGVk?=\n =?utf-8?b?4oCd?= end\n"), "“quoted” end");
  EXPECT_EQ(decoded("=?utf-8?b?IOKCrCDigJxxdW90ZWQ=?= =?utf-8?b?4oCd?="), " € “quoted”");
}

TEST(EncodedWords, ACharacterMayBeCutBetweenThem) {
  EXPECT_EQ(decoded("=?utf-8?Q?=E2=82?= =?utf-8?Q?=AC?="), "€");
  EXPECT_EQ(decoded("=?utf-8*en?Q?=E2=82=AC?="), "€");
}

TEST(EncodedWords, OthersAreText) {
  EXPECT_EQ(decoded("a =? b ?= =?x?Z?y?= =?x?q"), "a =? b ?= =?x?Z?y?= =?x?q");
  EXPECT_EQ(decoded("folded\r\n line"), "folded line");
  EXPECT_EQ(decoded(""), "");
  EXPECT_EQ(decoded("=?"), "=?");
}

TEST(EncodedWords, BrokenOnesAreDecodedAsFarAsTheyGo) {
  EXPECT_EQ(decoded("=?utf-8?Q?a=ZZ?=", true).substr(0, 1), "a");
  EXPECT_EQ(decoded("=?nowhere?Q?caf=E9?=", true), "café");
  EXPECT_EQ(decoded("caf\xE9", true), "café");
}

}  // namespace
}  // namespace priory::testing
