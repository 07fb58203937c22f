// SPDX-License-Identifier: Apache-2.0
// All verbs. Each is made when it is asked for: to declare all of them takes longer than many a task.
#pragma once

#include <string_view>
#include <vector>

#include "arguments/arguments.h"

namespace priory::app {

std::vector<Verb> all_verbs();
// The verb that is asked for; all, if it is none of them.
std::vector<Verb> verbs_for(std::string_view word);

}  // namespace priory::app
