// SPDX-License-Identifier: Apache-2.0
#include "network/live_states.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "priory/error.h"

namespace priory {

void check_finding(const Network& network, const Finding& finding) {
  if (finding.variable >= network.variables().size())
    throw Error(ErrorKind::usage, fmt::format("evidence about variable {} of a network of {}",
                                              finding.variable, network.variables().size()));
  const Variable& variable = network.variables()[finding.variable];
  for (const std::size_t state : finding.states) {
    if (state >= variable.states.size())
      throw Error(ErrorKind::usage, fmt::format("evidence about state {} of '{}', which has {}", state,
                                                variable.name, variable.states.size()));
  }
}

LiveStates::LiveStates(const Network& network, const Evidence& evidence)
    : states_(network.variables().size()) {
  for (std::size_t each = 0; each < states_.size(); ++each) {
    states_[each].resize(network.variables()[each].states.size());
    std::iota(states_[each].begin(), states_[each].end(), std::size_t{0});
  }
  for (const Finding& finding : evidence) {
    check_finding(network, finding);
    restrict_to(finding.variable, finding.states);
  }
}

void LiveStates::restrict_to(std::size_t variable, std::vector<std::size_t> states) {
  std::sort(states.begin(), states.end());
  std::vector<std::size_t> both;
  std::set_intersection(states_[variable].begin(), states_[variable].end(), states.begin(), states.end(),
                        std::back_inserter(both));
  states_[variable] = std::move(both);
  possible_ = possible_ && !states_[variable].empty();
}

double LiveStates::cells(const std::vector<std::size_t>& variables) const {
  double out = 1;
  for (const std::size_t each : variables) out *= static_cast<double>(size(each));
  return out;
}

}  // namespace priory
