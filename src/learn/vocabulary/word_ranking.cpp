// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/word_ranking.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "family/lift_bag.h"

namespace priory {
namespace {

// How many events there are in each cell.
std::vector<double> events_of(const Block& bag) {
  const Sums& count = bag.sums[0];
  std::vector<double> out(count.cells());
  const bool texts = bag.sums.size() > kCellTexts;
  for (std::size_t cell = 0; cell < out.size(); ++cell) {
    if (texts) out[cell] = bag.sums[kCellTexts].value(0, cell);
    for (std::size_t word = 0; !texts && word < count.rows(); ++word) out[cell] += count.value(word, cell);
  }
  return out;
}

// n ln(p / q), p and q given by their logarithms.
double weighed(double n, double log_p, double log_q) {
  return n > 0 ? n * (log_p - log_q) : 0;
}

// log1p, since a word is a small part of a corpus: the logarithm of nearly 1 would lose what tells rare words
// apart.
double information_of(std::span<const double> n, double n_word, std::span<const double> events,
                      double n_events) {
  double out = 0;
  for (std::size_t cell = 0; cell < n.size(); ++cell) {
    if (!(events[cell] > 0)) continue;
    const double share = n[cell] / events[cell], of_all = n_word / n_events;
    out += weighed(n[cell], std::log(share), std::log(of_all));
    out += weighed(events[cell] - n[cell], std::log1p(-share), std::log1p(-of_all));
  }
  return std::max(0.0, out / n_events);
}

}  // namespace

std::vector<double> word_frequencies(const Block& bag) {
  const Sums& count = bag.sums[0];
  std::vector<double> out(count.rows());
  for (std::size_t word = 0; word < out.size(); ++word) {
    for (std::size_t cell = 0; cell < count.cells(); ++cell) out[word] += count.value(word, cell);
  }
  return out;
}

std::vector<double> word_information(const Block& bag) {
  const Sums& count = bag.sums[0];
  const std::vector<double> events = events_of(bag), frequency = word_frequencies(bag);
  const double n_events = std::accumulate(events.begin(), events.end(), 0.0);
  std::vector<double> out(count.rows()), n(count.cells());
  for (std::size_t word = 0; word < out.size(); ++word) {
    for (std::size_t cell = 0; cell < n.size(); ++cell) n[cell] = count.value(word, cell);
    out[word] = information_of(n, frequency[word], events, n_events);
  }
  return out;
}

std::vector<std::uint32_t> most_of(std::vector<std::uint32_t> words, const std::vector<double>& rank,
                                   std::size_t n) {
  if (words.size() <= n) return words;
  std::stable_sort(words.begin(), words.end(), [&](auto a, auto b) { return rank[a] > rank[b]; });
  words.resize(n);
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace priory
