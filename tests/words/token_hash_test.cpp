// SPDX-License-Identifier: Apache-2.0
// Model files depend on these numbers: they must never change.
#include "words/token_hash.h"

#include <gtest/gtest.h>

namespace priory {
namespace {

TEST(TokenHash, IsXxh3) {  // as xxhsum -H3 prints them
  EXPECT_EQ(token_hash(""), 0x2d06800538d394c2U);
  EXPECT_EQ(token_hash("a"), 0xe6c632b61e964e1fU);
  EXPECT_EQ(token_hash("abc"), 0x78af5f94892f3950U);
}

TEST(TokenHash, BucketsAreItsLowestBits) {
  EXPECT_EQ(bucket_of(token_hash("abc"), 8), 0x50U);
  EXPECT_EQ(bucket_of(token_hash("abc"), 24), 0x2f3950U);
  EXPECT_EQ(bucket_word(0x50), "#80");
}

}  // namespace
}  // namespace priory
