// SPDX-License-Identifier: Apache-2.0
// What a part is beyond its family: combinations of several columns, or a table of a network.
#pragma once

#include "priory/plan.h"

namespace priory {

// Whether the values of a part are combinations.
bool is_combined(const PartPlan& plan);
// Whether they are those of each column, and a row has some of them: see Family::gathers.
bool is_gathered(const PartPlan& plan);

// Whether it is left to the rows which neighbouring bins are one.
bool leaves_bins(const PartPlan& plan);

// Whether it is a table of one of several networks that are averaged.
bool is_averaged(const PartPlan& plan);

// Whether the plan has several networks of one structure that are averaged.
bool is_average(const Plan& plan);

// The tables of a network: of its last column given the others, or of the class given them.
bool is_variable(const PartPlan& plan);
bool is_class_table(const PartPlan& plan);
inline bool is_node(const PartPlan& plan) {
  return is_variable(plan) || is_class_table(plan);
}

}  // namespace priory
