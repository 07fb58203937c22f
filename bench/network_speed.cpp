// SPDX-License-Identifier: Apache-2.0
// How long a posterior takes once a network is loaded, by elimination and by junction tree, beside a bare
// pass that takes the exponential of every probability once and adds them up.
//
//   network_speed NETWORK.bif n_questions
//
// A question is about one variable when three others are observed, in states of a row drawn from the network.
// Prints JSON: seconds of one question each way, and the largest difference between the two answers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <priory/priory.h>
#include <random>
#include <string>
#include <vector>

namespace {

struct Question {
  std::size_t variable;
  priory::Evidence evidence;
};

std::vector<Question> questions_of(const priory::Network& network, std::size_t n) {
  constexpr std::size_t kObserved = 3;
  std::mt19937_64 random(1);
  std::vector<std::size_t> places(network.variables().size());
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = k;
  std::vector<Question> out;
  network.sample(n, 1, [&](std::span<const std::size_t> row) {
    std::shuffle(places.begin(), places.end(), random);
    Question question{places[0], {}};
    for (std::size_t k = 1; k <= kObserved; ++k) question.evidence.push_back({places[k], {row[places[k]]}});
    out.push_back(std::move(question));
  });
  return out;
}

double bare_pass(const priory::Network& network) {
  double sum = 0;
  for (std::size_t each = 0; each < network.variables().size(); ++each) {
    for (const double log_prob : network.table(each).log_prob) sum += std::exp(log_prob);
  }
  return sum;
}

// CPU seconds of one of `n`.
template <class Work>
double timed(std::size_t n, const Work& work) {
  const std::clock_t begin = std::clock();
  for (std::size_t k = 0; k < n; ++k) work(k);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / static_cast<double>(n);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const priory::Network network = priory::load_bif(argv[1]);
  const std::vector<Question> questions = questions_of(network, std::stoul(argv[2]));
  std::vector<std::vector<double>> eliminated(questions.size()), propagated(questions.size());
  double sink = 0;
  const double bare = timed(questions.size(), [&](std::size_t) { sink += bare_pass(network); });
  const double elimination = timed(questions.size(), [&](std::size_t k) {
    const std::size_t asked[] = {questions[k].variable};
    eliminated[k] = priory::log_joint(network, asked, questions[k].evidence).log_prob;
  });
  const double build = timed(1, [&](std::size_t) { sink += priory::JunctionTree(network).log_evidence(); });
  priory::JunctionTree tree(network);
  const double propagation = timed(questions.size(), [&](std::size_t k) {
    tree.absorb(questions[k].evidence);
    tree.posterior(questions[k].variable, propagated[k]);
    for (double& each : propagated[k]) each += tree.log_evidence();
  });
  double difference = 0;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    for (std::size_t s = 0; s < eliminated[k].size(); ++s)
      difference = std::max(difference, std::abs(std::exp(eliminated[k][s]) - std::exp(propagated[k][s])));
  }
  std::printf(
      "{\"seconds\": {\"bare\": %.9g, \"elimination\": %.9g, \"tree\": %.9g, \"build\": %.9g}, "
      "\"difference\": %.3g, \"sink\": %.3g}\n",
      bare, elimination, propagation, build, difference, sink);
}
