// SPDX-License-Identifier: Apache-2.0
// The settings of parts: every option of a part's family has a value.
#pragma once

#include "plan/draft.h"

namespace priory {

// Every option of the part's family gets its value: the column's own, or that for all, or the initial one.
void settle(PartPlan& part, Draft& draft);

// A setting for one column that its family does not take is an error, one for all columns a note.
void check_settings_used(Draft& draft);

}  // namespace priory
