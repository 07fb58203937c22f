// SPDX-License-Identifier: Apache-2.0
// Of every row and class: how often classes said to be so probable are the true one, in steps; then a factor
// for each class, so that classes are foreseen as often as they come. No exponential is taken of any row:
// with many classes a fit by Newton's steps costs more than the scores themselves.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/log_space.h"
#include "evaluate/calibrated_loss.h"

namespace priory {
namespace {

double true_score(const ScoredRows& rows, std::size_t row) {
  return rows.scores(row)[rows.actual[row]];
}

// Half of the steps by what is said of true classes, half by what is said of all.
std::vector<double> borders_of(const ScoredRows& rows, std::size_t n_steps) {
  std::vector<double> of_true, of_all, out;
  const std::size_t stride = 1 + rows.log_posterior.size() / 16384;
  for (std::size_t row = 0; row < rows.size(); ++row) of_true.push_back(true_score(rows, row));
  for (std::size_t k = 0; k < rows.log_posterior.size(); k += stride) of_all.push_back(rows.log_posterior[k]);
  for (std::vector<double>* each : {&of_true, &of_all}) {
    std::sort(each->begin(), each->end());
    for (std::size_t k = 1; k < n_steps / 2; ++k) out.push_back((*each)[each->size() * k * 2 / n_steps]);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

class Steps {
 public:
  Steps(const ScoredRows& rows, std::size_t n_steps) : borders_(borders_of(rows, n_steps)) {
    std::vector<double> all(borders_.size() + 1, 1), right(all.size());
    for (double& each : right) each = 1 / static_cast<double>(rows.n_classes);  // one thought of row each
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto weight = static_cast<double>(rows.weight[row]) * 0x1p-24;
      for (const double score : rows.scores(row)) all[at(score)] += weight;
      right[at(true_score(rows, row))] += weight;
    }
    for (std::size_t k = 0; k < all.size(); ++k) rate_.push_back(right[k] / all[k]);
  }

  double operator()(double log_p) const { return rate_[at(log_p)]; }

 private:
  std::size_t at(double log_p) const {
    return static_cast<std::size_t>(std::upper_bound(borders_.begin(), borders_.end(), log_p) -
                                    borders_.begin());
  }

  std::vector<double> borders_, rate_;
};

// p in proportion to p[c] factor[c].
void balance(const ScoredRows& rows, std::vector<double>& p) {
  constexpr int kRounds = 4;
  const std::size_t n = rows.n_classes;
  std::vector<double> factor(n, 1);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> expected(n, 0.5), actual(n, 0.5);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto weight = static_cast<double>(rows.weight[row]) * 0x1p-24;
      double sum = 0;
      for (std::size_t c = 0; c < n; ++c) sum += p[row * n + c] *= factor[c];
      for (std::size_t c = 0; c < n; ++c) expected[c] += weight * (p[row * n + c] /= sum);
      actual[rows.actual[row]] += weight;
    }
    for (std::size_t c = 0; c < n; ++c) factor[c] = actual[c] / expected[c];
  }
}

}  // namespace

void quickly_calibrate(ScoredRows& rows) {
  constexpr std::size_t kRowsPerStep = 16, kMostSteps = 64;
  if (rows.size() == 0) return;
  const Steps steps(rows, std::clamp<std::size_t>(rows.size() / kRowsPerStep, 4, kMostSteps));
  std::vector<double> p(rows.log_posterior.size());
  for (std::size_t k = 0; k < p.size(); ++k) p[k] = steps(rows.log_posterior[k]);
  balance(rows, p);
  for (std::size_t k = 0; k < p.size(); ++k) rows.log_posterior[k] = std::log(p[k]);
}

}  // namespace priory
