// SPDX-License-Identifier: Apache-2.0
#include "arguments/duckdb_file.h"

#include <cstdlib>

namespace priory::app {

std::string duckdb_file(const std::string& given) {
  const char* const usual = std::getenv("PRIORY_DUCKDB");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return given.empty() && usual != nullptr ? usual : given;
}

}  // namespace priory::app
