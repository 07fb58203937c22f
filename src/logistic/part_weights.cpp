// SPDX-License-Identifier: Apache-2.0
// One weight a part, by conditional likelihood:
//
//   score of class c   log P(c) + sum over parts k of w_k log p_k(x | c)
//   minimise           sum over rows of -log P(c | x)  +  1/2 |w - t|^2,  w_k from 0 on
//
// The log probabilities are those of models that have not seen the row: what a part has learnt by heart
// counts for nothing. t is the best weight that all parts have alike; a part of which the rows say little
// keeps it.
//
//   source     Zaidi, Cerquides, Carman and Webb, Alleviating naive Bayes attribute independence assumption by
//              attribute weighting (2013), section 3.2
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/discriminative.h"

#include "core/log_space.h"
#include "fold/fold.h"
#include "kernels/cholesky.h"
#include "logistic/minimise.h"
#include "logistic/part_scores.h"

namespace priory {
namespace {

constexpr double kTolerance = 1e-8;  // of the slope, for a row of average weight

void check(const Plan& plan) {
  const auto refuse = [](const std::string& what, const std::string& remedy) {
    throw Error(ErrorKind::usage, "one weight a part is for naive Bayes, not for " + what, {}, remedy);
  };
  if (!plan.pool.empty()) refuse("a pool of models", "leave ‹pool› out");
  if (!plan.structure.empty()) refuse("a network", "leave ‹structure› out");
  if (plan.components > 1 || plan.expected) refuse("hidden classes", "leave ‹components› out");
  if (plan.target.empty()) refuse("models without a class", "say which column it is: ‹target›");
  for (const PartPlan& part : plan.parts) {
    const Family* family = find_family(part.family, part.kind);
    if (family->replaces_prior() || family->averages() || family->gathers())
      refuse(fmt::format("the family '{}'", part.family), "take another family or structure");
  }
}

// The conditional loss of part weights, with its slopes and second derivatives. Parts of weight `fixed` 0
// stay there.
class WeightedLoss {
 public:
  WeightedLoss(const PartScores& rows, double pull, double towards, unsigned threads)
      : rows_(&rows), pull_(pull), towards_(towards), threads_(threads), free_(rows.n_parts, true) {}

  void fix(std::size_t part) { free_[part] = false; }
  bool is_free(std::size_t part) const { return free_[part]; }

  double operator()(std::span<const double> weight, std::span<double> slope) {
    const std::size_t n = rows_->n_parts;
    std::vector<Sums> of_slab(kSlabs, Sums{0, std::vector<double>(n), std::vector<double>(n * n)});
    parallel_for(threads_, kSlabs, [&](unsigned, std::size_t s) {
      for (std::size_t row = rows_->n_rows() * s / kSlabs; row < rows_->n_rows() * (s + 1) / kSlabs; ++row)
        add_row(row, weight, of_slab[s]);
    });
    Sums all{0, std::vector<double>(n), std::vector<double>(n * n)};
    for (const Sums& each : of_slab) {
      all.loss += each.loss;
      for (std::size_t k = 0; k < n; ++k) all.slope[k] += each.slope[k];
      for (std::size_t k = 0; k < n * n; ++k) all.bend[k] += each.bend[k];
    }
    for (std::size_t k = 0; k < n; ++k) {
      const double distance = weight[k] - towards_;
      all.loss += 0.5 * pull_ * distance * distance;
      all.slope[k] = free_[k] ? all.slope[k] + pull_ * distance : 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (!free_[k] || !free_[j]) all.bend[k * n + j] = 0;
      }
      all.bend[k * n + k] = free_[k] ? all.bend[k * n + k] + pull_ : 1;
    }
    std::copy(all.slope.begin(), all.slope.end(), slope.begin());
    bend_ = std::move(all.bend);
    return all.loss;
  }

  // -H^-1 slope at the point of the last call.
  void direction(std::span<const double> slope, std::vector<double>& out) const {
    const std::size_t n = slope.size();
    const auto factor = inverse_factor(bend_, n);
    out.assign(n, 0);
    if (!factor) {
      for (std::size_t k = 0; k < n; ++k) out[k] = -slope[k] / bend_[k * n + k];
      return;
    }
    const std::vector<double> inverse = precision(factor->rows, n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) out[k] -= inverse[k * n + j] * slope[j];
    }
  }

