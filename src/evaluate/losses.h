// SPDX-License-Identifier: Apache-2.0
// What the posteriors cost, row by row: log, squared, hinge and exponential loss, and how far confidence is
// from being right. Sums of rows that merge exactly, so that any order of the rows gives the same bits.
#pragma once

#include <vector>

#include "priory/evaluation.h"

#include "evaluate/exact_mean.h"

namespace priory {

double log_loss(const ScoredRows& rows, std::size_t row);
double squared_loss(const ScoredRows& rows, std::size_t row);              // over all classes: 0 to 2
bool among_first(const ScoredRows& rows, std::size_t row, std::size_t k);  // the truth, of the most probable

// Rows whose class was predicted with a posterior of about the same size.
struct CalibrationBin {
  ExactMean confidence;
  std::uint64_t right = 0;  // in units of 2^-24
};

class ReliabilityTally {
 public:
  explicit ReliabilityTally(std::size_t n_bins = 15) : bins_(n_bins) {}

  void add(const ScoredRows& rows, std::size_t row);
  void merge(const ReliabilityTally& other);

  const std::vector<CalibrationBin>& bins() const { return bins_; }
  double error() const;  // the mean gap between confidence and being right

 private:
  std::vector<CalibrationBin> bins_;
};

struct LossSums {
  ExactMean log, squared, hinge, exponential;
  ReliabilityTally calibration;
  std::size_t top_k = 0;          // 0: not counted
  std::uint64_t among_top_k = 0;  // the weight of rows whose class is

  void add(const ScoredRows& rows, std::size_t row);
  void merge(const LossSums& other);
  void store(Measures& measures) const;
};

}  // namespace priory
