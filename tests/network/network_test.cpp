// SPDX-License-Identifier: Apache-2.0
// What a network refuses, d-separation against its definition by paths, sampling, and textbook numbers.
#include <gmock/gmock.h>
#include <map>

#include "priory/error.h"

#include "network/random_networks.h"

namespace priory {
namespace {

using namespace priory::testing;  // NOLINT
using ::testing::HasSubstr;

std::vector<double> logs(const std::vector<double>& prob) {
  std::vector<double> out;
  for (const double each : prob) out.push_back(std::log(each));
  return out;
}

// The burglar alarm of Pearl (1988), with the numbers of Russell and Norvig, Artificial Intelligence, figure
// 14.2: true first.
Network burglary() {
  const std::vector<std::string> states = {"yes", "no"};
  return {
      "burglary",
      {{"Burglary", states}, {"Earthquake", states}, {"Alarm", states}, {"John", states}, {"Mary", states}},
      {{{}, logs({0.001, 0.999})},
       {{}, logs({0.002, 0.998})},
       {{0, 1}, logs({0.95, 0.05, 0.94, 0.06, 0.29, 0.71, 0.001, 0.999})},
       {{2}, logs({0.90, 0.10, 0.05, 0.95})},
       {{2}, logs({0.70, 0.30, 0.01, 0.99})}}};
}

// Cloudy, sprinkler, rain, wet grass: Murphy's tutorial, 1998.
Network sprinkler() {
  const std::vector<std::string> states = {"true", "false"};
  return {"sprinkler",
          {{"Cloudy", states}, {"Sprinkler", states}, {"Rain", states}, {"Wet", states}},
          {{{}, logs({0.5, 0.5})},
           {{0}, logs({0.1, 0.9, 0.5, 0.5})},
           {{0}, logs({0.8, 0.2, 0.2, 0.8})},
           {{1, 2}, logs({0.99, 0.01, 0.9, 0.1, 0.9, 0.1, 0, 1})}}};
}

double probability_of_first(const Network& network, const std::string& variable, const Evidence& evidence) {
  const JointTable table = log_joint(network, std::vector<std::size_t>{network.find(variable)}, evidence);
  return std::exp(table.log_prob[0] - log_sum_exp(table.log_prob));
}

TEST(Network, AnswersOfTheTextbooks) {
  // P(b | j, m) = alpha <0.00059224, 0.0014919>, figure 14.2 ff.
  EXPECT_NEAR(probability_of_first(burglary(), "Burglary", {{3, {0}}, {4, {0}}}), 0.284171835, 1e-9);
  // P(j, m, a, not b, not e) = 0.90 * 0.70 * 0.001 * 0.999 * 0.998
  EXPECT_NEAR(std::exp(burglary().log_probability(States{1, 1, 0, 0, 0})),
              0.90 * 0.70 * 0.001 * 0.999 * 0.998, 1e-15);
  // P(S | W) = 0.2781 / 0.6471 and P(R | W) = 0.4581 / 0.6471; explaining away: P(S | W, R) = 0.1945
  EXPECT_NEAR(probability_of_first(sprinkler(), "Sprinkler", {{3, {0}}}), 0.2781 / 0.6471, 1e-12);
  EXPECT_NEAR(probability_of_first(sprinkler(), "Rain", {{3, {0}}}), 0.4581 / 0.6471, 1e-12);
  EXPECT_NEAR(probability_of_first(sprinkler(), "Sprinkler", {{3, {0}}, {2, {0}}}), 0.1945, 1e-4);
  EXPECT_NEAR(std::exp(log_probability(sprinkler(), {{3, {0}}})), 0.6471, 1e-12);
}

TEST(Network, KnowsItsGraph) {
  const Network network = burglary();
  EXPECT_THAT(network.parents(2), ::testing::ElementsAre(0, 1));
  EXPECT_THAT(network.children(2), ::testing::ElementsAre(3, 4));
  EXPECT_THAT(network.order(), ::testing::ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(network.free_parameters(), 10U);
  EXPECT_EQ(network.find("Mary"), 4U);
  EXPECT_EQ(network.find_state(4, "no"), 1U);
}

template <class Act>
std::string error_of(ErrorKind kind, const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "no error";
}

TEST(Network, SaysWhatIsNearest) {
  const Network network = burglary();
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { network.find("Alarn"); }), HasSubstr("did you mean 'Alarm'?"));
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { network.find_state(0, "yess"); }),
              HasSubstr("'Burglary' has no state 'yess'; did you mean 'yes'?"));
}

