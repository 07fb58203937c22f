// SPDX-License-Identifier: Apache-2.0
// Evidence, seen from the variables: the states that each can still be in. Tables are made over these only,
// so that what was observed makes every table smaller, and a variable with one state left is in none.
#pragma once

#include <cstddef>
#include <vector>

#include "priory/network.h"

namespace priory {

class LiveStates {
 public:
  // Findings about the same variable must all hold. An Error of kind usage if one is about no variable or
  // state of the network.
  LiveStates(const Network& network, const Evidence& evidence);

  std::size_t n_variables() const { return states_.size(); }
  const std::vector<std::size_t>& of(std::size_t variable) const { return states_[variable]; }
  std::size_t size(std::size_t variable) const { return states_[variable].size(); }
  bool open(std::size_t variable) const { return size(variable) > 1; }
  bool possible() const { return possible_; }  // no variable is without a state
  void restrict_to(std::size_t variable, std::vector<std::size_t> states);

  // Of a table over these variables; a double, since it may be larger than any memory.
  double cells(const std::vector<std::size_t>& variables) const;

 private:
  std::vector<std::vector<std::size_t>> states_;
  bool possible_ = true;
};

// An Error of kind usage unless the finding is about a variable of the network and states it has.
void check_finding(const Network& network, const Finding& finding);

}  // namespace priory
