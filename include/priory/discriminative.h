// SPDX-License-Identifier: Apache-2.0
// The discriminative partner of a model. Generative and discriminative classifiers come in pairs: naive Bayes
// with logistic regression over the same features, Gaussian discriminant analysis with logistic regression
// over the same columns. Here are the weights of the partner, what lies between the two, and learning curves
// that show which of them is better for the rows at hand.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "priory/training.h"

#pragma GCC visibility push(default)

namespace priory {

// The weights of the linear form of a model, fitted to the classes given the rows. They are pulled towards
// those of the generative model at its temperature, or towards zero:
//
//   minimise   sum of the rows' log losses + l2 / 2 |v - centre|^2 + l1 |v - centre|_1, intercepts free
//
// An infinite l2 is the generative model at its temperature, 0 is plain logistic regression. The same weights
// to the bit for any number of threads.
struct DiscriminativeOptions {
  std::optional<double> l2 = {};  // nothing: the one of the lowest log loss on rows left out
  double l1 = 0;
  Towards towards = Towards::generative;
  bool balanced = false;  // classes weigh the same, however many rows they have
  // Features are multiplied by the weights that the generative model gives them, and the penalties are of the
  // weights of those products: |v / generative - centre / generative| (Wang and Manning 2012).
  bool nb_scaled = false;
  double tolerance = 1e-6;  // the largest slope that may be left, for a row of average weight
  std::size_t max_iterations = 1000;
  unsigned threads = 1;
  std::size_t memory = 0;  // bytes for features and weights; an Error says where that is too little; 0: any
  // Called after each iteration, those of rows left out too; false ends all work with the best so far.
  std::function<bool(std::size_t iteration, double loss, double slope)> on_iteration = {};
};

struct PenaltyTrial {
  double l2 = 0;
  double log_loss = 0;  // of rows left out
};

struct Discriminative {
  Classifier model;
  std::vector<PenaltyTrial> trials;  // of l2; empty: it was given
  bool interrupted = false;          // by on_iteration
};

// `generative` was learnt from the rows. An Error of kind usage where a part of it has no linear view.
Discriminative fit_weights(const Classifier& generative, const LabelledRows& rows,
                           const DiscriminativeOptions& options = {});

// Those that the weights of a model were fitted by.
DiscriminativeOptions options_of(const ConditionalFit& fit);

// The weights of a model fitted again after its counts have changed to those of `generative`: from where they
// stood, by the penalty they had. `rows` are all that `generative` stands for; an Error of kind data if its
// counts are not theirs.
Discriminative refit_weights(const Classifier& before, const Classifier& generative, const LabelledRows& rows,
                             const DiscriminativeOptions& options = {});

// Cross-validation of models that need their rows: each row is judged by one that has learnt from the other
// folds alone.
using LearnFrom = std::function<Classifier(const LabelledRows& rows)>;
std::vector<Evaluation> cross_validate(const LabelledRows& rows, const Plan& plan,
                                       const std::vector<std::uint32_t>& fold_of_row,
                                       const JudgingOptions& judging, const LearnFrom& learn,
                                       unsigned threads, const Tick& tick = {});
// Five folds of them in one evaluation.
Evaluation judge_in_folds(const LabelledRows& rows, const Plan& plan, const LearnFrom& learn,
                          unsigned threads, const Tick& tick = {});

// One weight a part (WANBIA: Zaidi, Cerquides, Carman and Webb 2013): the log probabilities of every part are
// multiplied by a number, which undoes what naive Bayes counts twice. The plan has the weights, and its sums
// are those without: models of one plan merge, learn and forget as any.
struct PartWeights {
  Plan plan;            // with the weights: PartPlan::score_weight
  double common = 1;    // the best weight that all parts have alike
  double log_loss = 0;  // of rows left out: by weights 1, and
  double log_loss_common = 0;
  double log_loss_fitted = 0;  // by the weights, which these rows have chosen
};

// By conditional likelihood of rows scored by models that have not seen them; the weights are pulled a little
// towards the common one, and none is below 0. An Error of kind usage for plans whose parts are no factors.
PartWeights fit_part_weights(const LabelledRows& rows, const Plan& plan, unsigned threads = 1,
                             const Tick& tick = {});

// Learning curves of both partners and of what lies between, on growing samples of the rows. In each repeat a
// share of the rows is held out to judge by; the samples are beginnings of the others in an order of chance
// that has each class in its share.
struct PairOptions {
  std::vector<std::size_t> sizes =
      {};  // rows to learn from; empty: n_sizes of them, each so many times the last
  std::size_t n_sizes = 8;
  std::size_t repeats = 5;
  double held_out = 0.25;         // of the rows; at most 20000 of them
  std::optional<double> l2 = {};  // nothing: chosen anew for every sample
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

// The mean over the repeats, and where it lies with a confidence of 95 percent: Student's t, with the
// correction for repeats that share their rows (Nadeau and Bengio 2003). NaN where there is one repeat.
struct RepeatedFigure {
  double mean = 0, low = 0, high = 0;
};

struct PairSide {
  RepeatedFigure accuracy, log_loss;
};

struct PairPoint {
  std::size_t rows = 0;  // learnt from
  // The generative model at its temperature; logistic regression, its weights pulled towards zero; the
  // weights pulled towards the generative ones.
  PairSide generative, discriminative, between;
  double l2_towards_zero = 0, l2_between = 0;  // medians over the repeats
  std::string trouble = {};                    // why there are no figures: too few rows
};

struct Pair {
  std::size_t rows = 0, held_out = 0, repeats = 0;
  std::uint64_t seed = 1;
  std::vector<std::string> families;  // of the generative side, each once
  std::vector<PairPoint> points;      // by rows
  // From how many rows on the discriminative side is the better one; 0: at all sizes; none: at no size, or
  // not for good.
  std::optional<double> crossing_accuracy, crossing_log_loss;
};

// The options of a plan with its columns of Gaussian numbers in one part of a shared covariance: Gaussian
// discriminant analysis, whose partner is logistic regression over the same columns.
PlanOptions with_shared_covariance(const Plan& plan, PlanOptions options);

Pair pair(const LabelledRows& rows, const Plan& plan, const PairOptions& options = {}, const Tick& tick = {});

}  // namespace priory

#pragma GCC visibility pop
