// SPDX-License-Identifier: Apache-2.0
#include "input/databases/duckdb_library.h"

#include <mutex>
#include <optional>
#include <vector>

#include "priory/error.h"
#include "priory/version.h"

#include "input/loaded_library.h"

namespace priory {
namespace duck {
namespace {

Library load(const std::string& file) {
  // The loader looks in the folders of the system; a library that somebody unpacked is often here.
  const std::vector<std::string> usual = {"libduckdb.so", "/usr/local/lib/libduckdb.so",
                                          "/opt/duckdb/libduckdb.so"};
  const LoadedLibrary library("Parquet, Arrow and DuckDB files are read with DuckDB",
                              file.empty() ? usual : std::vector<std::string>{file},
                              "put libduckdb.so (of duckdb.org, or of npm's @duckdb/node-bindings-linux-x64) "
                              "into /usr/local/lib, or say where it is (‹duckdb›)");
  Library out;
#define PRIORY_FIND(name, returns, takes) library.find(#name, out.name);
  PRIORY_DUCKDB_FUNCTIONS(PRIORY_FIND)
#undef PRIORY_FIND
  return out;
}

}  // namespace

const Library& library(const std::string& file) {
  static std::mutex mutex;
  static std::optional<Library> loaded;
  const std::lock_guard lock(mutex);
  if (!loaded) loaded = load(file);
  return *loaded;
}

}  // namespace duck

bool reads_duckdb(const std::string& file) {
  try {
    return duck::library(file), true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace priory
