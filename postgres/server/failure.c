/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <mb/pg_wchar.h>
#include <miscadmin.h>

static int sqlstate_of(PrioryFailureKind kind) {
  switch (kind) {
    case PRIORY_BAD_USAGE:
      return ERRCODE_INVALID_PARAMETER_VALUE;
    case PRIORY_BAD_DATA:
      return ERRCODE_DATA_EXCEPTION;
    case PRIORY_BAD_MODEL:
      return ERRCODE_INVALID_BINARY_REPRESENTATION;
    case PRIORY_BAD_IO:
      return ERRCODE_IO_ERROR;
    case PRIORY_INTERRUPTED:
      return ERRCODE_QUERY_CANCELED;
    case PRIORY_NO_MEMORY:
      return ERRCODE_OUT_OF_MEMORY;
    case PRIORY_BUG:
      break;
  }
  return ERRCODE_INTERNAL_ERROR;
}

/* What is quoted from a damaged model may be anything. */
static const char* printable(const char* text) {
  char* copy;
  if (pg_verify_mbstr(GetDatabaseEncoding(), text, (int)strlen(text), true)) return text;
  copy = pstrdup(text);
  for (char* at = copy; *at != 0; ++at)
    if ((unsigned char)*at >= 0x80) *at = '?';
  return copy;
}

void priory_raise(const PrioryFailure* failure) {
  CHECK_FOR_INTERRUPTS(); /* what was cancelled ends as the server says it */
  ereport(ERROR, (errcode(sqlstate_of(failure->kind)), errmsg("%s", printable(failure->message)),
                  failure->hint[0] == 0 ? 0 : errhint("%s", printable(failure->hint))));
  pg_unreachable();
}

static void release(void* at) {
  Owned* owned = at;
  priory_free(owned->object);
  owned->object = NULL;
}

/* Rows and models are UTF-8. */
static void check_encoding(void) {
  if (GetDatabaseEncoding() != PG_UTF8)
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
             errmsg("priory needs a database in UTF8, and this one is in %s", GetDatabaseEncodingName())));
}

void priory_begin_owning(Owned* owned, MemoryContext context) {
  check_encoding();
  owned->object = NULL;
  owned->callback.func = release;
  owned->callback.arg = owned;
  MemoryContextRegisterResetCallback(context, &owned->callback);
}

PrioryObject* priory_own(Owned* owned, PrioryObject* object, const PrioryFailure* failure) {
  if (object == NULL) priory_raise(failure);
  owned->object = object;
  return object;
}
