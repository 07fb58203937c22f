/* SPDX-License-Identifier: Apache-2.0
 *
 * The half of the extension that talks to PostgreSQL, in C: any call of the server's may end in a longjmp,
 * and no frame of C++ is ever below one (engine/engine.h). */
#ifndef PRIORY_POSTGRES_SERVER_H
#define PRIORY_POSTGRES_SERVER_H

#include <postgres.h>

#include <fmgr.h>
#include <utils/memutils.h>

#include "engine/engine.h"

/* Ends the statement with what went wrong. */
void priory_raise(const PrioryFailure* failure) pg_attribute_noreturn();

/* An object of the engine's that lives as long as a memory context. The place for it is made first, so that
 * nothing can fail once the object is there. */
typedef struct Owned {
  MemoryContextCallback callback;
  PrioryObject* object;
} Owned;
void priory_begin_owning(Owned* owned, MemoryContext context);
PrioryObject* priory_own(Owned* owned, PrioryObject* object, const PrioryFailure* failure);

/* Values of the server for the engine, and back. A text of the engine's is checked to be in the encoding of
 * the database before it becomes one. */
PrioryText priory_text_of_bytes(const struct varlena* bytes);
Datum priory_bytea(PrioryText bytes);
Datum priory_sql_text(PrioryText text);
Datum priory_jsonb(PrioryText json);
PrioryText priory_json_text(Datum jsonb); /* null terminated */

/* Rows for the engine. */
typedef struct RowReader RowReader;
RowReader* priory_new_reader(MemoryContext context);
typedef bool (*TakeColumns)(PrioryObject* object, const PrioryColumns* columns, PrioryFailure* failure);
/* The cells of a record, or of a jsonb object; valid in the current memory context. `object` is told of new
 * columns, and asked for the names of members. */
const PrioryCell* priory_read_row(RowReader* reader, Oid type, Datum row, PrioryObject* object);
PrioryCell priory_read_value(RowReader* reader, Oid type, Datum value, bool is_null);

/* Whether a value is the one it was, without reading it from where it is stored. */
typedef struct Remembered {
  MemoryContext context;
  struct varlena* value;
  Size room;
} Remembered;
bool priory_same_as_before(Remembered* remembered, Datum value);

#endif
