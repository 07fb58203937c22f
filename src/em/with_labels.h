// SPDX-License-Identifier: Apache-2.0
// EM over rows some of which have their class.
#pragma once

#include "em/climb.h"

namespace priory {

// The classes are those of the labelled rows; an Error of kind data if there is none.
EmProblem problem_with_labels(const HiddenRows& rows, const EmOptions& options, unsigned threads,
                              const Tick& tick);
EmRun climb_with_labels(const EmProblem& problem, const EmOptions& options, const OnStep& on_step,
                        EmReport& report);

}  // namespace priory
