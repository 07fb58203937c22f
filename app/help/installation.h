// SPDX-License-Identifier: Apache-2.0
// What this program is and what of its optional parts is here.
#pragma once

#include <string>

namespace priory::app {

void write_version();        // version, commit, compiler, libraries
std::string release_date();  // of the commit that was built, as man pages have it: "November 19, 2026"

}  // namespace priory::app
