// SPDX-License-Identifier: Apache-2.0
#include "input/databases/sqlite_library.h"

#include "priory/error.h"
#include "priory/version.h"

#include "input/loaded_library.h"

namespace priory {
namespace {

SqliteLibrary load_sqlite() {
  const LoadedLibrary library("SQLite databases are read with its library", {"libsqlite3.so.0"},
                              "install it: apt-get install libsqlite3-0");
  SqliteLibrary out;
#define PRIORY_FIND(name) library.find(#name, out.name);
  PRIORY_SQLITE_FUNCTIONS(PRIORY_FIND)
#undef PRIORY_FIND
  return out;
}

}  // namespace

const SqliteLibrary& sqlite_library() {
  static const SqliteLibrary library = load_sqlite();
  return library;
}

bool reads_sqlite() {
  try {
    return sqlite_library(), true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace priory
