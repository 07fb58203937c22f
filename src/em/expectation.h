// SPDX-License-Identifier: Apache-2.0
// The E-step as a mergeable value: each row is given its share in every cell, and the shares are counted into
// the same statistics that training with labels fills. `estimate` of them is the M-step.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "learn/kept_rows.h"
#include "model/scorer.h"

namespace priory {

// The nearest multiple of 2^-grid.
inline double on_grid(double share, int grid) {
  return std::ldexp(std::round(std::ldexp(share, grid)), -grid);
}

// Rows taken out to judge a fit: the same ones in every iteration, whoever meets them.
struct HeldOut {
  double share = 0;
  std::uint64_t seed = 0;
  bool only = false;  // count those alone instead of the others

  double weight_of(std::size_t row) const;  // 0 or 1
};

struct EStep {
  bool hard = false;
  bool count = true;  // false: the log-likelihood alone
  double beta = 1;    // the power of the responsibilities, below 1 while annealing
  int grid = 43;      // shares are multiples of 2^-grid
  double unlabelled_weight = 1;
  double noise = 0;  // relative, to tell classes apart that annealing has made equal
  std::uint64_t seed = 0;
  HeldOut held_out;
};

// Adds the rows of a chunk with their shares, cells x rows; `model` of the step before, or null.
void add_shares(const Chunk& chunk, std::span<const double> soft, const NamedSums& vocabulary,
                const Classifier::State* model, CellSums& to);

class Expectation {
 public:
  Expectation(const Classifier::State& model, const NamedSums& vocabulary, const EStep& how);

  void accumulate(const Chunk& chunk);
  void accumulate_row(const Chunk& chunk, std::size_t row);  // that one alone
  void merge(const Expectation& other);
  template <class Wire>
  void carry(Wire& wire) {
    wire(counted, log_likelihood_, objective_, impossible_);
  }

  CellSums counted;
  double log_likelihood() const { return impossible_ > 0 ? kImpossible : log_likelihood_.value(0, 0); }
  // What the M-step raises, without the prior: of hard EM the best joint log probabilities; while annealing
  // the free energy.
  double objective() const { return impossible_ > 0 ? kImpossible : objective_.value(0, 0); }

 private:
  static constexpr double kImpossible = -std::numeric_limits<double>::infinity();
  void keep_to_labels(const Chunk& chunk, LogScores& scores) const;
  void weigh_rows(const Chunk& chunk);
  void add(const Chunk& chunk);
  void share_out(const LogScores& scores);
  void give_to_best(const LogScores& scores);
  void add_likelihood(const Chunk& chunk);
  void share_by_prior(std::size_t row, std::uint32_t label);
  void disturb(std::size_t first_row);

  const Classifier::State* model_;
  const NamedSums* vocabulary_;
  EStep how_;
  Scorer scorer_;
  std::vector<double> weight_, scale_, soft_, log_sum_, log_free_;
  Sums log_likelihood_{1, 1}, objective_{1, 1};
  std::size_t impossible_ = 0;
};

}  // namespace priory
