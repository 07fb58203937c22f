// SPDX-License-Identifier: Apache-2.0
// Networks learnt from rows: structures against mutual informations written out, tables against fractions,
// rows with missing cells against sums over all completions, and EM, which never falls.
#include <gmock/gmock.h>

#include "priory/classifier.h"

#include "core/log_space.h"
#include "encode/chunks.h"
#include "model/structure.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

using ::testing::ElementsAre;

PlanOptions structured(const std::string& structure, const std::string& target = "y",
                       const std::string& alpha = "1") {
  PlanOptions out = with_alpha(with_types(target, ""), alpha);
  out.structure = structure;
  return out;
}

std::vector<std::vector<std::string>> columns_of_parts(const Classifier& model) {
  std::vector<std::vector<std::string>> out;
  for (const PartPlan& part : model.plan().parts) out.push_back(part.columns);
  return out;
}

// y is fair; within y, b is a with one exception, and c is independent of both.
const std::string kTriple =
    "a,b,c,y\n"
    "0,0,0,n\n0,0,1,n\n1,1,0,n\n1,1,1,n\n"
    "0,0,0,p\n0,0,1,p\n1,1,0,p\n1,0,1,p\n";

TEST(Structure, MutualInformationsAreThoseOfTheFractions) {
  const Plan plan = plan_of(kTriple, structured("tan"));
  const PairCounts pairs = fold(*opener(plan, kTriple)(), zero_pairs(plan), 1);
  // Of class n: log 2. Of class p: 1/2 log((1/2)/(1/2 3/4)) + 1/4 log((1/4)/(1/2 3/4)) + 1/4 log((1/4)/(1/2
  // 1/4)).
  const double of_p = 0.5 * std::log(4.0 / 3) + 0.25 * std::log(2.0 / 3) + 0.25 * std::log(2.0);
  EXPECT_NEAR(pairs.information(0, 1), (std::log(2.0) + of_p) / 2, 1e-15);
  EXPECT_NEAR(pairs.information(0, 2), 0, 1e-15);
  // Of class p: b and c have (0,0) 1, (0,1) 2, (1,0) 1, (1,1) 0 of 4.
  const double b_c = 0.25 * std::log(0.25 / (0.75 * 0.5)) + 0.5 * std::log(0.5 / (0.75 * 0.5)) +
                     0.25 * std::log(0.25 / (0.25 * 0.5));
  EXPECT_NEAR(pairs.information(1, 2), b_c / 2, 1e-15);
}

TEST(Structure, TanTakesTheTreeOfMostInformation) {
  const Classifier model = trained(kTriple, structured("tan"));
  EXPECT_THAT(columns_of_parts(model),
              ElementsAre(ElementsAre("a"), ElementsAre("a", "b"), ElementsAre("b", "c")));
}

TEST(Structure, ChowLiuGrowsFromTheClass) {
  const std::string csv = "a,b,y\n0,0,n\n0,0,n\n1,1,n\n0,0,n\n1,1,p\n1,1,p\n1,0,p\n1,1,p\n";
  const Classifier model = trained(csv, structured("chow-liu"));
  EXPECT_THAT(columns_of_parts(model), ElementsAre(ElementsAre("a"), ElementsAre("a", "b")));
  EXPECT_FALSE(model.plan().parts[0].pooled);
  EXPECT_TRUE(model.plan().parts[1].pooled);
}

TEST(Structure, OfEqualTreesTheFirstIsTaken) {
  const auto flat = [](std::size_t, std::size_t) { return 1.0; };
  EXPECT_THAT(largest_tree(4, flat), ElementsAre(kNoParent, 0, 0, 0));
  EXPECT_THAT(largest_tree(0, flat), ElementsAre());
  const auto chain = [](std::size_t a, std::size_t b) { return a + 1 == b || b + 1 == a ? 2.0 : 1.0; };
  EXPECT_THAT(largest_tree(4, chain), ElementsAre(kNoParent, 0, 1, 2));
}

