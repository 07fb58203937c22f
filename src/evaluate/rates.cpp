// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "priory/evaluation.h"

#include "core/log_space.h"
#include "fold/fold.h"
#include "model/scorer.h"

namespace priory {
namespace {

constexpr int kMostRounds = 1000;
constexpr double kTolerance = 1e-9;

// One round: posteriors at the rates tried, and their mean, which are the next rates.
std::vector<double> next_rates(std::span<const double> log_posterior, std::span<const double> old,
                               std::span<const double> rates) {
  std::vector<double> out(rates.size()), row(rates.size());
  double n = 0;
  for (std::size_t at = 0; at < log_posterior.size(); at += rates.size()) {
    for (std::size_t c = 0; c < row.size(); ++c)
      row[c] = rates[c] > 0 ? log_posterior[at + c] + std::log(rates[c] / old[c]) : kLogZero;
    if (normalise(row) == kLogZero) continue;
    for (std::size_t c = 0; c < row.size(); ++c) out[c] += std::exp(row[c]);
    ++n;
  }
  for (double& each : out) each /= n;
  return n > 0 ? out : std::vector<double>(rates.begin(), rates.end());
}

}  // namespace

std::vector<double> estimate_rates(const Classifier& model, Source<Chunk>& rows, unsigned threads,
                                   const Tick& tick) {
  using Scores = std::vector<double>;
  Scores all;
  const auto make_worker = [&] {
    return [scorer = Scorer(state_of(model))](const Chunk& chunk, Scores& out) mutable {
      const ScoredChunk scored = scorer.posterior(chunk);
      out.insert(out.end(), scored.log_posterior.begin(), scored.log_posterior.end());
    };
  };
  transform<Chunk, Scores>(
      rows, make_worker, [&](const Scores& some) { all.insert(all.end(), some.begin(), some.end()); },
      threads, tick);
  if (rows.ranks() != nullptr)
    all = sum_over(*rows.ranks(), Listed<double>{}, Listed<double>{std::move(all)}).items;
  const std::vector<double> old = model.rates();
  std::vector<double> rates = old;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<double> next = next_rates(all, old, rates);
    double moved = 0;
    for (std::size_t c = 0; c < rates.size(); ++c) moved = std::max(moved, std::abs(next[c] - rates[c]));
    rates = next;
    if (moved <= kTolerance) break;
  }
  return rates;
}

}  // namespace priory
