// SPDX-License-Identifier: Apache-2.0
// What EM has to solve for rows that were made ready for it.
#pragma once

#include "em/start.h"

namespace priory {

EmProblem problem_of(const HiddenRows& rows, Plan plan, Dictionary classes, const EmOptions& options,
                     unsigned threads, const Tick& tick);

}  // namespace priory
