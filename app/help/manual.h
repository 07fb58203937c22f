// SPDX-License-Identifier: Apache-2.0
// Help and the manual, both made from the declared arguments and families; all go to stdout.
#pragma once

#include <string>
#include <vector>

#include "arguments/arguments.h"

namespace priory::app {

void write_help(const std::vector<Verb>& verbs);
void write_help(const Verb& verb);        // opens with examples
void write_short_help(const Verb& verb);  // one screen: examples, and the options that matter

}  // namespace priory::app