 private:
  static constexpr std::size_t kSlabs = 16;
  struct Sums {
    double loss = 0;
    std::vector<double> slope, bend;
  };

  void add_row(std::size_t row, std::span<const double> weight, Sums& to) const {
    const std::size_t n = rows_->n_parts, n_classes = rows_->n_classes;
    const double* const s = &rows_->score[row * n * n_classes];
    std::vector<double> p(n_classes), mean(n);
    for (std::size_t c = 0; c < n_classes; ++c) {
      p[c] = rows_->prior[row * n_classes + c];
      for (std::size_t k = 0; k < n; ++k) p[c] += weight[k] == 0 ? 0 : weight[k] * s[k * n_classes + c];
    }
    const double total = log_sum_exp(p);
    const std::uint32_t own = rows_->actual[row];
    to.loss += rows_->weight[row] * (total - p[own]);
    for (double& each : p) each = std::exp(each - total);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t c = 0; c < n_classes; ++c) mean[k] += p[c] == 0 ? 0 : p[c] * s[k * n_classes + c];
      to.slope[k] += rows_->weight[row] * (mean[k] - s[k * n_classes + own]);
    }
    for (std::size_t c = 0; c < n_classes; ++c) {
      const double w = rows_->weight[row] * p[c];
      for (std::size_t k = 0; w > 0 && k < n; ++k) {
        const double off = w * (s[k * n_classes + c] - mean[k]);
        for (std::size_t j = 0; j < n; ++j) to.bend[k * n + j] += off * (s[j * n_classes + c] - mean[j]);
      }
    }
  }

  const PartScores* rows_;
  double pull_, towards_;
  unsigned threads_;
  std::vector<bool> free_;
  std::vector<double> bend_;
};

Minimum least(WeightedLoss& loss, std::vector<double> start, double n_rows) {
  MinimiseOptions how;
  how.tolerance = kTolerance * n_rows;
  how.direction = [&](std::span<const double> slope, std::vector<double>& out) {
    loss.direction(slope, out);
  };
  return minimise([&](std::span<const double> w, std::span<double> g) { return loss(w, g); },
                  std::move(start), how);
}

double loss_at(const PartScores& rows, const std::vector<double>& weight, unsigned threads) {
  WeightedLoss loss(rows, 0, 0, threads);
  std::vector<double> unused(weight.size());
  return loss(weight, unused);
}

void check_scores(const PartScores& rows) {
  if (std::ranges::all_of(rows.score, [](double s) { return std::isfinite(s); })) return;
  throw Error(ErrorKind::data,
              "a probability of the generative model is 0, and its logarithm cannot be weighed", {},
              "smooth it with ‹alpha›");
}

}  // namespace

PartWeights fit_part_weights(const LabelledRows& rows, const Plan& plan, unsigned threads, const Tick& tick) {
  check(plan);
  PartWeights out;
  out.plan = plan;
  for (PartPlan& part : out.plan.parts) part.score_weight = 1;
  const PartScores scores = unseen_scores(rows, std::make_shared<const Plan>(out.plan), threads, tick);
  check_scores(scores);
  if (scores.n_rows() == 0 || scores.n_classes < 2)
    throw Error(ErrorKind::data, "there are too few rows to fit weights by: every class needs two of them");
  double n_rows = 0;
  for (const double each : scores.weight) n_rows += each;
  const PartScores together = summed(scores);
  WeightedLoss of_one(together, 1e-6 * n_rows, 1, threads);
  out.common = std::max(0.0, least(of_one, {1}, n_rows).at[0]);
  WeightedLoss loss(scores, 1, out.common, threads);
  std::vector<double> weight(scores.n_parts, out.common);
  for (bool negative = true; negative;) {
    weight = least(loss, weight, n_rows).at;
    negative = false;
    for (std::size_t k = 0; k < weight.size(); ++k) {
      if (weight[k] < 0) weight[k] = 0, loss.fix(k), negative = true;
    }
  }
  for (std::size_t k = 0; k < weight.size(); ++k) out.plan.parts[k].score_weight = weight[k];
  out.log_loss = loss_at(together, {1}, threads) / n_rows;
  out.log_loss_common = loss_at(together, {out.common}, threads) / n_rows;
  out.log_loss_fitted = loss_at(scores, weight, threads) / n_rows;
  return out;
}

}  // namespace priory
