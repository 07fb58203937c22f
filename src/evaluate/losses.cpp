// SPDX-License-Identifier: Apache-2.0
// Infinite log posteriors are ordinary values here (a class ruled out); the one difference that would be NaN,
// of two classes both ruled out, counts as a margin of 0: neither is preferred.
#include "evaluate/losses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "evaluate/exact_mean.h"

namespace priory {
namespace {

constexpr std::size_t kBins = 15;
constexpr double kRuledOut = -std::numeric_limits<double>::infinity();

double log_posterior_of_truth(const ScoredRows& rows, std::size_t row) {
  return rows.actual[row] < rows.n_classes ? rows.scores(row)[rows.actual[row]] : kRuledOut;
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

double margin(const ScoredRows& rows, std::size_t row) {
  const auto scores = rows.scores(row);
  double rival = kRuledOut;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (k != rows.actual[row]) rival = std::max(rival, scores[k]);
  }
  const double truth = log_posterior_of_truth(rows, row);
  return truth == rival ? 0 : truth - rival;
}

std::size_t bin_of(double confidence) {  // bin b holds (b / 15, (b + 1) / 15], the first also 0
  const double bin = std::ceil(confidence * static_cast<double>(kBins)) - 1;
  return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(kBins - 1)));
}

}  // namespace

PosteriorLosses posterior_losses(const ScoredRows& rows) {
  ExactMean log, squared, hinge, exponential;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::uint64_t weight = rows.weight[row];
    const double m = margin(rows, row);
    // A posterior of 1 may be a hair above it after rounding; a loss is never negative.
    log.add(std::max(0.0, -log_posterior_of_truth(rows, row)), weight);
    squared.add(squared_loss(rows, row), weight);
    hinge.add(std::max(0.0, 1 - m), weight);
    exponential.add(std::exp(-m), weight);
  }
  return {log.value(), squared.value(), hinge.value(), exponential.value()};
}

double expected_calibration_error(const ScoredRows& rows) {
  std::array<ExactMean, kBins> confidence, right;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double p = std::exp(rows.scores(row)[rows.predicted[row]]);
    const std::size_t bin = bin_of(p);
    confidence[bin].add(p, rows.weight[row]);
    right[bin].add(rows.predicted[row] == rows.actual[row] ? 1 : 0, rows.weight[row]);
  }
  ExactMean gap;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    gap.add(std::abs(right[bin].value() - confidence[bin].value()), right[bin].weight());
  }
  return gap.value();
}

}  // namespace priory