TEST(Structure, PairsMergeAndSubtractToTheSameInformation) {
  const Plan plan = plan_of(kTriple, structured("tan"));
  const PairCounts zero = zero_pairs(plan), all = fold(*opener(plan, kTriple)(), zero, 1);
  const std::string head = "a,b,c,y\n", one = head + "1,1,1,n\n0,1,0,q\n", two = head + "0,0,0,n\n1,1,0,p\n";
  PairCounts sum = all;
  sum.merge(fold(*opener(plan, one)(), zero, 1)), sum.merge(fold(*opener(plan, two)(), zero, 1));
  PairCounts other = fold(*opener(plan, two)(), zero, 1);
  other.merge(fold(*opener(plan, one)(), zero, 1)), other.merge(all);
  for (std::size_t b = 1; b < 3; ++b) {
    for (std::size_t a = 0; a < b; ++a) EXPECT_EQ(sum.information(a, b), other.information(a, b));
  }
  sum.subtract(fold(*opener(plan, one)(), zero, 1)), sum.subtract(fold(*opener(plan, two)(), zero, 1));
  for (std::size_t b = 1; b < 3; ++b) {
    for (std::size_t a = 0; a < b; ++a) EXPECT_EQ(sum.information(a, b), all.information(a, b));
  }
}

TEST(NetworkModel, HasTheFractionsOfItsTables) {
  const Classifier model = trained(kTriple, structured("tan"));
  const Network network = network_of(model);
  const std::size_t b = network.find("b");
  ASSERT_THAT(network.parents(b), ElementsAre(network.find("y"), network.find("a")));
  const auto p = [&](std::size_t y, std::size_t a, std::size_t x) {
    return std::exp(network.table(b).log_prob[(y * 2 + a) * 2 + x]);
  };
  EXPECT_NEAR(p(0, 0, 0), (2.0 + 1) / (2 + 2), 1e-15);
  EXPECT_NEAR(p(1, 1, 0), (1.0 + 1) / (2 + 2), 1e-15);
  EXPECT_NEAR(p(1, 0, 1), (0.0 + 1) / (2 + 2), 1e-15);
}

std::string random_rows(Random& random, std::size_t n, std::size_t missing_one_in, bool class_too = false) {
  std::string out = "a,b,c,d,y\nu,v,w,u,n\nv,w,u,v,p\nw,u,v,u,n\n";
  for (std::size_t r = 0; r < n; ++r) {
    const std::size_t y = below(random, 2);
    std::size_t last = y;
    for (int j = 0; j < 4; ++j) {
      last = one_in(random, 3) ? below(random, 3) : last;
      const std::string value(1, "uvw"[j == 3 ? last % 2 : last]);
      out += (missing_one_in > 0 && one_in(random, missing_one_in) ? "" : value) + ",";
    }
    out += (class_too && one_in(random, 4) ? "" : std::string(1, "np"[y])) + "\n";
  }
  return out;
}

// All ways to fill the missing cells in, each scored whole.
std::vector<double> summed(const Classifier& model, const std::vector<std::string>& cells) {
  std::string csv = "a,b,c,d,y\n";
  std::vector<std::string> rows = {""};
  for (std::size_t j = 0; j < 4; ++j) {
    std::vector<std::string> longer;
    for (const std::string& row : rows) {
      for (const char* value : {"u", "v", "w"}) {
        if (j == 3 && std::string(value) == "w") continue;
        if (cells[j].empty() || cells[j] == value) longer.push_back(row + value + ",");
      }
    }
    rows = longer;
  }
  std::vector<double> out(2);
  for (std::size_t c = 0; c < 2; ++c) {
    std::vector<double> terms;
    for (const std::string& row : rows) {
      const auto whole = rows_for(model, table_of(csv + row + (c == 0 ? "n" : "p") + "\n"));
      terms.push_back(model.log_likelihood(*whole));
    }
    out[c] = log_sum_exp(terms);
  }
  normalise(out);
  return out;
}

