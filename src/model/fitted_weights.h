// SPDX-License-Identifier: Apache-2.0
// The weights of a discriminative model: those of the linear form of a generative model, fitted to the
// classes given the rows. They take the place of the parameters in every part; plan and statistics stay what
// they are.
#pragma once

#include "priory/classifier.h"

#include "family/linear_family.h"
#include "model/classifier_state.h"

namespace priory {

struct FittedWeights {
  std::vector<double> intercept;  // of each class
  std::vector<Parameters> parts;  // as LinearFamily has them
  ConditionalFit how;             // what they were fitted by
};

LinearFamily::Features features_of(const PartModel& part);
std::size_t n_weights_of(const PartModel& part, const LinearFamily::Features& features);  // in a class
// An Error of kind usage where a part of the model has no linear view.
void check_linear(const Classifier::State& generative);
// The model with these weights in place of its densities; without a calibration.
Classifier with_weights(const Classifier& generative, FittedWeights weights);

}  // namespace priory
