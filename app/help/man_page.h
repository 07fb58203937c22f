// SPDX-License-Identifier: Apache-2.0
// Man pages in mdoc, made from what the verbs declare: priory(1), and priory-VERB(1) for each.
#pragma once

#include <string>
#include <vector>

#include "arguments/arguments.h"

namespace priory::app {

std::string man_page(const std::vector<Verb>& verbs);  // of the program
std::string man_page(const Verb& verb);

}  // namespace priory::app
