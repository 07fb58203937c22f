// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <rapidcheck/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "priory/chunk.h"

#include "threads.h"
#include "words/slices.h"
#include "words/sorted_strings.h"

TESTS_START_THREADS;

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

// Texts with some bytes behind each, as insert_all reads them.
class Padded {
 public:
  void add(std::string_view text) {
    const auto begin = static_cast<std::uint32_t>(bytes_.size());
    bytes_ += text;
    slices_.push_back({begin, static_cast<std::uint32_t>(bytes_.size())});
    bytes_.append(Dictionary::kReadable, 'x');
  }
  Slices all() const { return {bytes_.data(), slices_}; }

 private:
  std::string bytes_;
  std::vector<Slice> slices_;
};

// Words of few letters, zeros among them, of sizes on both sides of what a key holds.
rc::Gen<std::string> word() {
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(0, 20), [](std::size_t size) {
    return rc::gen::container<std::string>(size, rc::gen::element('a', 'b', '\0'));
  });
}

RC_GTEST_PROP(Dictionary, ManyAtOnceAreAsOneByOne, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(word());
  Dictionary one, many;
  std::vector<std::uint32_t> expected, codes;
  Padded padded;
  for (const std::string& each : words) expected.push_back(one.insert(each)), padded.add(each);
  for (int round = 0; round < 2; ++round) {
    codes.clear();
    many.insert_all(padded.all(), codes);
    RC_ASSERT(codes == expected);
  }
  RC_ASSERT(many.size() == one.size());
  for (std::size_t code = 0; code < one.size(); ++code) RC_ASSERT(many[code] == one[code]);
}

TEST(Dictionary, OfManyWordsFindsAllWhetherTheyFitTheirKeyOrNot) {
  Dictionary dictionary;
  Padded padded;
  for (std::size_t k = 0; k < 50000; ++k) padded.add(std::string(k % 17, 'w') + std::to_string(k));
  const Slices texts = padded.all();
  std::vector<std::uint32_t> codes;
  dictionary.insert_all(texts, codes);
  ASSERT_EQ(dictionary.size(), texts.size());
  for (std::uint32_t k = 0; k < texts.size(); ++k) {
    ASSERT_EQ(codes[k], k);
    ASSERT_EQ(dictionary.find(texts[k]), k);
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

// Memory that is as it was written, unless the test says otherwise.
struct Memory final : Backing {
  std::vector<std::uint64_t> ends;
  std::string bytes;
  bool damaged = false;

  void check(const void*, std::size_t) const override {
    if (damaged) throw std::runtime_error("damaged");
  }
  [[noreturn]] void fail(const std::string& why) const override { throw std::runtime_error(why); }
};

std::shared_ptr<Memory> memory_of(const std::vector<std::string>& texts) {
  auto out = std::make_shared<Memory>();
  out->bytes = "before";
  for (const std::string& text : texts) out->bytes += text, out->ends.push_back(out->bytes.size());
  return out;
}

Dictionary sorted_in(const std::shared_ptr<Memory>& memory) {
  const SortedStrings::Place place = {6, memory->ends, memory->bytes};
  return Dictionary(std::make_shared<const SortedStrings>(place, memory));
}

RC_GTEST_PROP(Dictionary, SortedStringsOfOthersAreLikeInsertedOnes,
              (const std::set<std::string>& texts, const std::vector<std::string>& others, bool indexed)) {
  const Dictionary dictionary = sorted_in(memory_of({texts.begin(), texts.end()}));
  Dictionary inserted;
  for (const std::string& text : texts) inserted.insert(text);
  if (indexed) dictionary.index();
  RC_ASSERT(dictionary.size() == texts.size());
  RC_ASSERT(dictionary.empty() == texts.empty());
  for (const std::string& text : texts) {
    RC_ASSERT(dictionary.find(text) == inserted.find(text));
    RC_ASSERT(dictionary[inserted.find(text)] == text);
  }
  for (const std::string& text : others) RC_ASSERT(dictionary.find(text) == inserted.find(text));
  RC_ASSERT(dictionary.sorted_codes() == inserted.sorted_codes());
  RC_ASSERT(dictionary.strings() == inserted.strings());
}

RC_GTEST_PROP(Dictionary, SortedStringsOfOthersGrow,
              (const std::set<std::string>& texts, const std::vector<std::string>& more)) {
  const Dictionary before = sorted_in(memory_of({texts.begin(), texts.end()}));
  Dictionary dictionary = before, inserted;
  const std::uint64_t identity = dictionary.identity();
  for (const std::string& text : texts) inserted.insert(text);
  for (const std::string& text : more) RC_ASSERT(dictionary.insert(text) == inserted.insert(text));
  RC_ASSERT(dictionary.strings() == inserted.strings());
  RC_ASSERT(dictionary.identity() == identity);
  RC_ASSERT(before.size() == texts.size());
}

TEST(Dictionary, ViewsOfSortedStringsOutliveInsertingAndTheirOwner) {
  auto memory = memory_of({"a", "b"});
  Dictionary dictionary = sorted_in(memory);
  const std::string_view view = dictionary[1];
  EXPECT_EQ(view.data(), memory->bytes.data() + 7);
  memory.reset();
  dictionary.insert("c");
  EXPECT_EQ(view, "b");
  EXPECT_THAT(dictionary.strings(), ElementsAre("a", "b", "c"));
}

TEST(Dictionary, SortedStringsAreCheckedBeforeTheyAreRead) {
  const auto memory = memory_of({"a", "b"});
  const Dictionary dictionary = sorted_in(memory);
  memory->damaged = true;
  EXPECT_EQ(dictionary.size(), 2U);
  EXPECT_THROW(dictionary[0], std::runtime_error);
  EXPECT_THROW(dictionary.find("a"), std::runtime_error);
  EXPECT_THROW(dictionary.strings(), std::runtime_error);
}

TEST(Dictionary, StringsThatOverlapOrAreNotInOrderAreRefused) {
  const auto overlapping = memory_of({"a", "b", "c"});
  overlapping->ends[1] = 6;
  EXPECT_THROW(sorted_in(overlapping)[1], std::runtime_error);
  overlapping->ends[1] = 1 << 20;
  EXPECT_THROW(sorted_in(overlapping)[1], std::runtime_error);
  EXPECT_THROW(sorted_in(memory_of({"b", "a"})).index(), std::runtime_error);
  EXPECT_THROW(sorted_in(memory_of({"a", "a"})).index(), std::runtime_error);
}

TEST(Dictionary, ThreadsMayIndexAndLookUpAtOnce) {
  std::vector<std::string> texts;
  for (int k = 1000; k < 3000; ++k) texts.push_back(std::to_string(k));
  const Dictionary dictionary = sorted_in(memory_of(texts));
  std::vector<std::jthread> team;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    team.emplace_back([&, t] {
      for (std::uint32_t k = 0; k < texts.size(); ++k) {
        if (k == 500U * static_cast<unsigned>(t)) dictionary.index();
        if (dictionary.find(texts[k]) != k) ++wrong;
      }
    });
  }
  team.clear();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace priory