TEST(Network, RefusesWhatIsNone) {
  const std::vector<std::string> two = {"0", "1"};
  const std::vector<double> even = logs({0.5, 0.5}), four = logs({0.5, 0.5, 0.5, 0.5});
  const auto error = [](std::vector<Variable> variables, std::vector<ConditionalTable> tables) {
    return error_of(ErrorKind::data, [&] { Network("", variables, tables); });
  };
  EXPECT_THAT(error({{"a", two}, {"a", two}}, {{{}, even}, {{}, even}}), HasSubstr("variable 'a' twice"));
  EXPECT_THAT(error({{"a", {"0", "0"}}}, {{{}, even}}), HasSubstr("state '0' twice"));
  EXPECT_THAT(error({{"a", {}}}, {{{}, {}}}), HasSubstr("no states"));
  EXPECT_THAT(error({{"a", two}}, {}), HasSubstr("1 variables and 0 tables"));
  EXPECT_THAT(error({{"a", two}}, {{{}, four}}), HasSubstr("has 4 probabilities where"));
  EXPECT_THAT(error({{"a", two}}, {{{7}, four}}), HasSubstr("no variable of the network"));
  EXPECT_THAT(error({{"a", two}, {"b", two}}, {{{}, even}, {{0, 0}, logs({.5, .5, .5, .5, .5, .5, .5, .5})}}),
              HasSubstr("parent 'a' twice"));
  EXPECT_THAT(error({{"a", two}, {"b", two}}, {{{}, even}, {{0}, logs({0.5, 0.5, 0.5, 0.4})}}),
              HasSubstr("P(b | a=1) sums to 0.9, not to 1"));
  EXPECT_THAT(error({{"a", two}}, {{{}, {std::nan(""), 0}}}), HasSubstr("sums to nan"));
  EXPECT_THAT(error({{"a", two}}, {{{0}, four}}), HasSubstr("cycle: a -> a"));
  // z leads into the cycle b -> c -> a -> b and d comes out of it: neither is named.
  EXPECT_THAT(error({{"d", two}, {"c", two}, {"a", two}, {"b", two}, {"z", two}},
                    {{{1}, four},
                     {{3}, four},
                     {{1}, four},
                     {{2, 4}, logs({.5, .5, .5, .5, .5, .5, .5, .5})},
                     {{}, even}}),
              HasSubstr("cycle: c -> a -> b -> c"));
}

TEST(Network, RowsThatAreNearlyOneAreDivided) {
  const Network network("", {{"a", {"0", "1", "2"}}}, {{{}, logs({0.3333333, 0.3333333, 0.3333333})}});
  for (const double each : network.table(0).log_prob) EXPECT_NEAR(each, std::log(1.0 / 3), 1e-15);
}

// A way between two variables is open when each variable on it lets through: where two arrows meet, if it
// or something that follows from it is known; elsewhere if it is not known.
class Paths {
 public:
  Paths(const Network& network, const States& known)
      : network_(network), known_(network.variables().size()), opens_(known_) {
    for (const std::size_t each : known) known_[each] = true, open_upwards(each);
  }

  bool open_between(std::size_t a, std::size_t b) {
    std::vector<std::size_t> way = {a};
    return extend(way, b);
  }

 private:
  void open_upwards(std::size_t at) {
    opens_[at] = true;
    for (const std::size_t parent : network_.parents(at)) open_upwards(parent);
  }

  bool is_arc(std::size_t from, std::size_t to) const {
    const auto parents = network_.parents(to);
    return std::find(parents.begin(), parents.end(), from) != parents.end();
  }

