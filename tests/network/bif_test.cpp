// SPDX-License-Identifier: Apache-2.0
// BIF: its dialects, what is said of files that are wrong, and that writing and reading change nothing.
#include <gmock/gmock.h>

#include "priory/error.h"

#include "network/random_networks.h"

namespace priory {
namespace {

using namespace priory::testing;  // NOLINT
using ::testing::HasSubstr;
using ::testing::Pointwise;

MATCHER(IsLogOf, "") {
  return std::get<0>(arg) == std::log(std::get<1>(arg));
}

Network read(std::string_view text) {
  return read_bif(text, "x.bif");
}

constexpr std::string_view kTwo =
    "variable a { type discrete [ 2 ] { yes, no }; }\n"
    "variable b { type discrete [ 3 ] { 0, 1, 2 }; }\n"
    "probability ( a ) { table 0.25, 0.75; }\n";

std::string with_two(std::string_view rest) {
  return std::string(kTwo) + std::string(rest);
}

const std::vector<double> kRows = {0.1, 0.2, 0.7, 0.3, 0.3, 0.4};

TEST(Bif, RowsOfTheBnlearnRepository) {
  const Network network =
      read(with_two("probability ( b | a ) {\n  (no) 0.3, 0.3, 0.4;\n  (yes) 0.1, 0.2, 0.7;\n}\n"));
  EXPECT_EQ(network.variables()[1].states, (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_THAT(network.table(1).log_prob, Pointwise(IsLogOf(), kRows));
}

// P(b=0 | yes), P(b=0 | no), P(b=1 | yes), ...: the variable is the slowest.
TEST(Bif, TablesOfTheSpecification) {
  const Network network = read(with_two("probability(b|a){table 0.1 0.3 0.2 0.3 0.7 0.4;}"));
  EXPECT_THAT(network.table(1).log_prob, Pointwise(IsLogOf(), kRows));
}

TEST(Bif, DefaultsAndRowsOverThem) {
  const Network network =
      read(with_two("probability ( b | a ) { default 0.3 0.3 0.4; (yes) 0.1, 0.2, 0.7; }"));
  EXPECT_THAT(network.table(1).log_prob, Pointwise(IsLogOf(), kRows));
}

TEST(Bif, NamesInQuotesPropertiesAndComments) {
  const Network network = read(
      "// made by JavaBayes\n"
      "network \"The alarm\" { //2 variables\n  property \"position = (1; 2)\" ;\n  property version "
      "1.0;\n}\n"
      "variable \"low | high\" { /* two\n values */ type discrete[2] { \"a \\\"b\\\"\" \"c, d\" };\n"
      "  property position = (3, 4) ; }\n"
      "variable <5.5-x> { type discrete [ 2 ] = { >=7, -1 }; };\n"
      "probability ( <5.5-x> \"low | high\" ) { property weight = None; (\"c, d\") : 0.5 5e-1; (\"a "
      "\\\"b\\\"\") 1 0; }\n"
      "probability ( \"low | high\" ) { default .5 .5; };\n");
  EXPECT_EQ(network.name(), "The alarm");
  EXPECT_EQ(network.variables()[0].name, "low | high");
  EXPECT_EQ(network.variables()[0].states, (std::vector<std::string>{"a \"b\"", "c, d"}));
  EXPECT_EQ(network.variables()[1].states, (std::vector<std::string>{">=7", "-1"}));
  EXPECT_THAT(network.table(1).log_prob, Pointwise(IsLogOf(), std::vector<double>{1, 0, 0.5, 0.5}));
}

TEST(Bif, IntervalsAsStates) {
  const Network network = read(
      "variable t { type discrete [ 3 ] { (-inf, 2.5], (2.5, 7], (7, inf) }; }\n"
      "variable u { type discrete [ 2 ] { [0-1], w }; }\n"
      "probability ( t ) { table 0.2, 0.3, 0.5; }\n"
      "probability ( u | t ) { ((-inf, 2.5]) 0, 1; ((2.5, 7]) 1, 0; ((7, inf)) 0.5, 0.5; }\n");
  EXPECT_EQ(network.variables()[0].states[1], "(2.5, 7]");
  EXPECT_EQ(network.table(1).log_prob[0], kLogZero);
}

TEST(Bif, BlocksInAnyOrder) {
  const Network network = read(
      "\xEF\xBB\xBFprobability ( a ) { table 1; } variable a { type discrete [ 1 ] { only }; } network { }");
  EXPECT_EQ(network.log_probability(States{0}), 0);
}

TEST(Bif, RoundedRowsAreDividedByTheirSum) {
  const Network network = read(
      "variable a { type discrete [ 3 ] { x, y, z }; } probability ( a ) { table 0.0, 0.33333, 0.66666; }");
  EXPECT_NEAR(network.table(0).log_prob[1], std::log(0.33333 / 0.99999), 1e-15);
}

struct Wrong {
  std::string text, place, message;
};

TEST(Bif, SaysWhatIsWrongAndWhere) {
  const std::string a = "variable a { type discrete [ 2 ] { yes, no }; }\n";
  const std::vector<Wrong> all = {
      {"", "x.bif", "the file has no variables"},
      {"hello", "x.bif:1:1", "expected 'network', 'variable' or 'probability', found 'hello'"},
      {"network x {\n  properti y;\n}", "x.bif:2:3", "expected 'property' or '}', found 'properti'"},
      {"variable a {\n  type continuous;\n}", "x.bif:2:8", "expected 'discrete'"},
      {"variable a { type discrete [ 3 ] { yes, no }; }", "x.bif:1:30",
       "3 states are announced and 2 follow"},
      {"variable a { type discrete [ 2 ] { yes, yes }; }", "x.bif:1:41", "'a' has the state 'yes' twice"},
      {"variable a { }", "x.bif:1:10", "has no type"},
      {"variable a {", "x.bif:1:13", "found the end of the file"},
      {"variable \"a {", "x.bif:1:10", "a quoted name begins here and does not end"},
      {"network x { /* }", "x.bif:1:13", "a comment begins here and does not end"},
      {"network x { property y }", "x.bif:1:25", "the file ends before a ';'"},
      {"variable a { type discrete [ 1 ] { (0, 1 }; }", "x.bif:1:36", "an interval begins here"},
      {a + a, "x.bif:2:10", "the variable 'a' is declared twice"},
      {a, "x.bif:1:10", "the variable 'a' has no probability block"},
      {a + "probability ( A ) { table 0.5 0.5; }", "x.bif:2:15",
       "no variable is called 'A'; did you mean 'a'?"},
      {a + "probability ( a ) { table 0.5 0.5 0; }", "x.bif:2:21", "3 probabilities where 'a' has states: 2"},
      {a + "probability ( a ) { table 0.5 half; }", "x.bif:2:31",
       "expected a probability or ';', found 'half'"},
      {a + "probability ( a ) { table -1 -1; }", "x.bif:2:27", "-1 is no probability"},
      {a + "probability ( a ) { table 0.5 nan; }", "x.bif:2:31", "expected a probability"},
      {a + "probability ( a ) { table 0.5 0.6; }", "x.bif:2:21", "P(a) sums to 1.1, not to 1"},
      {a + "probability ( a ) { }", "x.bif:2:15", "P(a) is not given"},
      {a + "probability ( a ) { table 1 0; table 0 1; }", "x.bif:2:32", "P(a) is given twice"},
      {a + "probability ( a | a ) { default 1 0; }", "x.bif", "the graph has a cycle: a -> a"},
      {with_two("probability ( a ) { table 1 0; }"), "x.bif:4:15", "the probability of 'a' is given twice"},
      {with_two("probability ( b | a, a ) { default 1 0 0; }"), "x.bif:4:22", "'b' has the parent 'a' twice"},
      {with_two("probability ( b | a ) { (yes) 1 0 0; }"), "x.bif:4:15", "P(b | a=no) is not given"},
      {with_two("probability ( b | a ) { (yes) 1 0 0;\n (no) 0.5 0.25 0; }"), "x.bif:5:2",
       "P(b | a=no) sums to 0.75, not to 1"},
      {with_two("probability ( b | a ) { (yess) 1 0 0; }"), "x.bif:4:26",
       "'a' has no state 'yess'; did you mean 'yes'?"},
      {with_two("probability ( b | a ) { (yes, no) 1 0 0; }"), "x.bif:4:25",
       "2 states of parents where 'b' has 1 parents"},
      {with_two("probability ( b | a ) { table 1 0 0; }"), "x.bif:4:25",
       "3 probabilities where 'b' and its parents make 6"},
      {with_two("probability ( b | a ) { (yes) 1 0; }"), "x.bif:4:25",
       "2 probabilities where 'b' has states: 3"},
  };
  for (const Wrong& wrong : all) {
    try {
      read(wrong.text);
      ADD_FAILURE() << "read: " << wrong.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::data);
      EXPECT_EQ(error.place().text(), wrong.place) << wrong.text;
      EXPECT_THAT(error.message(), HasSubstr(wrong.message)) << wrong.text;
    }
  }
}

// Forty parents of three states make 3^40 rows: the file says so and does not have them.
TEST(Bif, FewWordsDoNotMakeALargeTable) {
  std::string text = "variable c { type discrete [ 2 ] { 0, 1 }; }\n", block = "probability ( c |";
  for (int k = 0; k < 40; ++k) {
    const std::string name = "v" + std::to_string(k);
    text += "variable " + name + " { type discrete [ 3 ] { 0, 1, 2 }; }\nprobability ( " + name +
            " ) { table 1 0 0; }\n";
    block += " " + name;
  }
  EXPECT_THROW(read(text + block + " ) { default 0.5 0.5; }"), Error);
}

std::string random_name(Generator& random, std::size_t number) {
  static const std::vector<std::string> kOdd = {" ",  "\"", "\\", ",", "|",  "(", "]", "{", ";",
                                                "//", "/*", "<",  "é", "\n", "",  "=", "."};
  return kOdd[below(random, kOdd.size())] + std::to_string(number) + kOdd[below(random, kOdd.size())];
}

// The same graph and numbers under names that need quotes; probabilities are any that logarithms can have.
Network renamed(const Network& network, Generator& random) {
  std::vector<Variable> variables = network.variables();
  std::vector<ConditionalTable> tables;
  for (std::size_t each = 0; each < variables.size(); ++each) {
    variables[each].name = random_name(random, each);
    for (std::size_t s = 0; s < variables[each].states.size(); ++s)
      variables[each].states[s] = random_name(random, s);
    tables.push_back(network.table(each));
    const std::size_t width = variables[each].states.size();
    for (std::size_t cell = 0; cell < tables[each].log_prob.size(); ++cell) {
      if (below(random, 2) == 0)
        tables[each].log_prob[cell] -= std::uniform_real_distribution<double>(0, 600)(random);
      if (cell % width == width - 1) {
        const std::span<double> row(tables[each].log_prob.data() + cell + 1 - width, width);
        if (log_sum_exp(row) == kLogZero) row[0] = 0;
        normalise(row);
      }
    }
  }
  return {random_name(random, 0), variables, tables};
}

TEST(Bif, WritingAndReadingChangesNothing) {
  Generator random(6);
  for (std::size_t trial = 0; trial < 2000 && !HasFailure(); ++trial) {
    const Network network = renamed(random_network(random, {1 + below(random, 8), 5, 3}), random);
    const Network again = read(to_bif(network));
    EXPECT_EQ(again.name(), network.name());
    ASSERT_EQ(again.variables().size(), network.variables().size());
    for (std::size_t each = 0; each < network.variables().size(); ++each) {
      EXPECT_EQ(again.variables()[each].name, network.variables()[each].name);
      EXPECT_EQ(again.variables()[each].states, network.variables()[each].states);
      EXPECT_EQ(again.table(each).parents, network.table(each).parents);
      EXPECT_EQ(again.table(each).log_prob, network.table(each).log_prob) << to_bif(network);
    }
  }
}

TEST(Bif, NumbersAreWrittenAsTheyWere) {
  const std::string text =
      to_bif(read(with_two("probability ( b | a ) { (yes) 0.05, 0.05, 0.9; (no) 1e-05 0.3 0.69999; }")));
  EXPECT_THAT(text, HasSubstr("  (yes) 0.05, 0.05, 0.9;\n  (no) 1e-05, 0.3, 0.69999;\n"));
}

TEST(Bif, IsToldByItsBeginning) {
  EXPECT_TRUE(looks_like_bif("\n// a network\nnetwork unknown {"));
  EXPECT_TRUE(looks_like_bif("variable \"a b\" { type"));
  EXPECT_TRUE(looks_like_bif("probability(a)"));
  EXPECT_FALSE(looks_like_bif("network,variable,probability\n1,2,3\n"));
  EXPECT_FALSE(looks_like_bif("variable value\n"));
  EXPECT_FALSE(looks_like_bif("/* no end"));
  EXPECT_FALSE(looks_like_bif(""));
}

}  // namespace
}  // namespace priory
