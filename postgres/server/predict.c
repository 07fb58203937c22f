/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of a model and a row. The model is loaded once a statement, and again when it is another one. */
#include "server.h"

#include <miscadmin.h>

typedef struct LoadedModel {
  MemoryContext context; /* of the model, and of what is known of the rows for it */
  Owned* owned;
  RowReader* reader;
  Remembered bytes;
} LoadedModel;

static void load(LoadedModel* loaded, Datum bytes) {
  PrioryFailure failure;
  struct varlena* plain = PG_DETOAST_DATUM_PACKED(bytes);
  MemoryContextReset(loaded->context);
  loaded->owned = MemoryContextAllocZero(loaded->context, sizeof(Owned));
  priory_begin_owning(loaded->owned, loaded->context);
  priory_own(loaded->owned, priory_new_model(priory_text_of_bytes(plain), &failure), &failure);
  loaded->reader = priory_new_reader(loaded->context);
}

/* The model of a call. What was remembered is forgotten while another is loaded, in case that fails. */
static LoadedModel* model_of(FunctionCallInfo fcinfo) {
  LoadedModel* loaded = fcinfo->flinfo->fn_extra;
  Datum bytes = PG_GETARG_DATUM(0);
  if (loaded == NULL) {
    loaded = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(LoadedModel));
    loaded->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "priory model", ALLOCSET_SMALL_SIZES);
    loaded->bytes.context = fcinfo->flinfo->fn_mcxt;
    fcinfo->flinfo->fn_extra = loaded;
  }
  CHECK_FOR_INTERRUPTS();
  if (!priory_same_as_before(&loaded->bytes, bytes) || loaded->owned == NULL) {
    loaded->owned = NULL;
    load(loaded, bytes);
  }
  return loaded;
}

typedef bool (*Answer)(PrioryObject* model, const PrioryCell* cells, PrioryText* out, PrioryFailure* failure);

static PrioryText answer(FunctionCallInfo fcinfo, Answer with) {
  LoadedModel* loaded = model_of(fcinfo);
  PrioryText out;
  PrioryFailure failure;
  const PrioryCell* cells = priory_read_row(loaded->reader, get_fn_expr_argtype(fcinfo->flinfo, 1),
                                            PG_GETARG_DATUM(1), loaded->owned->object);
  if (!with(loaded->owned->object, cells, &out, &failure)) priory_raise(&failure);
  return out;
}

PG_FUNCTION_INFO_V1(priory_predict);
Datum priory_predict(PG_FUNCTION_ARGS) {
  return priory_sql_text(answer(fcinfo, priory_model_predict));
}

PG_FUNCTION_INFO_V1(priory_posterior);
Datum priory_posterior(PG_FUNCTION_ARGS) {
  return priory_jsonb(answer(fcinfo, priory_model_posterior));
}

PG_FUNCTION_INFO_V1(priory_explain);
Datum priory_explain(PG_FUNCTION_ARGS) {
  return priory_jsonb(answer(fcinfo, priory_model_explain));
}

typedef bool (*View)(PrioryObject* model, PrioryText* json, PrioryFailure* failure);

static Datum view_of(FunctionCallInfo fcinfo, View with) {
  PrioryText out;
  PrioryFailure failure;
  if (!with(model_of(fcinfo)->owned->object, &out, &failure)) priory_raise(&failure);
  return priory_jsonb(out);
}

PG_FUNCTION_INFO_V1(priory_inspect);
Datum priory_inspect(PG_FUNCTION_ARGS) {
  return view_of(fcinfo, priory_model_inspect);
}

PG_FUNCTION_INFO_V1(priory_plan_of_model);
Datum priory_plan_of_model(PG_FUNCTION_ARGS) {
  return view_of(fcinfo, priory_model_plan);
}
