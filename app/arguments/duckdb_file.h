// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace priory::app {

// Where libduckdb.so is: as given, or as the environment says. Empty: where the loader looks.
std::string duckdb_file(const std::string& given);

}  // namespace priory::app
