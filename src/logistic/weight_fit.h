// SPDX-License-Identifier: Apache-2.0
// The weights of the rows that a generative model was learnt from: its features, its temperature, and the
// penalty, which is chosen by rows left out. Of a fold the generative model, the features and the centre are
// those of the other folds, so that nothing has seen the rows judged but the temperature, which is one
// number.
#pragma once

#include "priory/discriminative.h"

#include "logistic/feature_map.h"
#include "logistic/fit.h"

namespace priory {

// What the log posteriors of the model are multiplied with to mean what they say, by rows left out.
double temperature_of(const LabelledRows& rows, const Plan& plan, unsigned threads);

class WeightFit {
 public:
  WeightFit(const Classifier& generative, const LabelledRows& rows, double temperature, unsigned threads);

  Discriminative fit(const DiscriminativeOptions& options);
  // Beginning at the weights of another model, by the penalty that is given.
  Discriminative fit_from(const Classifier& before, const DiscriminativeOptions& options);

 private:
  Discriminative finish(const DiscriminativeOptions& options, double l2, const Classifier* before);
  std::vector<PenaltyTrial> try_penalties(const DiscriminativeOptions& options);
  OnIteration watch(const DiscriminativeOptions& options);
  void check_memory(const DiscriminativeOptions& options) const;

  Classifier generative_;
  const LabelledRows* rows_;
  double temperature_;
  unsigned threads_;
  FeatureMap map_;
  LabelledFeatures features_;
  bool stopped_ = false;
};

}  // namespace priory
