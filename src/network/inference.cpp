// SPDX-License-Identifier: Apache-2.0
// Probabilities by elimination: the question is planned, and answered in linear arithmetic; where that loses
// digits, with logarithms.
#include <optional>

#include "network/elimination.h"

namespace priory {
namespace {

Factor log_answer(const Network& network, const LiveStates& live, const EliminationPlan& plan,
                  const std::vector<std::size_t>& scope) {
  return without_loss([&](auto arithmetic) -> std::optional<Factor> {
    Elimination<decltype(arithmetic)> elimination(network, live, plan);
    Factor out = elimination.answer(scope);
    if (elimination.lost()) return std::nullopt;
    for (double& value : out.values) value = arithmetic.to_log(value) + out.log_scale;
    return out;
  });
}

JointTable empty_table(const Network& network, std::span<const std::size_t> variables) {
  JointTable out;
  std::size_t cells = 1;
  for (const std::size_t each : variables) {
    out.variables.push_back(each);
    out.sizes.push_back(network.variables()[each].states.size());
    cells *= out.sizes.back();
  }
  out.log_prob.assign(cells, kLogZero);
  return out;
}

// Where a cell over live states, the last variable fastest, stands among all states.
std::size_t place_of(std::size_t cell, const LiveStates& live, const JointTable& table) {
  std::size_t out = 0, stride = 1;
  for (std::size_t k = table.variables.size(); k-- > 0; stride *= table.sizes[k]) {
    const std::vector<std::size_t>& states = live.of(table.variables[k]);
    out += states[cell % states.size()] * stride;
    cell /= states.size();
  }
  return out;
}

}  // namespace

JointTable log_joint(const Network& network, std::span<const std::size_t> variables, const Evidence& evidence,
                     const InferenceOptions& options) {
  check_asked(network, variables);
  const LiveStates live(network, evidence);
  std::vector<std::size_t> scope;
  for (const std::size_t each : variables) {
    if (live.open(each)) scope.push_back(each);
  }
  const EliminationPlan plan(network, live, evidence, {{variables.begin(), variables.end()}, {}}, options);
  if (!live.possible()) return empty_table(network, variables);
  JointTable out = empty_table(network, variables);
  const Factor answer = log_answer(network, live, plan, scope);
  for (std::size_t cell = 0; cell < answer.values.size(); ++cell)
    out.log_prob[place_of(cell, live, out)] = answer.values[cell];
  return out;
}

double log_probability(const Network& network, const Evidence& evidence, const InferenceOptions& options) {
  return log_joint(network, {}, evidence, options).log_prob[0];
}

}  // namespace priory
