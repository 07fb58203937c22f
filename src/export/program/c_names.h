// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "export/scorecard.h"

namespace priory {

// The names of C members: letters, digits and underscores, no two the same, none that C has taken.
std::vector<std::string> member_names(const std::vector<ScoreInput>& inputs);

}  // namespace priory
