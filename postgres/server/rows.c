/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <access/htup_details.h>
#include <catalog/pg_enum.h>
#include <catalog/pg_type.h>
#include <utils/builtins.h>
#include <utils/catcache.h>
#include <utils/fmgrprotos.h>
#include <utils/jsonb.h>
#include <utils/lsyscache.h>
#include <utils/syscache.h>
#include <utils/typcache.h>
#include "columns.h"

RowReader* priory_new_reader(MemoryContext context) {
  RowReader* out = MemoryContextAllocZero(context, sizeof(RowReader));
  out->context = context;
  return out;
}

static PrioryText text_of_name(const char* name) {
  return (PrioryText){name, strlen(name)};
}

/* f1, f2, ...: what the cells of a ROW(...) are called. */
static bool is_unnamed(TupleDesc descriptor, Oid type) {
  if (type != RECORDOID) return false;
  for (int k = 0; k < descriptor->natts; ++k) {
    char name[NAMEDATALEN];
    snprintf(name, sizeof name, "f%d", k + 1);
    if (strcmp(name, NameStr(TupleDescAttr(descriptor, k)->attname)) != 0) return false;
  }
  return true;
}

static void add_choices(PrioryColumn* column, Oid type) {
  CatCList* list = SearchSysCacheList1(ENUMTYPOIDNAME, ObjectIdGetDatum(type));
  PrioryText* values = palloc(sizeof(PrioryText) * (Size)list->n_members);
  for (int k = 0; k < list->n_members; ++k)
    values[k] =
        text_of_name(pstrdup(NameStr(((Form_pg_enum)GETSTRUCT(&list->members[k]->tuple))->enumlabel)));
  column->values = values;
  column->n_values = (size_t)list->n_members;
  ReleaseSysCacheList(list);
}

/* Dropped columns keep their place, without a name. */
static void describe_columns(RowReader* reader, PrioryColumn* columns) {
  for (int k = 0; k < reader->descriptor->natts; ++k) {
    Form_pg_attribute attribute = TupleDescAttr(reader->descriptor, k);
    ValueReader* value = &reader->values[k];
    columns[k].name = text_of_name("");
    if (attribute->attisdropped) continue;
    priory_begin_values(value, attribute->atttypid, CurrentMemoryContext);
    columns[k].name = text_of_name(NameStr(attribute->attname));
    columns[k].type = priory_column_type(value->type);
    columns[k].type_name = text_of_name(format_type_be(value->type));
    if (columns[k].type == PRIORY_CHOICES) add_choices(&columns[k], value->type);
  }
}

/* The type is taken note of last, so that after an error nothing seems to be known. */
static void begin_records(RowReader* reader, HeapTupleHeader row, PrioryObject* object) {
  Oid type = HeapTupleHeaderGetTypeId(row);
  int32 typmod = HeapTupleHeaderGetTypMod(row);
  MemoryContext before;
  PrioryColumns columns = {0};
  PrioryColumn* column;
  PrioryFailure failure;
  Size n;

  reader->type = InvalidOid;
  if (reader->columns_context == NULL)
    reader->columns_context = AllocSetContextCreate(reader->context, "priory columns", ALLOCSET_SMALL_SIZES);
  MemoryContextReset(reader->columns_context);
  before = MemoryContextSwitchTo(reader->columns_context);
  reader->descriptor = lookup_rowtype_tupdesc_copy(type, typmod);
  n = (Size)reader->descriptor->natts;
  reader->values = palloc0(sizeof(ValueReader) * n + 1);
  reader->datums = palloc(sizeof(Datum) * n + 1);
  reader->nulls = palloc(sizeof(bool) * n + 1);
  reader->cells = palloc0(sizeof(PrioryCell) * n + 1);
  column = palloc0(sizeof(PrioryColumn) * n + 1);
  describe_columns(reader, column);
  columns.column = column;
  columns.n_columns = n;
  columns.unnamed = is_unnamed(reader->descriptor, type);
  MemoryContextSwitchTo(before);
  if (!priory_rows_columns(object, &columns, &failure)) priory_raise(&failure);
  reader->type = type;
  reader->typmod = typmod;
}

static const PrioryCell* read_record(RowReader* reader, Datum row, PrioryObject* object) {
  HeapTupleHeader header = DatumGetHeapTupleHeader(row);
  HeapTupleData tuple;
  if (reader->type != HeapTupleHeaderGetTypeId(header) || reader->typmod != HeapTupleHeaderGetTypMod(header))
    begin_records(reader, header, object);
  tuple.t_len = HeapTupleHeaderGetDatumLength(header);
  ItemPointerSetInvalid(&tuple.t_self);
  tuple.t_tableOid = InvalidOid;
  tuple.t_data = header;
  heap_deform_tuple(&tuple, reader->descriptor, reader->datums, reader->nulls);
  for (int k = 0; k < reader->descriptor->natts; ++k)
    reader->cells[k] = priory_cell_of(&reader->values[k], reader->datums[k], reader->nulls[k]);
  return reader->cells;
}

static PrioryCell member_cell(const JsonbValue* value, PrioryText name) {
  PrioryCell out = {PRIORY_MISSING, 0, {NULL, 0}};
  switch (value->type) {
    case jbvNull:
      break;
    case jbvString:
      out.kind = PRIORY_TEXT;
      out.text = (PrioryText){value->val.string.val, (size_t)value->val.string.len};
      break;
    case jbvNumeric:
      out.kind = PRIORY_NUMBER;
      out.number = DatumGetFloat8(
          DirectFunctionCall1(numeric_float8_no_overflow, NumericGetDatum(value->val.numeric)));
      break;
    case jbvBool:
      out.kind = PRIORY_TRUTH;
      out.number = value->val.boolean ? 1 : 0;
      break;
    default:
      ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                      errmsg("member \"%s\" is an array or an object, and no cell",
                             pnstrdup(name.data, name.size))));
  }
  return out;
}

static const PrioryCell* read_members(RowReader* reader, Datum row, PrioryObject* object) {
  Jsonb* jsonb = DatumGetJsonbP(row);
  size_t n_found = 0;
  PrioryFailure failure;
  PrioryCell* cells;
  if (!JB_ROOT_IS_OBJECT(jsonb))
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("a row of jsonb has to be an object")));
  if (reader->names == NULL && !priory_rows_names(object, &reader->names, &reader->n_names, &failure))
    priory_raise(&failure);
  cells = palloc0(sizeof(PrioryCell) * (reader->n_names + 1));
  for (size_t k = 0; k < reader->n_names; ++k) {
    JsonbValue room, *value;
    PrioryText name = reader->names[k];
    value = getKeyJsonValueFromContainer(&jsonb->root, name.data, (int)name.size, &room);
    if (value == NULL) continue;
    cells[k] = member_cell(value, name);
    ++n_found;
  }
  if (n_found == 0 && reader->n_names > 0 && JB_ROOT_COUNT(jsonb) > 0)
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("the row has none of the columns that the model reads"),
                    errhint("The first of them is \"%s\".",
                            pnstrdup(reader->names[0].data, reader->names[0].size))));
  return cells;
}

const PrioryCell* priory_read_row(RowReader* reader, Oid type, Datum row, PrioryObject* object) {
  return type == JSONBOID ? read_members(reader, row, object) : read_record(reader, row, object);
}
