// SPDX-License-Identifier: Apache-2.0
#include "priory/dictionary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <rapidcheck/gtest.h>
#include <string>

namespace priory {
namespace {

using ::testing::ElementsAre;

RC_GTEST_PROP(Dictionary, AgreesWithAMap, (const std::vector<std::string>& texts)) {
  Dictionary dictionary;
  std::map<std::string, std::uint32_t> expected;
  for (const std::string& text : texts) {
    const auto [place, is_new] = expected.try_emplace(text, static_cast<std::uint32_t>(expected.size()));
    RC_ASSERT((dictionary.find(text) == Dictionary::kAbsent) == is_new);
    RC_ASSERT(dictionary.insert(text) == place->second);
  }
  RC_ASSERT(dictionary.size() == expected.size());
  for (const auto& [text, code] : expected) {
    RC_ASSERT(dictionary.find(text) == code);
    RC_ASSERT(dictionary[code] == text);
  }
}

RC_GTEST_PROP(Dictionary, SortsByBytes, (const std::vector<std::string>& texts)) {
  Dictionary dictionary;
  std::map<std::string, int> expected;
  for (const std::string& text : texts) dictionary.insert(text), expected[text] = 0;
  std::vector<std::string> sorted;
  for (const std::uint32_t code : dictionary.sorted_codes()) sorted.emplace_back(dictionary[code]);
  RC_ASSERT(sorted.size() == expected.size());
  RC_ASSERT(std::equal(sorted.begin(), sorted.end(), expected.begin(),
                       [](const std::string& a, const auto& b) { return a == b.first; }));
}

TEST(Dictionary, ManyAndLongStringsStayWhereTheyAre) {
  Dictionary dictionary;
  const std::string long_one(100'000, 'x');
  dictionary.insert("first"), dictionary.insert(long_one), dictionary.insert("");
  const std::string_view first = dictionary[0];
  for (int k = 0; k < 200'000; ++k) dictionary.insert(std::to_string(k));
  EXPECT_EQ(first, "first");
  EXPECT_EQ(first.data(), dictionary[0].data());
  EXPECT_EQ(dictionary[1], long_one);
  EXPECT_EQ(dictionary.find(""), 2U);
  EXPECT_EQ(dictionary.size(), 200'003U);
  for (int k = 0; k < 200'000; k += 777)
    EXPECT_EQ(dictionary[dictionary.find(std::to_string(k))], std::to_string(k));
}

TEST(Dictionary, StringsMayHoldAnyBytes) {
  Dictionary dictionary;
  const std::string zero("a\0b", 3), other("a\0c", 3);
  EXPECT_EQ(dictionary.insert(zero), 0U);
  EXPECT_EQ(dictionary.insert(other), 1U);
  EXPECT_EQ(dictionary.find("a"), Dictionary::kAbsent);
  EXPECT_EQ(dictionary[0], zero);
}

TEST(Dictionary, AnEmptyOneFindsNothing) {
  const Dictionary dictionary;
  EXPECT_TRUE(dictionary.empty());
  EXPECT_EQ(dictionary.find("a"), Dictionary::kAbsent);
  EXPECT_TRUE(dictionary.sorted_codes().empty());
}

TEST(Dictionary, ACopyIsAnother) {
  Dictionary one;
  one.insert("b"), one.insert("a");
  Dictionary two = one;
  EXPECT_NE(one.identity(), two.identity());
  EXPECT_EQ(two.insert("c"), 2U);
  EXPECT_EQ(one.find("c"), Dictionary::kAbsent);
  EXPECT_NE(one[0].data(), two[0].data());
  one = Dictionary();
  EXPECT_THAT(two.strings(), ElementsAre("b", "a", "c"));
}

TEST(Dictionary, AMovedOneKeepsItsIdentityAndItsSourceGetsAnother) {
  Dictionary one;
  one.insert("a");
  const std::uint64_t identity = one.identity();
  const char* bytes = one[0].data();
  const Dictionary two = std::move(one);
  EXPECT_EQ(two.identity(), identity);
  EXPECT_EQ(two[0].data(), bytes);
  EXPECT_NE(one.identity(), identity);  // NOLINT(bugprone-use-after-move): it is empty, and usable
  EXPECT_TRUE(one.empty());
  EXPECT_EQ(one.insert("b"), 0U);
}

TEST(Dictionary, AssigningTakesTheIdentityOfTheCopy) {
  Dictionary one, two;
  one.insert("a");
  const std::uint64_t before = two.identity();
  two = one;
  EXPECT_NE(two.identity(), one.identity());
  EXPECT_NE(two.identity(), before);  // whoever kept codes of the old one must notice
}

}  // namespace
}  // namespace priory
