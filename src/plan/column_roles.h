// SPDX-License-Identifier: Apache-2.0
// What each column is: the target, the weight, left out, or modelled by a family; by the user's word, by the
// input's, or by its values, in this order.
#pragma once

#include "plan/draft.h"

namespace priory {

// Whether columns of this name are the class as a rule.
bool is_target_name(std::string_view name);

// Gives the column its role in the draft, and its part if it is modelled.
void place_column(const ColumnProfile& column, Draft& draft);

}  // namespace priory
