// SPDX-License-Identifier: Apache-2.0
// Probabilities by elimination: the question is planned, and answered in linear arithmetic; where that loses
// digits, with logarithms.
#include <fmt/format.h>

#include "priory/error.h"

#include "network/elimination.h"

namespace priory {
namespace {

void check_asked(const Network& network, std::span<const std::size_t> variables) {
  std::vector<bool> seen(network.variables().size(), false);
  for (const std::size_t each : variables) {
    if (each >= seen.size())
      throw Error(ErrorKind::usage,
                  fmt::format("a question about variable {} of a network of {}", each, seen.size()));
    if (seen[each])
      throw Error(ErrorKind::usage,
                  fmt::format("the question has '{}' twice", network.variables()[each].name));
    seen[each] = true;
  }
}

template <class Arithmetic>
std::optional<Factor> answer_by(const Network& network, const LiveStates& live, const EliminationPlan& plan,
                                const std::vector<std::size_t>& scope) {
  Elimination<Arithmetic> elimination(network, live, plan);
  Factor out = elimination.answer(scope);
  if (elimination.lost()) return std::nullopt;
  for (double& value : out.values) value = Arithmetic::to_log(value) + out.log_scale;
  return out;
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

// Puts what is known of live states where these stand among all.
void spread(const Factor& answer, const LiveStates& live, JointTable& out) {
  std::vector<std::size_t> places = {0};
  for (std::size_t k = 0; k < out.variables.size(); ++k) {
    std::vector<std::size_t> longer;
    for (const std::size_t place : places) {
      for (const std::size_t state : live.of(out.variables[k]))
        longer.push_back(place * out.sizes[k] + state);
    }
    places = std::move(longer);
  }
  for (std::size_t k = 0; k < places.size(); ++k) out.log_prob[places[k]] = answer.values[k];
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
  auto answer = answer_by<LinearArithmetic>(network, live, plan, scope);
  if (!answer) answer = answer_by<LogArithmetic>(network, live, plan, scope);
  JointTable out = empty_table(network, variables);
  spread(*answer, live, out);
  return out;
}

double log_probability(const Network& network, const Evidence& evidence, const InferenceOptions& options) {
  return log_joint(network, {}, evidence, options).log_prob[0];
}

}  // namespace priory