TEST(NetworkModel, SumsOverMissingCellsAsEnumerationDoes) {
  for (const std::string structure : {"naive", "tan", "chow-liu"}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(structure + std::to_string(seed));
      Random random(seed);
      const Classifier model = trained(random_rows(random, 40, 8), structured(structure));
      for (const std::vector<std::string>& cells : {std::vector<std::string>{"", "v", "w", "u"},
                                                    {"u", "", "", "v"},
                                                    {"", "", "v", ""},
                                                    {"w", "", "u", ""}}) {
        const auto given = posteriors(model, fmt::format("a,b,c,d\n{}\n", fmt::join(cells, ",")))[0];
        const std::vector<double> expected = summed(model, cells);
        for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(std::exp(given[c]), std::exp(expected[c]), 1e-12);
      }
    }
  }
}

TEST(NetworkModel, ReasonsSumToTheScoreOfRowsWithMissingCellsToo) {
  Random random(3);
  const std::string csv = random_rows(random, 40, 5);
  for (const std::string structure : {"naive", "tan", "chow-liu"}) {
    for (const Explanation& each : explanations(trained(csv, structured(structure)), csv)) {
      std::vector<double> sum(2);
      for (const Reason& reason : each.reasons) {
        for (std::size_t c = 0; c < reason.log_p.size(); ++c) sum[c] += reason.log_p[c];
      }
      for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(sum[c], each.log_scores[c], 1e-12);
    }
  }
}

TEST(NetworkModel, LearnsAddsForgetsAndStoresToTheSameBytes) {
  Random random(5);
  const std::string csv = random_rows(random, 60, 9);
  for (const std::string structure : {"naive", "tan", "chow-liu"}) {
    SCOPED_TRACE(structure);
    const Classifier model = trained(csv, structured(structure));
    const std::string bytes = to_bytes(model);
    for (const Way way : {Way{2, 1, 1}, Way{7, 100, 3}})
      EXPECT_EQ(to_bytes(trained(csv, structured(structure), way)), bytes);
    EXPECT_EQ(to_bytes(from_bytes(bytes, "memory")), bytes);
    const std::string more = "a,b,c,d,y\nu,u,,v,n\nx,v,v,u,q\n";
    const Classifier longer = model.learn(opener(model.plan(), more));
    EXPECT_NE(to_bytes(longer), bytes);
    EXPECT_EQ(to_bytes(longer.forget(opener(model.plan(), more))), bytes);
  }
}

// The network that made them: the class depends on a, b on both.
const char* const kBif =
    "network test { }\n"
    "variable a { type discrete [ 3 ] { w, u, v }; }\n"
    "variable b { type discrete [ 3 ] { u, v, w }; }\n"
    "variable c { type discrete [ 3 ] { u, v, w }; }\n"
    "variable d { type discrete [ 2 ] { u, v }; }\n"
    "variable y { type discrete [ 2 ] { n, p }; }\n"
    "probability ( a ) { table 0.2, 0.3, 0.5; }\n"
    "probability ( y | a ) { (w) 0.5, 0.5; (u) 0.5, 0.5; (v) 0.5, 0.5; }\n"
    "probability ( b | a, y ) { default 0.2, 0.3, 0.5; }\n"
    "probability ( c | a ) { default 0.2, 0.3, 0.5; }\n"
    "probability ( d | y, c ) { default 0.5, 0.5; }\n";

TEST(NetworkModel, ATargetMayHaveParents) {
  Random random(7);
  const std::string csv = random_rows(random, 60, 9);
  PlanOptions options = structured("test.bif");
  options.graph = graph_of(read_bif(kBif, "test.bif"));
  const Classifier model = trained(csv, options);
  const Network network = network_of(model);
  EXPECT_THAT(network.variables()[network.find("a")].states, ElementsAre("w", "u", "v"));
  for (const std::vector<std::string>& cells :
       {std::vector<std::string>{"u", "v", "w", "u"}, {"u", "", "", "v"}, {"", "", "v", ""}}) {
    Evidence evidence;
    const std::vector<std::string> names = {"a", "b", "c", "d"};
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t v = network.find(names[j]);
      if (!cells[j].empty()) evidence.push_back({v, {network.find_state(v, cells[j])}});
    }
    const std::size_t target[] = {network.find("y")};
    std::vector<double> expected = log_joint(network, target, evidence).log_prob;
    normalise(expected);
    const auto given = posteriors(model, fmt::format("a,b,c,d\n{}\n", fmt::join(cells, ",")))[0];
    for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(std::exp(given[c]), std::exp(expected[c]), 1e-12);
  }
}

