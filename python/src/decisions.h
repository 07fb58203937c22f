// SPDX-License-Identifier: Apache-2.0
// From posteriors to answers: other rates of the classes, thresholds, costs, no class where none is sure.
#pragma once

#include "priory/evaluation.h"
#include "settings.h"

namespace priory::python {

// threshold, positive, cost (in the order of the classes, or the path of a file) and reject.
Decision decision_of(const Settings& how, const std::vector<std::string>& classes);

}  // namespace priory::python
