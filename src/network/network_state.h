// SPDX-License-Identifier: Apache-2.0
// What a network holds. Checked once, when it is made; never changed after that.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "priory/network.h"

namespace priory {

struct Network::State {
  std::string name;
  std::vector<Variable> variables;
  std::vector<ConditionalTable> tables;
  std::vector<std::vector<std::size_t>> children;
  std::vector<std::size_t> order;
  std::unordered_map<std::string_view, std::size_t> places;  // of the names; they stand in `variables`

  std::size_t size_of(std::size_t variable) const { return variables[variable].states.size(); }
};

}  // namespace priory
