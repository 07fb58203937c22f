// SPDX-License-Identifier: Apache-2.0
// Columns that say the same as another one in every row: of a feature it counts twice, of the target it
// leaks.
#pragma once

#include "plan/draft.h"

namespace priory {

void warn_of_copies(Draft& draft);  // once every column has its role

}  // namespace priory
