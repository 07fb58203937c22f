// SPDX-License-Identifier: Apache-2.0
#include "model/fitted_weights.h"

#include <fmt/format.h>

#include "model/estimate.h"

namespace priory {

LinearFamily::Features features_of(const PartModel& part) {
  if (part.plan->kind != CellKind::reals) return {{}, {}, part.values->size()};
  if (part.family->linear_in_bins()) {
    const Bins bins = part.plan->bins[0].wider();
    return {{}, bins.borders, bins.size()};
  }
  return {linear_form(*part.family, part.parameters(), 0).terms, {}, 0};
}

std::size_t n_weights_of(const PartModel& part, const LinearFamily::Features& features) {
  return features.terms.empty() ? features.n_values + 2 : features.terms.size() + part.plan->n_columns();
}

void check_linear(const Classifier::State& generative) {
  if (generative.components > 1)
    throw Error(ErrorKind::usage, "a discriminative model has no hidden classes", {},
                "leave ‹components› out");
  if (generative.classes.size() < 2)
    throw Error(ErrorKind::data, "there is one class only: nothing tells it from others");
  if (!generative.members.empty())
    throw Error(ErrorKind::usage, "a pool of models has no linear view to fit the weights of");
  if (generative.network)
    throw Error(ErrorKind::usage, "a network has no linear view to fit the weights of", {},
                "leave ‹structure› out");
  for (const PartModel& part : generative.parts) {
    if (part.weighted)
      throw Error(ErrorKind::usage, "the plan gives the scores of parts weights (‹weights›)", {},
                  "fit one weight a part, or one a feature, and not both");
    if (LinearFamily::of(*part.family) != nullptr && !part.of_columns) continue;
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is {}, which has no linear view to fit the weights of", part.plan->label(),
                            part.plan->family),
                {}, "give it another family with ‹types›");
  }
}

Classifier with_weights(const Classifier& generative, FittedWeights weights) {
  check_linear(state_of(generative));
  auto state = std::make_shared<Classifier::State>(state_of(generative));
  state->log_prior = weights.intercept;
  state->adds_prior = true;
  state->calibration = nullptr;
  for (std::size_t k = 0; k < state->parts.size(); ++k) {
    PartModel& part = state->parts[k];
    part.family = LinearFamily::of(*part.family);
    part.estimate = std::make_shared<const PartEstimate>(weights.parts[k]);
  }
  state->fitted = std::make_shared<const FittedWeights>(std::move(weights));
  return classifier_of(std::shared_ptr<const Classifier::State>(std::move(state)));
}

Classifier Classifier::generative() const {
  return state_->fitted ? classifier_of(state_->statistics) : *this;
}

}  // namespace priory
