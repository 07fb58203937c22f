/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of SQL as cells. What there is to know of the columns of a record is looked up once, and again only
 * when records of another type come. */
#include "server.h"

#include <catalog/pg_type.h>
#include <miscadmin.h>
#include <utils/builtins.h>
#include <utils/date.h>
#include <utils/datetime.h>
#include <utils/fmgrprotos.h>
#include <utils/lsyscache.h>
#include <utils/timestamp.h>
#include "columns.h"

/* Beyond these, neighbouring whole numbers are the same double. */
#define MOST_WHOLE (INT64CONST(1) << 53)

static PrioryCell number_cell(double number) {
  return (PrioryCell){isnan(number) ? PRIORY_MISSING : PRIORY_NUMBER, number, {NULL, 0}};
}

static PrioryCell text_cell(const char* text, size_t size) {
  return (PrioryCell){PRIORY_TEXT, 0, {text, size}};
}

static PrioryCell whole_cell(int64 number) {
  if (number >= -MOST_WHOLE && number <= MOST_WHOLE) return number_cell((double)number);
  char* text = psprintf(INT64_FORMAT, number);
  return text_cell(text, strlen(text));
}

/* Dates as ISO has them, whatever the session's DateStyle is. */
static PrioryCell date_cell(DateADT date) {
  struct pg_tm tm = {0};
  char* out = palloc(MAXDATELEN + 1);
  if (DATE_NOT_FINITE(date)) return (PrioryCell){PRIORY_MISSING, 0, {NULL, 0}};
  j2date(date + POSTGRES_EPOCH_JDATE, &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
  EncodeDateOnly(&tm, USE_ISO_DATES, out);
  return text_cell(out, strlen(out));
}

static PrioryCell timestamp_cell(Timestamp time, bool zoned) {
  struct pg_tm tm;
  fsec_t fraction;
  int zone;
  const char* name = NULL;
  char* out = palloc(MAXDATELEN + 1);
  if (TIMESTAMP_NOT_FINITE(time)) return (PrioryCell){PRIORY_MISSING, 0, {NULL, 0}};
  if (timestamp2tm(time, zoned ? &zone : NULL, &tm, &fraction, zoned ? &name : NULL, NULL) != 0)
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("timestamp out of range")));
  EncodeDateTime(&tm, fraction, false, 0, NULL, USE_ISO_DATES, out); /* the hour is that of the place */
  return text_cell(out, strlen(out));
}

static PrioryCell varlena_cell(Datum value, bool padded) {
  struct varlena* text = PG_DETOAST_DATUM_PACKED(value);
  int size = (int)VARSIZE_ANY_EXHDR(text);
  if (padded) size = bpchartruelen(VARDATA_ANY(text), size);
  return text_cell(VARDATA_ANY(text), (size_t)size);
}

PrioryCell priory_cell_of(const ValueReader* reader, Datum value, bool is_null) {
  char* text;
  /* A row may still have the value of a column that was dropped. */
  if (is_null || reader->type == InvalidOid) return (PrioryCell){PRIORY_MISSING, 0, {NULL, 0}};
  switch (reader->type) {
    case FLOAT8OID:
      return number_cell(DatumGetFloat8(value));
    case FLOAT4OID:
      return number_cell(DatumGetFloat4(value));
    case INT2OID:
      return number_cell(DatumGetInt16(value));
    case INT4OID:
      return number_cell(DatumGetInt32(value));
    case INT8OID:
      return whole_cell(DatumGetInt64(value));
    case NUMERICOID:
      return number_cell(DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value)));
    case BOOLOID:
      return (PrioryCell){PRIORY_TRUTH, DatumGetBool(value) ? 1 : 0, {NULL, 0}};
    case TEXTOID:
    case VARCHAROID:
      return varlena_cell(value, false);
    case BPCHAROID:
      return varlena_cell(value, true);
    case UNKNOWNOID:
      text = DatumGetCString(value);
      return text_cell(text, strlen(text));
    case DATEOID:
      return date_cell(DatumGetDateADT(value));
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
      return timestamp_cell(DatumGetTimestamp(value), reader->type == TIMESTAMPTZOID);
    default:
      text = OutputFunctionCall((FmgrInfo*)&reader->output, value);
      return text_cell(text, strlen(text));
  }
}

static bool is_string(Oid type) {
  char category;
  bool preferred;
  get_type_category_preferred(type, &category, &preferred);
  return category == TYPCATEGORY_STRING;
}

PrioryColumnType priory_column_type(Oid type) {
  switch (type) {
    case FLOAT8OID:
    case FLOAT4OID:
    case INT2OID:
    case INT4OID:
    case INT8OID:
    case NUMERICOID:
      return PRIORY_NUMBERS;
    case BOOLOID:
      return PRIORY_TRUTHS;
    case UNKNOWNOID:
      return PRIORY_VALUES;
    default:
      if (type_is_enum(type)) return PRIORY_CHOICES;
      return is_string(type) ? PRIORY_VALUES : PRIORY_OTHER;
  }
}

void priory_begin_values(ValueReader* reader, Oid type, MemoryContext context) {
  Oid output;
  bool is_varlena;
  reader->declared = type;
  reader->type = type == UNKNOWNOID ? type : getBaseType(type);
  if (reader->type == UNKNOWNOID) return;
  getTypeOutputInfo(reader->type, &output, &is_varlena);
  fmgr_info_cxt(output, &reader->output, context);
}

PrioryCell priory_read_value(RowReader* reader, Oid type, Datum value, bool is_null) {
  if (reader->label.declared != type) priory_begin_values(&reader->label, type, reader->context);
  return priory_cell_of(&reader->label, value, is_null);
}
