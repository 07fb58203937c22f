// SPDX-License-Identifier: Apache-2.0
// SQLite, loaded when the first database is read. The names are those of sqlite3.h.
#pragma once

#include <sqlite3.h>

namespace priory {

struct SqliteLibrary {
// clang-format off
#define PRIORY_SQLITE_FUNCTIONS(take) \
  take(sqlite3_open_v2)               \
  take(sqlite3_close)                 \
  take(sqlite3_errmsg)                \
  take(sqlite3_extended_errcode)      \
  take(sqlite3_exec)                  \
  take(sqlite3_db_config)             \
  take(sqlite3_set_authorizer)        \
  take(sqlite3_busy_timeout)          \
  take(sqlite3_prepare_v2)            \
  take(sqlite3_step)                  \
  take(sqlite3_finalize)              \
  take(sqlite3_stmt_isexplain)        \
  take(sqlite3_column_count)          \
  take(sqlite3_column_name)           \
  take(sqlite3_column_decltype)       \
  take(sqlite3_column_type)           \
  take(sqlite3_column_int64)          \
  take(sqlite3_column_double)         \
  take(sqlite3_column_text)           \
  take(sqlite3_column_blob)           \
  take(sqlite3_column_bytes)
// clang-format on
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define PRIORY_POINTER(name) decltype(&::name) name = nullptr;
  PRIORY_SQLITE_FUNCTIONS(PRIORY_POINTER)
#undef PRIORY_POINTER
};

// Safe for several threads. An Error of kind io that names the package when it is not installed.
const SqliteLibrary& sqlite_library();

}  // namespace priory
