// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include "query/asking.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

// Five variables of two or three states, each with up to two parents before it, and tables at random.
Network random_network(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Variable> variables;
  std::vector<ConditionalTable> tables;
  for (std::size_t v = 0; v < 5; ++v) {
    variables.push_back({std::string(1, static_cast<char>('A' + v)), {"0", "1"}});
    if (random() % 2 == 0) variables.back().states.emplace_back("2");
    ConditionalTable table;
    std::size_t n_rows = 1;
    for (std::size_t u = 0; u < v && table.parents.size() < 2; ++u) {
      if (random() % 2 == 0) table.parents.push_back(u), n_rows *= variables[u].states.size();
    }
    for (std::size_t row = 0; row < n_rows; ++row) {
      std::vector<double> share;
      for (std::size_t s = 0; s < variables[v].states.size(); ++s)
        share.push_back(static_cast<double>(1 + random() % 9));
      double total = 0;
      for (const double each : share) total += each;
      for (const double each : share) table.log_prob.push_back(std::log(each / total));
    }
    tables.push_back(std::move(table));
  }
  return {"random", std::move(variables), std::move(tables)};
}

template <class Holds>
double by_hand(const Network& network, const Holds& holds) {
  double out = 0;
  std::vector<std::size_t> at(5);
  const auto size = [&](std::size_t v) { return network.variables()[v].states.size(); };
  for (at[0] = 0; at[0] < size(0); ++at[0])
    for (at[1] = 0; at[1] < size(1); ++at[1])
      for (at[2] = 0; at[2] < size(2); ++at[2])
        for (at[3] = 0; at[3] < size(3); ++at[3])
          for (at[4] = 0; at[4] < size(4); ++at[4])
            if (holds(at)) out += std::exp(network.log_probability(at));
  return out;
}

using At = std::vector<std::size_t>;

TEST(NetworkAnswerer, FormulasAreSumsOverAllStates) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Network network = random_network(seed);
    const JointDistribution joint(network);
    const auto sum = [&](const auto& holds) { return by_hand(network, holds); };
    EXPECT_NEAR(p(joint, "P(A=1 or E=0)"), sum([](const At& s) { return s[0] == 1 || s[4] == 0; }), 1e-13);
    EXPECT_NEAR(p(joint, "P(B>0 | D=1 and not C=1)"),
                sum([](const At& s) { return s[1] > 0 && s[3] == 1 && s[2] != 1; }) /
                    sum([](const At& s) { return s[3] == 1 && s[2] != 1; }),
                1e-13);
    EXPECT_NEAR(p(joint, "P(E=1 and A=0 | (B=1 or C=0), D in {0, 1}, A<2)"),
                sum([](const At& s) {
                  return s[4] == 1 && s[0] == 0 && (s[1] == 1 || s[2] == 0) && s[3] < 2;
                }) / sum([](const At& s) { return s[0] < 2 && (s[1] == 1 || s[2] == 0) && s[3] < 2; }),
                1e-13);
    const double e1 = p(joint, "P(E=1)");
    EXPECT_NEAR(answer(joint, "odds P(E=1)").odds, e1 / (1 - e1), 1e-12);
    const QueryAnswer table = answer(joint, "P(C, A | E=1)");
    double total = 0;
    for (const QueryRow& row : table.rows) {
      const std::size_t c = std::stoul(row.values[0]), a = std::stoul(row.values[1]);
      EXPECT_NEAR(row.probability, sum([&](const At& s) { return s[2] == c && s[0] == a && s[4] == 1; }) / e1,
                  1e-13);
      total += row.probability;
    }
    EXPECT_NEAR(total, 1, 1e-13);
  }
}

TEST(NetworkAnswerer, TheMostProbableValuesAreThoseOfTheTable) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const JointDistribution joint(random_network(seed));
    for (const std::string given : {"D=1", "D=1 or E=0", "A=0"}) {
      const QueryAnswer table = answer(joint, "P(C, A | " + given + ")");
      const QueryAnswer best = answer(joint, "argmax P(C, A | " + given + ")");
      const auto most =
          std::max_element(table.rows.begin(), table.rows.end(),
                           [](const auto& a, const auto& b) { return a.probability < b.probability; });
      EXPECT_EQ(best.rows[0].values, most->values);
      EXPECT_NEAR(best.rows[0].probability, most->probability, 1e-13);
    }
  }
}

TEST(NetworkAnswerer, ErrorsPointAtNamesAndStates) {
  const JointDistribution joint(random_network(1));
  EXPECT_THAT(trouble(joint, "P(A=1 | Z=0)"), HasSubstr("there is no variable 'Z'"));
  EXPECT_THAT(trouble(joint, "P(A=yes)"), HasSubstr("'A' has no value 'yes'; it has 0, 1"));
  EXPECT_THAT(trouble(joint, "P(A | B=0 and B=1)"), HasSubstr("B=0 and B=1 has probability zero"));
  EXPECT_THAT(trouble(joint, "independent(A; A)"), HasSubstr("in two of the sets"));
}

TEST(NetworkAnswerer, IndependenceIsSeparation) {
  const auto coin = [](std::vector<std::size_t> parents) {
    const std::size_t n = parents.size();
    return ConditionalTable{std::move(parents), std::vector<double>(std::size_t{2} << n, std::log(0.5))};
  };
  const std::vector<std::string> states = {"no", "yes"};
  const Network collider("collider", {{"A", states}, {"B", states}, {"C", states}},
                         {coin({}), coin({}), coin({0, 1})});
  const JointDistribution joint(collider);
  EXPECT_TRUE(answer(joint, "independent(A; B)").independence->independent);
  EXPECT_FALSE(answer(joint, "independent(A; B | C)").independence->independent);
}

}  // namespace
}  // namespace priory::testing
