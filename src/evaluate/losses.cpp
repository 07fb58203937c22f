// SPDX-License-Identifier: Apache-2.0
// Infinite log posteriors are ordinary values here (a class ruled out); the one difference that would be NaN,
// of two classes both ruled out, counts as a margin of 0: neither is preferred.
#include "evaluate/losses.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/tallies.h"

namespace priory {
namespace {

constexpr double kRuledOut = -std::numeric_limits<double>::infinity();

double log_posterior_of_truth(const ScoredRows& rows, std::size_t row) {
  return rows.actual[row] < rows.n_classes ? rows.scores(row)[rows.actual[row]] : kRuledOut;
}

double most_probable_rival(const ScoredRows& rows, std::size_t row) {
  const auto scores = rows.scores(row);
  double rival = kRuledOut;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (k != rows.actual[row]) rival = std::max(rival, scores[k]);
  }
  return rival;
}

// The losses of a row come from these.
struct RowScores {
  double truth = 0, rival = 0;  // log posteriors
  double squared = 0;
};

// Two classes, known ones: no branch on the class, which no processor could guess.
RowScores scores_of_two(const ScoredRows& rows, std::size_t row) {
  const auto scores = rows.scores(row);
  const double truth = scores[rows.actual[row]], rival = scores[1 - rows.actual[row]];
  const double miss = std::expm1(truth), alarm = std::exp(rival);
  return {truth, rival, miss * miss + alarm * alarm};
}

RowScores scores_of(const ScoredRows& rows, std::size_t row) {
  if (rows.n_classes == 2 && rows.actual[row] < 2) return scores_of_two(rows, row);
  return {log_posterior_of_truth(rows, row), most_probable_rival(rows, row), squared_loss(rows, row)};
}

// Bin b of n holds (b / n, (b + 1) / n], the first also 0.
std::size_t bin_of(double confidence, std::size_t n_bins) {
  const auto n = static_cast<double>(n_bins);
  const double at = std::min(confidence * n, n);  // 1 may be a hair exceeded
  const auto bin = static_cast<std::size_t>(at);
  return bin - (bin > 0 && static_cast<double>(bin) == at ? 1 : 0);
}

}  // namespace

// A posterior of 1 may be a hair above it after rounding; a loss is never negative.
double log_loss(const ScoredRows& rows, std::size_t row) {
  return std::max(0.0, -log_posterior_of_truth(rows, row));
}

double squared_loss(const ScoredRows& rows, std::size_t row) {
  const auto scores = rows.scores(row);
  double sum = rows.actual[row] < scores.size() ? 0 : 1;  // an unknown class: (0 - 1)^2
  for (std::size_t k = 0; k < scores.size(); ++k) {
    // 1 - p by expm1: keeps its digits where p is nearly 1
    const double miss = k == rows.actual[row] ? std::expm1(scores[k]) : std::exp(scores[k]);
    sum += miss * miss;
  }
  return sum;
}

bool among_first(const ScoredRows& rows, std::size_t row, std::size_t k) {
  if (rows.actual[row] >= rows.n_classes) return false;
  const auto scores = rows.scores(row);
  const std::size_t truth = rows.actual[row];
  std::size_t before = 0;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (scores[c] > scores[truth] || (scores[c] == scores[truth] && c < truth)) ++before;
  }
  return before < k;
}

void ReliabilityTally::add(const ScoredRows& rows, std::size_t row) {
  const double p = std::exp(rows.scores(row)[rows.predicted[row]]);
  CalibrationBin& bin = bins_[bin_of(p, bins_.size())];
  bin.confidence.add(p, rows.weight[row]);
  bin.right += rows.weight[row] * (rows.predicted[row] == rows.actual[row] ? 1 : 0);
}

void ReliabilityTally::merge(const ReliabilityTally& other) {
  for (std::size_t b = 0; b < bins_.size(); ++b) {
    bins_[b].confidence.merge(other.bins_[b].confidence);
    bins_[b].right += other.bins_[b].right;
  }
}

double ReliabilityTally::error() const {
  ExactMean gap;
  for (const CalibrationBin& bin : bins_) {
    const std::uint64_t weight = bin.confidence.weight();
    gap.add(std::abs(ratio(bin.right, weight) - bin.confidence.value()), weight);
  }
  return gap.value();
}

void LossSums::add(const ScoredRows& rows, std::size_t row) {
  const std::uint64_t weight = rows.weight[row];
  const RowScores scores = scores_of(rows, row);
  const double m = scores.truth == scores.rival ? 0 : scores.truth - scores.rival;
  log.add(std::max(0.0, -scores.truth), weight);
  squared.add(scores.squared, weight);
  hinge.add(std::max(0.0, 1 - m), weight);
  exponential.add(std::exp(-m), weight);
  calibration.add(rows, row);
  if (top_k > 0 && among_first(rows, row, top_k)) among_top_k += weight;
}

void LossSums::merge(const LossSums& other) {
  log.merge(other.log);
  squared.merge(other.squared);
  hinge.merge(other.hinge);
  exponential.merge(other.exponential);
  calibration.merge(other.calibration);
  among_top_k += other.among_top_k;
}

void LossSums::store(Measures& measures) const {
  measures.log_loss = log.value();
  measures.losses.squared = squared.value();
  measures.losses.hinge = hinge.value();
  measures.losses.exponential = exponential.value();
  measures.brier = measures.n_known == 2 ? measures.losses.squared / 2 : measures.losses.squared;
  measures.ece = calibration.error();
  if (top_k > 0) measures.top_k = TopK{top_k, ratio(among_top_k, log.weight())};
}

}  // namespace priory
