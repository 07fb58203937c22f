// SPDX-License-Identifier: Apache-2.0
#include "kernels/count_words.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

namespace priory {
namespace {

TEST(CountWords, OfNothingAndOfBlanks) {
  EXPECT_EQ(count_words(""), 0U);
  EXPECT_EQ(count_words(" \t\r\n"), 0U);
  EXPECT_EQ(count_words("to be, or"), 3U);
  EXPECT_EQ(count_words(std::string(64, 'a') + std::string(64, 'b')), 1U);
  EXPECT_EQ(count_words(std::string(63, 'a') + " " + std::string(64, 'b')), 2U);
}

// A stream parts words at the same bytes, and at two that are left out here.
RC_GTEST_PROP(CountWords, AreThoseOfAStream, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::element('a', 'b', ' ', '\t', '\n', '\xC3', '\0'));
  std::istringstream stream(text);
  std::size_t n = 0;
  for (std::string word; stream >> word;) ++n;
  RC_ASSERT(count_words(text) == n);
}

}  // namespace
}  // namespace priory