TEST(NetworkModel, NeedsNoTarget) {
  Random random(8);
  const std::string csv = random_rows(random, 50, 0);
  PlanOptions options = structured("test.bif", "", "0");
  options.graph = graph_of(read_bif(kBif, "test.bif"));
  const Classifier model = trained(csv, options);
  const Network network = network_of(model);
  EXPECT_EQ(network.variables().size(), 5U);
  // The likelihood of the rows is the product of the network's probabilities.
  const auto rows = rows_for(model, table_of("a,b,c,d,y\nu,v,w,u,n\n"));
  std::vector<std::size_t> states;
  const std::vector<std::string> row = {"u", "v", "w", "u", "n"};
  for (std::size_t v = 0; v < 5; ++v) states.push_back(network.find_state(v, row[v]));
  EXPECT_NEAR(model.log_likelihood(*rows), network.log_probability(states), 1e-12);
}

TEST(NetworkModel, EmNeverFallsAndIsTheSameForAnyThreads) {
  for (const std::string structure : {"naive", "tan", "chow-liu"}) {
    for (const std::string alpha : {"0", "1"}) {
      SCOPED_TRACE(structure + alpha);
      Random random(11);
      const std::string csv = random_rows(random, 80, 4, true);
      const Plan plan = plan_of(csv, structured(structure, "y", alpha));
      ChunkSpec spec = chunk_spec(plan);
      const OpenChunks open = [&] { return open_chunks(table_of(csv), spec, nullptr, true); };
      EmOptions options;
      options.max_iterations = 30, options.tolerance = 0;
      const EmResult result = train_network(plan, open, options);
      ASSERT_EQ(result.trace.size(), 31U);
      for (std::size_t t = 1; t < result.trace.size(); ++t)
        EXPECT_GE(result.trace[t].objective,
                  result.trace[t - 1].objective - 1e-9 * std::abs(result.trace[t].objective));
      EXPECT_GT(result.trace.back().objective, result.trace[0].objective);
      EXPECT_EQ(to_bytes(train_network(plan, open, options, 7).model), to_bytes(result.model));
    }
  }
}

TEST(NetworkModel, EmOfWholeRowsIsCounting) {
  Random random(12);
  const std::string csv = random_rows(random, 50, 0);
  const Plan plan = plan_of(csv, structured("tan"));
  const EmResult result = train_network(plan, opener(plan, csv), {});
  const Network counted = network_of(trained(csv, structured("tan"))), expected = network_of(result.model);
  for (std::size_t v = 0; v < counted.variables().size(); ++v)
    EXPECT_EQ(counted.table(v).log_prob, expected.table(v).log_prob);
}

TEST(NetworkModel, DrawsRowsThatTeachItAgain) {
  Random random(13);
  const Classifier model = trained(random_rows(random, 200, 0), structured("tan"));
  std::string csv;
  model.sample({20000, 1, ""}, [&](const Chunk& chunk) {
    if (csv.empty()) csv = fmt::format("{}\n", fmt::join(chunk.kept_names, ","));
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const auto begin = chunk.kept.begin() + static_cast<long>(row * chunk.kept_names.size());
      csv += fmt::format("{}\n", fmt::join(begin, begin + static_cast<long>(chunk.kept_names.size()), ","));
    }
  });
  const Plan& plan = model.plan();
  const Network from = network_of(model), again = network_of(Classifier::train(plan, opener(plan, csv)));
  for (std::size_t v = 0; v < from.variables().size(); ++v) {
    for (std::size_t k = 0; k < from.table(v).log_prob.size(); ++k)
      EXPECT_NEAR(std::exp(from.table(v).log_prob[k]), std::exp(again.table(v).log_prob[k]), 0.08);
  }
}

}  // namespace
}  // namespace priory::testing
