/* SPDX-License-Identifier: Apache-2.0
 *
 * What a RowReader knows of the rows that it has seen. */
#ifndef PRIORY_POSTGRES_COLUMNS_H
#define PRIORY_POSTGRES_COLUMNS_H

#include "server.h"

#include <access/tupdesc.h>

typedef struct ValueReader {
  Oid declared; /* of the column, and */
  Oid type;     /* what a domain is over */
  FmgrInfo output;
} ValueReader;

struct RowReader {
  MemoryContext context;
  ValueReader label;

  /* Of records: their type, or InvalidOid; columns that were dropped are not among the cells. */
  Oid type;
  int32 typmod;
  MemoryContext columns_context; /* of all that follows */
  TupleDesc descriptor;
  ValueReader* values;
  Datum* datums;
  bool* nulls;
  PrioryCell* cells;

  /* Of jsonb. */
  const PrioryText* names;
  size_t n_names;
};

void priory_begin_values(ValueReader* reader, Oid type, MemoryContext context);
PrioryCell priory_cell_of(const ValueReader* reader, Datum value, bool is_null);
PrioryColumnType priory_column_type(Oid type);

#endif
