// SPDX-License-Identifier: Apache-2.0
// Help and manual, both made from the declared options and families.
#pragma once

#include "command.h"

namespace priory::app {

// Help that opens with examples.
void prepare_help(CLI::App& app);

// All long flags of a verb, its option groups included.
std::vector<std::string> all_flags(const CLI::App& parser);

// `priory manual cli` or `families`: the page docs/NAME.md on stdout.
int write_manual(const CLI::App& app, const std::vector<Verb>& verbs, const std::string& page);

}  // namespace priory::app
