// SPDX-License-Identifier: Apache-2.0
// What a part is beyond its family: combinations of several columns, or a table of a network.
#pragma once

#include "priory/plan.h"

namespace priory {

// Whether the values of a part are combinations.
bool is_combined(const PartPlan& plan);

// The tables of a network: of its last column given the others, or of the class given them.
bool is_variable(const PartPlan& plan);
bool is_class_table(const PartPlan& plan);
inline bool is_node(const PartPlan& plan) {
  return is_variable(plan) || is_class_table(plan);
}

}  // namespace priory
