/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <mb/pg_wchar.h>
#include <utils/builtins.h>
#include <utils/fmgrprotos.h>
#include <utils/jsonb.h>

PrioryText priory_text_of_bytes(const struct varlena* bytes) {
  return (PrioryText){VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes)};
}

static void check_size(PrioryText text) {
  if (!AllocSizeIsValid(text.size + VARHDRSZ + 1))
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                    errmsg("the result of %zu bytes is larger than a value can be", text.size)));
}

Datum priory_bytea(PrioryText bytes) {
  bytea* out;
  check_size(bytes);
  out = palloc(bytes.size + VARHDRSZ);
  SET_VARSIZE(out, bytes.size + VARHDRSZ);
  memcpy(VARDATA(out), bytes.data, bytes.size);
  return PointerGetDatum(out);
}

Datum priory_sql_text(PrioryText text) {
  check_size(text);
  pg_verify_mbstr(GetDatabaseEncoding(), text.data, (int)text.size, false);
  return PointerGetDatum(cstring_to_text_with_len(text.data, (int)text.size));
}

Datum priory_jsonb(PrioryText json) {
  char* copy;
  check_size(json);
  pg_verify_mbstr(GetDatabaseEncoding(), json.data, (int)json.size, false);
  copy = pnstrdup(json.data, json.size);
  return DirectFunctionCall1(jsonb_in, CStringGetDatum(copy));
}

PrioryText priory_json_text(Datum jsonb) {
  Jsonb* value = DatumGetJsonbP(jsonb);
  char* text = JsonbToCString(NULL, &value->root, VARSIZE(value));
  return (PrioryText){text, strlen(text)};
}

/* A stored value is told by the pointer to it: the same pointer is the same value, for as long as a statement
 * is running. */
bool priory_same_as_before(Remembered* remembered, Datum value) {
  struct varlena* now = (struct varlena*)DatumGetPointer(value);
  Size size = VARSIZE_ANY(now);
  if (remembered->value != NULL && VARSIZE_ANY(remembered->value) == size &&
      memcmp(remembered->value, now, size) == 0)
    return true;
  if (remembered->room < size) {
    if (remembered->value != NULL) pfree(remembered->value);
    remembered->value = NULL;
    remembered->value = MemoryContextAlloc(remembered->context, size);
    remembered->room = size;
  }
  memcpy(remembered->value, now, size);
  return false;
}
