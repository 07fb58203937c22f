// SPDX-License-Identifier: Apache-2.0
#include "priory/error.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace priory {
namespace {

TEST(Place, NamesWhatIsKnown) {
  EXPECT_EQ((Place{"a.csv", 3, 7}.text()), "a.csv:3:7");
  EXPECT_EQ((Place{"a.csv", 3, 0}.text()), "a.csv:3");
  EXPECT_EQ((Place{"a.csv", 0, 0}.text()), "a.csv");
  EXPECT_EQ((Place{"", 3, 0}.text()), "line 3");
  EXPECT_EQ((Place{"", 3, 7}.text()), "line 3:7");
  EXPECT_EQ(Place{}.text(), "");
}

TEST(Error, SaysWhereWhatAndWhatToDo) {
  const Error error(ErrorKind::data, "'x' is not a number", {"a.csv", 3, 7}, "give it another family");
  EXPECT_STREQ(error.what(), "a.csv:3:7: 'x' is not a number\n  give it another family");
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_EQ(error.message(), "'x' is not a number");
  EXPECT_EQ(error.place().line, 3U);
  EXPECT_EQ(error.remedy(), "give it another family");
  EXPECT_STREQ(Error(ErrorKind::io, "it failed").what(), "it failed");
}

TEST(Error, RemediesNameWhatTheCallerHas) {
  const std::string remedy =
      "give another family (‹types› a,b), say what is missing (‹na›), or skip it (‹on-bad-row› skip)";
  const auto has = [](std::vector<std::string> names) {
    return [names](std::string_view setting) { return std::ranges::find(names, setting) != names.end(); };
  };
  EXPECT_EQ(remedy_with(remedy, has({"types", "na", "on-bad-row"})), remedy);
  EXPECT_EQ(remedy_with(remedy, has({"on-bad-row"})), "skip it (‹on-bad-row› skip)");
  EXPECT_EQ(remedy_with(remedy, has({"types", "on-bad-row"})),
            "give another family (‹types› a,b) or skip it (‹on-bad-row› skip)");
  EXPECT_EQ(remedy_with(remedy, has({})), remedy);
  EXPECT_EQ(remedy_with("close the quote, and write it twice", has({})),
            "close the quote, and write it twice");
}

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("gaussian", "guassian"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // no letter is edited twice
}

// By its definition, without a table: the last letters are equal, or one of four edits is the last.
std::size_t slow_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const auto less = [](std::string_view text, std::size_t n) { return text.substr(0, text.size() - n); };
  std::size_t best = slow_distance(less(a, 1), less(b, 1)) + (a.back() == b.back() ? 0 : 1);
  best = std::min(best, slow_distance(less(a, 1), b) + 1);
  best = std::min(best, slow_distance(a, less(b, 1)) + 1);
  if (a.size() > 1 && b.size() > 1 && a.back() == b[b.size() - 2] && b.back() == a[a.size() - 2])
    best = std::min(best, slow_distance(less(a, 2), less(b, 2)) + 1);
  return best;
}

RC_GTEST_PROP(EditDistance, IsThatOfItsDefinition, ()) {
  const auto word = [] {
    auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc")));
    return text.substr(0, 6);
  };
  const std::string a = word(), b = word();
  RC_ASSERT(edit_distance(a, b) == slow_distance(a, b));
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
}

TEST(Settings, AreSpeltAsTheCallerDoes) {
  const Speller dashes = [](std::string_view name) { return "--" + std::string(name); };
  EXPECT_EQ(spelt("‹alpha› must be at least 0 (‹class-prior›)", dashes),
            "--alpha must be at least 0 (--class-prior)");
  EXPECT_EQ(spelt("‹alpha› must be"), "alpha must be");
  EXPECT_EQ(spelt(""), "");
}

TEST(Settings, WhatIsNoNameStaysAsItIs) {
  EXPECT_EQ(spelt("the column '‹Price›' and '‹'"), "the column '‹Price›' and '‹'");
  EXPECT_EQ(spelt("‹ alpha› ›‹› ‹‹idf››"), "‹ alpha› ›‹› ‹idf›");
}

TEST(Settings, AreCarriedByAnError) {
  const Error error(ErrorKind::usage, "no class '‹x y›'", {"a.csv", 3, 0}, "name it: ‹class-prior› 'a=1'");
  EXPECT_EQ(error.setting(), "class-prior");
  EXPECT_STREQ(error.what(), "a.csv:3: no class '‹x y›'\n  name it: class-prior 'a=1'");
  EXPECT_EQ(error.text([](std::string_view name) { return std::string(name) + "="; }),
            "a.csv:3: no class '‹x y›'\n  name it: class-prior= 'a=1'");
  EXPECT_EQ(Error(ErrorKind::io, "cannot read").setting(), "");
}

TEST(DidYouMean, NamesTheNearest) {
  const std::vector<std::string> names = {"gaussian", "poisson", "bernoulli"};
  EXPECT_EQ(did_you_mean("guassian", names), "; did you mean 'gaussian'?");
  EXPECT_EQ(did_you_mean("poison", names), "; did you mean 'poisson'?");
  EXPECT_EQ(did_you_mean("weibull", names), "");
  EXPECT_EQ(did_you_mean("x", std::vector<std::string>()), "");
}

TEST(DidYouMean, ATieGoesToTheFirst) {
  EXPECT_EQ(did_you_mean("age", std::vector<std::string>{"ale", "ace"}), "; did you mean 'ale'?");
}

}  // namespace
}  // namespace priory
