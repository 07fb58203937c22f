// SPDX-License-Identifier: Apache-2.0
#include "input/databases/postgresql_library.h"

#include "priory/error.h"
#include "priory/version.h"

#include "input/loaded_library.h"

namespace priory {
namespace {

PostgresqlLibrary load_postgresql() {
  const LoadedLibrary library("PostgreSQL is read with libpq", {"libpq.so.5"},
                              "install it: apt-get install libpq5");
  PostgresqlLibrary out;
#define PRIORY_FIND(name) library.find(#name, out.name);
  PRIORY_POSTGRESQL_FUNCTIONS(PRIORY_FIND)
#undef PRIORY_FIND
  return out;
}

}  // namespace

const PostgresqlLibrary& postgresql_library() {
  static const PostgresqlLibrary library = load_postgresql();
  return library;
}

bool reads_postgresql() {
  try {
    return postgresql_library(), true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace priory
