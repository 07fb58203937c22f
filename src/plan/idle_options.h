// SPDX-License-Identifier: Apache-2.0
// Options that say nothing to the columns a plan has: whoever gave one is told, since nothing else would show
// that it was in vain.
#pragma once

#include <string>
#include <vector>

#include "priory/plan.h"

namespace priory {

// A line for each reason why options have no effect, with their names.
std::vector<std::string> idle_options(const Plan& plan, const PlanOptions& options);

}  // namespace priory
