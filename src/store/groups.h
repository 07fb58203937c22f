// SPDX-License-Identifier: Apache-2.0
// The parts of one family share their tensors (a table of 100,000 columns is a few tensors, not 300,000): in
// a group, row r of a tensor belongs to the part whose rows reach r.
#pragma once

#include <algorithm>
#include <vector>

#include "priory/plan.h"

namespace priory {

using Group = std::vector<std::size_t>;  // parts of one family, in order

inline std::vector<Group> groups_of(const Plan& plan) {
  std::vector<Group> out;
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Group& group) {
      const PartPlan& first = plan.parts[group[0]];
      return plan.parts[k].family == first.family && plan.parts[k].kind == first.kind;
    });
    same == out.end() ? out.push_back({k}) : same->push_back(k);
  }
  return out;
}

}  // namespace priory
