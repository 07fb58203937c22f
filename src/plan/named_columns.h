// SPDX-License-Identifier: Apache-2.0
// The first step of a plan: every column that the options name is there, and no two options contradict each
// other about one.
#pragma once

#include "plan/draft.h"

namespace priory {

void check_named_columns(const Draft& draft);

}  // namespace priory
