// SPDX-License-Identifier: Apache-2.0
#include "model/row_inference.h"

#include <algorithm>

#include "core/log_space.h"

namespace priory {

RowInference& OwnInference::of(const Classifier::State& state) {
  if (!inference_) inference_ = std::make_shared<RowInference>(*state.network);
  return *inference_;
}

std::vector<double> RowInference::log_joint(const Evidence& evidence, std::size_t n_classes) {
  tree_.absorb(evidence);
  std::vector<double> out(n_classes, tree_.log_evidence());
  const auto target = view_->class_variable();
  if (!target || tree_.log_evidence() == kLogZero) return out;
  tree_.posterior(*target, out);
  for (double& each : out) each += tree_.log_evidence();
  return out;
}

Evidence evidence_of(const Classifier::State& state, const std::vector<std::vector<const Column*>>& columns,
                     std::size_t row) {
  Evidence out;
  for (std::size_t k = 0; k < state.parts.size(); ++k) {
    const std::size_t variable = state.network->variable_of(k);
    if (variable == NetworkView::kNone) continue;
    const std::uint32_t code = columns[k].back()->codes[row];
    if (code < state.parts[k].of_columns->of(columns[k].size() - 2).size()) out.push_back({variable, {code}});
  }
  return out;
}

bool lacks_some(const Classifier::State& state, const std::vector<std::vector<const Column*>>& columns,
                std::size_t row) {
  for (std::size_t k = 0; k < state.parts.size(); ++k) {
    if (!is_node(*state.parts[k].plan)) continue;
    for (std::size_t j = 1; j < columns[k].size(); ++j) {
      if (columns[k][j]->codes[row] == kMissingCode) return true;
    }
  }
  return false;
}

}  // namespace priory
