// SPDX-License-Identifier: Apache-2.0
// Parts of a network: tables of a graph that is given, or of one that is yet to be learnt.
#pragma once

#include "plan/draft.h"

namespace priory {

// A node of a network: for now given nothing but the class.
void make_table(PartPlan& part, const Draft& draft);

// Of a graph that is given: the role of a column, which is left out where it is no variable; and the parts.
void place_in_graph(const ColumnProfile& column, Draft& draft);
void add_graph(Draft& draft);

// Numbers and texts have a place in a network as children of the class only.
void check_structure(Draft& draft);

}  // namespace priory
