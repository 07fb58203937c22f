// SPDX-License-Identifier: Apache-2.0
// libpq, loaded when the first database of PostgreSQL is read. The names are those of libpq-fe.h.
#pragma once

#include <postgresql/libpq-fe.h>

namespace priory {

struct PostgresqlLibrary {
// clang-format off
#define PRIORY_POSTGRESQL_FUNCTIONS(take) \
  take(PQconnectdb)                       \
  take(PQstatus)                          \
  take(PQdb)                              \
  take(PQfinish)                          \
  take(PQerrorMessage)                    \
  take(PQsetNoticeProcessor)              \
  take(PQexec)                            \
  take(PQexecParams)                      \
  take(PQprepare)                         \
  take(PQdescribePrepared)                \
  take(PQresultStatus)                    \
  take(PQresultErrorField)                \
  take(PQntuples)                         \
  take(PQgetvalue)                        \
  take(PQgetisnull)                       \
  take(PQnfields)                         \
  take(PQfname)                           \
  take(PQftype)                           \
  take(PQclear)                           \
  take(PQgetCopyData)                     \
  take(PQgetResult)                       \
  take(PQfreemem)
// clang-format on
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define PRIORY_POINTER(name) decltype(&::name) name = nullptr;
  PRIORY_POSTGRESQL_FUNCTIONS(PRIORY_POINTER)
#undef PRIORY_POINTER
};

// Safe for several threads. An Error of kind io that names the package when it is not installed.
const PostgresqlLibrary& postgresql_library();

}  // namespace priory
