// SPDX-License-Identifier: Apache-2.0
// Help and manual, both made from the declared arguments and families; all go to stdout.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"

namespace priory::app {

void write_help(const std::vector<Verb>& verbs);
void write_help(const Verb& verb);  // opens with examples
void write_version();

// `priory manual cli` or `families`: the page docs/NAME.md.
int write_manual(const std::vector<Verb>& verbs, const std::string& page);

}  // namespace priory::app