  bool lets_through(std::size_t before, std::size_t at, std::size_t after) const {
    return is_arc(before, at) && is_arc(after, at) ? opens_[at] : !known_[at];
  }

  bool extend(std::vector<std::size_t>& way, std::size_t goal) {
    const std::size_t at = way.back();
    if (at == goal) return true;
    for (std::size_t next = 0; next < known_.size(); ++next) {
      if (!(is_arc(at, next) || is_arc(next, at)) || std::find(way.begin(), way.end(), next) != way.end())
        continue;
      if (way.size() > 1 && !lets_through(way[way.size() - 2], at, next)) continue;
      way.push_back(next);
      if (extend(way, goal)) return true;
      way.pop_back();
    }
    return false;
  }

  const Network& network_;
  std::vector<bool> known_, opens_;
};

TEST(Separation, IsThatNoWayIsOpen) {
  Generator random(3);
  std::size_t n_separated = 0;
  constexpr std::size_t kTrials = 4000;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    const Network network = random_network(random, {2 + below(random, 7), 2, 3});
    States a, b, c;
    for (std::size_t each = 0; each < network.variables().size(); ++each) {
      States* const sets[] = {&a, &b, &c, nullptr};
      if (States* const set = sets[below(random, 4)]) set->push_back(each);
    }
    Paths paths(network, c);
    bool open = false;
    for (const std::size_t from : a) {
      for (const std::size_t to : b) open = open || paths.open_between(from, to);
    }
    EXPECT_EQ(network.separated(a, b, c), !open) << to_bif(network);
    n_separated += open ? 0 : 1;
  }
  EXPECT_GT(n_separated, kTrials / 10);
  EXPECT_LT(n_separated, kTrials * 9 / 10);
}

TEST(Separation, MeansIndependence) {
  Generator random(4);
  for (std::size_t trial = 0; trial < 500; ++trial) {
    const Network network = random_network(random, {5, 3, 2});
    const States c = {4};
    if (!network.separated(States{0}, States{1}, c)) continue;
    const JointTable abc = log_joint(network, States{0, 1, 4}, {});
    const JointTable ac = log_joint(network, States{0, 4}, {}), bc = log_joint(network, States{1, 4}, {});
    const JointTable only_c = log_joint(network, c, {});
    each_row(network, [&](const States& row) {  // P(a, b, c) P(c) = P(a, c) P(b, c)
      const auto p = [&](const JointTable& table) {
        return std::exp(table.log_prob[cell_of(network, table.variables, row)]);
      };
      EXPECT_NEAR(p(abc) * p(only_c), p(ac) * p(bc), 1e-14);
    });
  }
}

TEST(Sampling, HasTheFrequenciesOfTheNetwork) {
  const Network network = sprinkler();
  constexpr std::size_t kDrawn = 200000;
  std::map<States, std::size_t> counts;
  network.sample(kDrawn, 5,
                 [&](std::span<const std::size_t> row) { ++counts[States(row.begin(), row.end())]; });
  each_row(network, [&](const States& row) {
    const double p = std::exp(network.log_probability(row));
    const double sd = std::sqrt(static_cast<double>(kDrawn) * p * (1 - p));
    EXPECT_NEAR(static_cast<double>(counts[row]), static_cast<double>(kDrawn) * p,
                5 * sd);  // none where p is 0
  });
}

TEST(Sampling, OfOneSeedIsTheSame) {
  const auto draw = [](std::size_t n, std::uint64_t seed) {
    std::vector<States> out;
    burglary().sample(n, seed,
                      [&](std::span<const std::size_t> row) { out.emplace_back(row.begin(), row.end()); });
    return out;
  };
  EXPECT_EQ(draw(5000, 1), draw(5000, 1));
  EXPECT_NE(draw(5000, 1), draw(5000, 2));
  const auto more = draw(5000, 1), fewer = draw(10, 1);
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), more.begin()));
}

}  // namespace
}  // namespace priory
