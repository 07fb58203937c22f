// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include "query/formula.h"

namespace priory::query {
namespace {

using ::testing::HasSubstr;

std::string trouble(const std::string& text) {
  try {
    parse(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return {};
}

// Where the caret stands: how many characters are before it.
std::size_t caret(const std::string& text) {
  const std::string what = trouble(text);
  const std::size_t line = what.rfind('\n');
  return line == std::string::npos ? std::string::npos : what.find('^', line) - line - 3;
}

TEST(Parse, UnderstandsWhatIsWritten) {
  const Tree tree = parse("P(A, B=1 | not (C=x or D>=2.5), \"visit to asia\"=yes)");
  ASSERT_EQ(tree.table.size(), 1U);
  EXPECT_EQ(tree.table[0].text, "A");
  EXPECT_EQ(tree.event.test.name.text, "B");
  ASSERT_EQ(tree.condition.parts.size(), 2U);
  EXPECT_EQ(tree.condition.parts[0].kind, Formula::Kind::negation);
  EXPECT_EQ(tree.condition.parts[0].parts[0].kind, Formula::Kind::any);
  EXPECT_EQ(tree.condition.parts[0].parts[0].parts[1].test.relation, Relation::at_least);
  EXPECT_EQ(tree.condition.parts[1].test.name.text, "visit to asia");
}

TEST(Parse, AndBindsCloserThanOrAndNotClosest) {
  const Formula formula = parse("P(not A=1 and B=1 or C=1)").event;
  ASSERT_EQ(formula.kind, Formula::Kind::any);
  ASSERT_EQ(formula.parts[0].kind, Formula::Kind::all);
  EXPECT_EQ(formula.parts[0].parts[0].kind, Formula::Kind::negation);
}

TEST(Parse, TheSameThingCanBeWrittenInSeveralWays) {
  EXPECT_EQ(parse("P(A=1 | B=2 and C=3)"), parse("p( A == 1|B=2,C=3 )"));
  EXPECT_EQ(parse("P(3 < x <= 5)"), parse("P(x>3 and x<=5)"));
  EXPECT_EQ(parse("P(3 > x)"), parse("P(x<3)"));
  EXPECT_EQ(parse("P(A in {1})"), parse("P(\"A\"=1)"));
  EXPECT_EQ(parse("P(A not in {a, b})"), parse("P(NOT A In {a,b})"));
  EXPECT_EQ(parse("odds(A=1)"), parse("ODDS P(A=1)"));
  EXPECT_EQ(parse("P(1=3)"), parse("P(\"1\"=3)"));
  EXPECT_NE(parse("P(A=1)"), parse("log P(A=1)"));
}

TEST(Parse, ErrorsPointAtTheCharacter) {
  EXPECT_EQ(caret("P(A=1"), 5U);
  EXPECT_EQ(caret("P(A=)"), 4U);
  EXPECT_EQ(caret("P(A=1 | )"), 8U);
  EXPECT_EQ(caret("P(A=1) x"), 7U);
  EXPECT_EQ(caret("P(A=\"x)"), 4U);
  EXPECT_EQ(caret("P(A>b)"), 4U);
  EXPECT_EQ(caret("P(A=1 & B=2)"), 6U);
  EXPECT_EQ(caret("P(größe=)"), 8U);  // characters, not bytes
  EXPECT_EQ(caret("Q(A)"), 0U);
  EXPECT_EQ(caret(""), 0U);
  EXPECT_EQ(caret("independent(A, B)"), 16U);
  EXPECT_EQ(caret("argmax P(A=1)"), 0U);
  EXPECT_EQ(caret("odds P(A)"), 7U);
  EXPECT_THAT(trouble("P(A=1 B=2)"), HasSubstr("'B' stands here"));
  EXPECT_THAT(trouble(std::string(1000, '(')), HasSubstr("expected"));
  EXPECT_THAT(trouble("P(" + std::string(1000, '(')), HasSubstr("too deep"));
}

// Trees at random, with names and values that need quotes.
class Trees {
 public:
  explicit Trees(unsigned seed) : random_(seed) {}

  Tree tree() {
    Tree out;
    out.kind = static_cast<Query::Kind>(below(5));
    if (out.kind == Query::Kind::independent) {
      out.left = names(1 + below(2)), out.right = names(1 + below(2)), out.given = names(below(3));
      return out;
    }
    const bool tables = out.kind != Query::Kind::odds;
    out.table = names(out.kind == Query::Kind::argmax ? 1 : tables ? below(3) : 0);
    if (out.table.empty() || below(2) == 0) out.event = formula(3);
    if (below(3) > 0) out.condition = formula(3);
    return out;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  std::string word() {
    static const std::vector<std::string> kWords = {
        "A",   "x1", "größe", "visit to asia", "and", "P", "3", "-2.5", "a\"b", "back\\slash", "",
        "1e5", "in", "|",     "2nd",           "+4",  "."};
    return kWords[below(kWords.size())];
  }
  std::vector<Name> names(std::size_t n) {
    std::vector<Name> out;
    while (out.size() < n) out.push_back({word(), {}});
    return out;
  }
  Constant constant() { return {Value::of(word()), {}}; }

  Test test() {
    Test out;
    out.name.text = word();
    out.relation = static_cast<Relation>(below(7));
    const std::size_t n = out.relation == Relation::one_of ? 1 + below(3) : 1;
    while (out.constants.size() < n) out.constants.push_back(constant());
    if (out.orders()) out.constants = {{Value::of(static_cast<double>(below(100)) / 4 - 5), {}}};
    return out;
  }

  Formula formula(std::size_t depth) {
    const std::size_t kind = depth == 0 ? 3 : below(4);
    if (kind == 3) return Formula::of(test());
    if (kind == 2) return Formula::none_of(formula(depth - 1));
    Formula out;
    out.kind = kind == 0 ? Formula::Kind::all : Formula::Kind::any;
    while (out.parts.size() < 2 + below(2)) {
      Formula part = formula(depth - 1);
      if (part.kind != out.kind) out.parts.push_back(std::move(part));
    }
    return out;
  }

  std::mt19937_64 random_;
};

TEST(Print, WhatIsPrintedParsesToTheSameTree) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Tree tree = Trees(seed).tree();
    const std::string text = to_text(tree);
    EXPECT_EQ(trouble(text), "") << text;
    EXPECT_EQ(parse(text), tree) << text;
    EXPECT_EQ(to_text(parse(text)), text);
  }
}

TEST(Formula, ConjunctsOfAnAndAndOfANegatedOr) {
  const auto parts = conjuncts(parse("P(A=1 and not (B=1 or not C=1))").event);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(to_text(parts[1]), "not B=1");
  EXPECT_EQ(to_text(parts[2]), "C=1");
}

TEST(Formula, NumbersAreEqualAsNumbers) {
  const query::Test two = parse("P(x=2)").event.test;
  EXPECT_TRUE(holds(two, Value::of("2.0")));
  EXPECT_TRUE(holds(two, Value::of("+2")));
  EXPECT_FALSE(holds(two, Value::of("two")));
  const query::Test more = parse("P(x>2)").event.test;
  EXPECT_TRUE(holds(more, Value::of("10")));
  EXPECT_FALSE(holds(more, Value::of("two")));
}

}  // namespace
}  // namespace priory::query
