// SPDX-License-Identifier: Apache-2.0
// Exact inference against enumeration, on thousands of random networks; and what enumeration cannot show.
#include <gmock/gmock.h>

#include "priory/error.h"

#include "network/random_networks.h"

namespace priory {
namespace {

using namespace priory::testing;  // NOLINT

constexpr double kClose = 1e-12;

// Probabilities that were computed in two ways; zero is zero in both.
void expect_close(const std::vector<double>& log_prob, const std::vector<double>& prob, double total) {
  ASSERT_EQ(log_prob.size(), prob.size());
  for (std::size_t k = 0; k < prob.size(); ++k) {
    if (prob[k] == 0)
      EXPECT_EQ(log_prob[k], kLogZero);
    else
      EXPECT_NEAR(log_prob[k], std::log(prob[k] / total), kClose);
  }
}

class RandomNetworks : public ::testing::TestWithParam<std::size_t> {
 protected:
  // `n` networks with evidence for each number of variables.
  template <class Act>
  void each(std::size_t n, const Act& act) {
    Generator random(GetParam());
    for (std::size_t k = 0; k < n && !HasFailure(); ++k) {
      const Network network = random_network(random, {GetParam(), 3, 3});
      const Evidence evidence = random_evidence(random, network);
      act(network, evidence, random);
      if (HasFailure()) ADD_FAILURE() << "network " << k << ":\n" << to_bif(network);
    }
  }
  std::size_t n_networks() const { return GetParam() < 8 ? 1000 : GetParam() < 11 ? 150 : 25; }
};

TEST_P(RandomNetworks, JointTablesAreThoseOfAllRows) {
  each(n_networks(), [](const Network& network, const Evidence& evidence, Generator& random) {
    const States asked = random_variables(random, network, 3);
    const JointTable table = log_joint(network, asked, evidence);
    EXPECT_EQ(table.variables, asked);
    expect_close(table.log_prob, joint_by_rows(network, asked, evidence), 1);
    expect_close({log_probability(network, evidence)}, joint_by_rows(network, {}, evidence), 1);
  });
}

// Of equal tables of probabilities rounding may make one cell larger: the first within 1e-12 is the answer.
TEST_P(RandomNetworks, MostProbableStatesAreTheFirstOfTheBest) {
  each(n_networks(), [](const Network& network, const Evidence& evidence, Generator& random) {
    States asked = random_variables(random, network, network.variables().size());
    const std::vector<double> prob = joint_by_rows(network, asked, evidence);
    const double most = *std::max_element(prob.begin(), prob.end());
    const auto is_best = [&](double p) { return p >= most * (1 - kClose); };
    const auto best =
        static_cast<std::size_t>(std::find_if(prob.begin(), prob.end(), is_best) - prob.begin());
    const MostProbable found = most_probable(network, asked, evidence);
    States row(network.variables().size(), 0);
    ASSERT_EQ(found.states.size(), asked.size());
    for (std::size_t k = 0; k < asked.size(); ++k) row[asked[k]] = found.states[k];
    EXPECT_EQ(cell_of(network, asked, row), best);
    expect_close({found.log_probability}, {most}, 1);
  });
}

TEST_P(RandomNetworks, JunctionTreesKnowEveryPosterior) {
  each(n_networks(), [](const Network& network, const Evidence& evidence, Generator& random) {
    JunctionTree tree(network);
    tree.absorb(random_evidence(random, network));  // what was known before leaves no trace
    tree.absorb(evidence);
    const double total = joint_by_rows(network, {}, evidence)[0];
    expect_close({tree.log_evidence()}, {total}, 1);
    std::vector<double> log_prob;
    for (std::size_t each = 0; each < network.variables().size(); ++each) {
      if (total == 0) {
        EXPECT_THROW(tree.posterior(each, log_prob), Error);
        continue;
      }
      tree.posterior(each, log_prob);
      expect_close(log_prob, joint_by_rows(network, {each}, evidence), total);
      States family(network.parents(each).begin(), network.parents(each).end());
      family.push_back(each);
      tree.family_posterior(each, log_prob);
      expect_close(log_prob, joint_by_rows(network, family, evidence), total);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(UpToTwelve, RandomNetworks, ::testing::Range<std::size_t>(1, 13));

// A class and features that are all observed, so many and so telling that no double holds the product: the
// less probable class has e^-4600 of the other.
Network many_features(std::size_t n) {
  std::vector<Variable> variables = {{"class", {"a", "b"}}};
  std::vector<ConditionalTable> tables = {{{}, {std::log(0.5), std::log(0.5)}}};
  for (std::size_t k = 0; k < n; ++k) {
    variables.push_back({"x" + std::to_string(k), {"0", "1"}});
    tables.push_back({{0}, {std::log(0.99), std::log(0.01), std::log(0.01), std::log(0.99)}});
  }
  return {"features", variables, tables};
}

TEST(Inference, NothingUnderflows) {
  constexpr std::size_t kFeatures = 1000;
  const Network network = many_features(kFeatures);
  Evidence evidence;
  for (std::size_t k = 1; k <= kFeatures; ++k) evidence.push_back({k, {0}});
  const double likely = std::log(0.5) + kFeatures * std::log(0.99);
  const double unlikely = std::log(0.5) + kFeatures * std::log(0.01);
  const JointTable table = log_joint(network, std::vector<std::size_t>{0}, evidence);
  EXPECT_NEAR(table.log_prob[0], likely, 1e-10);
  EXPECT_NEAR(table.log_prob[1], unlikely, 1e-10);
  EXPECT_NEAR(most_probable(network, std::vector<std::size_t>{0}, evidence).log_probability, likely, 1e-10);

  JunctionTree tree(network);
  std::vector<double> log_prob;
  tree.absorb(evidence);
  tree.posterior(0, log_prob);
  EXPECT_NEAR(log_prob[1], unlikely - likely, 1e-10);
  EXPECT_NEAR(tree.log_evidence(), likely, 1e-10);
  tree.absorb({});
  tree.posterior(0, log_prob);
  EXPECT_NEAR(log_prob[1], std::log(0.5), 1e-12);
}

TEST(Inference, AllStatesOfHundredsOfVariablesHaveAFiniteLogarithm) {
  const Network network = many_features(800);
  Evidence evidence;
  for (std::size_t k = 0; k < network.variables().size(); ++k) evidence.push_back({k, {k % 2}});
  States row(network.variables().size());
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = k % 2;
  EXPECT_NEAR(log_probability(network, evidence), network.log_probability(row), 1e-9);
  EXPECT_LT(log_probability(network, evidence), -1000);
}

// Every pair of n coins has a child that is seen: all coins hang together, and no order avoids their table.
Network entangled(std::size_t n) {
  std::vector<Variable> variables;
  std::vector<ConditionalTable> tables;
  const double half = std::log(0.5);
  for (std::size_t k = 0; k < n; ++k) {
    variables.push_back({"c" + std::to_string(k), {"0", "1"}});
    tables.push_back({{}, {half, half}});
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      variables.push_back({"e" + std::to_string(i) + "," + std::to_string(j), {"0", "1"}});
      tables.push_back({{i, j}, {half, half, half, half, half, half, half, half}});
    }
  }
  return {"entangled", variables, tables};
}

TEST(Inference, TooLargeIsSaidBeforeAnythingIsAllocated) {
  const Network network = entangled(60);
  Evidence evidence;
  for (std::size_t k = 60; k < network.variables().size(); ++k) evidence.push_back({k, {0}});
  try {
    log_probability(network, evidence);
    FAIL() << "answered";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    // The first coin to go leaves a table over the other 59: 2^59 numbers of 8 bytes.
    EXPECT_THAT(error.message(), ::testing::HasSubstr("the largest of 4.61 EB; the limit is 1.07 GB"));
    EXPECT_FALSE(error.remedy().empty());
  }
  EXPECT_THROW(JunctionTree{network}, Error);
  EXPECT_THROW(most_probable(network, std::vector<std::size_t>{0}, evidence), Error);
  EXPECT_NEAR(log_probability(network, {{0, {0}}, {70, {1}}}), std::log(0.25),
              1e-12);  // what else there is, is barren
  std::vector<std::size_t> all(60);
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  EXPECT_THROW(log_joint(network, all, {}), Error);
}

TEST(Inference, TheLimitIsTheCallers) {
  const Network network = entangled(12);
  Evidence evidence;
  for (std::size_t k = 12; k < network.variables().size(); ++k) evidence.push_back({k, {0}});
  EXPECT_THROW(log_probability(network, evidence, {1000}), Error);
  EXPECT_NEAR(log_probability(network, evidence), 66 * std::log(0.5), 1e-12);
}

TEST(Inference, QuestionsAboutWhatIsNotThereAreRefused) {
  Generator random(1);
  const Network network = random_network(random, {4, 2, 2});
  EXPECT_THROW(log_joint(network, std::vector<std::size_t>{9}, {}), Error);
  EXPECT_THROW(log_joint(network, std::vector<std::size_t>{1, 1}, {}), Error);
  EXPECT_THROW(log_probability(network, {{9, {0}}}), Error);
  EXPECT_THROW(log_probability(network, {{0, {7}}}), Error);
  EXPECT_THROW(JunctionTree(network).absorb({{0, {7}}}), Error);
}

TEST(JunctionTrees, CopiesAreIndependent) {
  const Network network = many_features(2);
  JunctionTree tree(network);
  JunctionTree other = tree;
  tree.absorb({{1, {0}}});
  other.absorb({{1, {1}}});
  std::vector<double> log_prob;
  tree.posterior(0, log_prob);
  EXPECT_NEAR(log_prob[0], std::log(0.99), 1e-12);
  other.posterior(0, log_prob);
  EXPECT_NEAR(log_prob[0], std::log(0.01), 1e-12);
  other = tree;
  other.posterior(0, log_prob);
  EXPECT_NEAR(log_prob[0], std::log(0.99), 1e-12);
}

}  // namespace
}  // namespace priory
