// SPDX-License-Identifier: Apache-2.0
#include "model/class_density.h"

#include <cmath>
#include <numbers>

#include "core/log_space.h"
#include "model/classifier_state.h"

namespace priory {

double log_density_in_class(const Classifier& model, std::size_t part, std::size_t column,
                            std::size_t class_index, double x) {
  const Classifier::State& state = state_of(model);
  const bool single = state.parts[part].plan->n_columns() == 1;
  std::vector<double> terms;
  for (std::size_t k = 0; k < state.components; ++k) {
    const std::size_t cell = class_index * state.components + k;
    double log_p = 0;
    if (single) {
      log_p = model.log_density(part, cell, x);
    } else {
      const Marginal at = model.marginal(part, cell, column);
      const double z = (x - at.mean) / at.deviation;
      log_p = -0.5 * z * z - std::log(at.deviation) - 0.5 * std::log(2 * std::numbers::pi);
    }
    if (state.components == 1) return log_p;
    terms.push_back(state.log_prior[cell] + log_p);
  }
  return log_sum_exp(terms) - state.class_prior()[class_index];
}

}  // namespace priory
