/* SPDX-License-Identifier: Apache-2.0
 *
 * The aggregates. A state is an object of the engine's that lives in the memory context of the aggregate,
 * with what there is to know of its rows. */
#include "server.h"

#include <catalog/pg_type.h>
#include <miscadmin.h>
#include <utils/jsonb.h>

typedef struct State {
  Owned owned;
  RowReader* reader;
  Remembered beginning; /* the options or the model: of all rows the same */
} State;

static MemoryContext aggregate_context(FunctionCallInfo fcinfo) {
  MemoryContext out;
  if (!AggCheckCallContext(fcinfo, &out))
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("this function is part of an aggregate")));
  return out;
}

static State* new_state(MemoryContext context) {
  State* out = MemoryContextAllocZero(context, sizeof(State));
  out->reader = priory_new_reader(context);
  out->beginning.context = context;
  priory_begin_owning(&out->owned, context);
  return out;
}

static State* state_of(FunctionCallInfo fcinfo, int argument) {
  return PG_ARGISNULL(argument) ? NULL : (State*)PG_GETARG_POINTER(argument);
}

static void begin(State* state, PrioryObject* object, const PrioryFailure* failure) {
  priory_own(&state->owned, object, failure);
}

/* Where an aggregate that begins with options or a model has them. */
typedef PrioryObject* (*BeginWith)(PrioryText text, PrioryFailure* failure);

static PrioryObject* begin_update(PrioryText model, PrioryFailure* failure) {
  return priory_new_changer(model, false, failure);
}
static PrioryObject* begin_forget(PrioryText model, PrioryFailure* failure) {
  return priory_new_changer(model, true, failure);
}

/* The text that an aggregate begins with: argument `at`, which may be left out where it is options. */
static PrioryText beginning_of(FunctionCallInfo fcinfo, int at) {
  if (at >= PG_NARGS() || PG_ARGISNULL(at)) return (PrioryText){"", 0};
  if (get_fn_expr_argtype(fcinfo->flinfo, at) == JSONBOID) return priory_json_text(PG_GETARG_DATUM(at));
  return priory_text_of_bytes(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(at)));
}

static void check_beginning(State* state, FunctionCallInfo fcinfo, int at) {
  if (at >= PG_NARGS() || PG_ARGISNULL(at) || priory_same_as_before(&state->beginning, PG_GETARG_DATUM(at)))
    return;
  ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                  errmsg("the options or the model of an aggregate have to be the same for all its rows"),
                  errhint("Group the rows by them.")));
}

/* The state, begun with the first row. An object that could not be made is begun again with the next. */
static State* begun(FunctionCallInfo fcinfo, BeginWith with, int at) {
  State* state = state_of(fcinfo, 0);
  PrioryFailure failure;
  if (state == NULL) state = new_state(aggregate_context(fcinfo));
  if (state->owned.object != NULL) {
    check_beginning(state, fcinfo, at);
    return state;
  }
  if (at < PG_NARGS() && !PG_ARGISNULL(at)) priory_same_as_before(&state->beginning, PG_GETARG_DATUM(at));
  begin(state, with(beginning_of(fcinfo, at), &failure), &failure);
  return state;
}

typedef bool (*Change)(PrioryObject* object, const PrioryCell* label, const PrioryCell* cells,
                       PrioryFailure* failure);

/* The class and the row are arguments `at` and `at` + 1. As in all aggregates, rows that lack one are passed
 * over. */
static void change(FunctionCallInfo fcinfo, State* state, int at, Change with) {
  PrioryFailure failure;
  PrioryCell label;
  const PrioryCell* cells;
  if (PG_ARGISNULL(at) || PG_ARGISNULL(at + 1)) return;
  CHECK_FOR_INTERRUPTS();
  label =
      priory_read_value(state->reader, get_fn_expr_argtype(fcinfo->flinfo, at), PG_GETARG_DATUM(at), false);
  cells = priory_read_row(state->reader, get_fn_expr_argtype(fcinfo->flinfo, at + 1), PG_GETARG_DATUM(at + 1),
                          state->owned.object);
  if (!with(state->owned.object, &label, cells, &failure)) priory_raise(&failure);
}

/* state, class, row [, options] */
static Datum add_row(FunctionCallInfo fcinfo, BeginWith with, Change how) {
  State* state = begun(fcinfo, with, 3);
  change(fcinfo, state, 1, how);
  PG_RETURN_POINTER(state);
}

/* state, model, class, row */
static Datum add_row_to_model(FunctionCallInfo fcinfo, BeginWith with) {
  State* state;
  if (PG_ARGISNULL(1)) PG_RETURN_DATUM(PG_GETARG_DATUM(0)); /* no model, nothing to change */
  state = begun(fcinfo, with, 1);
  change(fcinfo, state, 2, priory_rows_add);
  PG_RETURN_POINTER(state);
}

static bool result_of(FunctionCallInfo fcinfo, PrioryText* result) {
  State* state = state_of(fcinfo, 0);
  bool any = false;
  PrioryFailure failure;
  aggregate_context(fcinfo);
  if (state == NULL || state->owned.object == NULL) return false;
  if (!priory_rows_result(state->owned.object, &any, result, &failure)) priory_raise(&failure);
  return any;
}

PG_FUNCTION_INFO_V1(priory_train_row);
Datum priory_train_row(PG_FUNCTION_ARGS) {
  return add_row(fcinfo, priory_new_trainer, priory_rows_add);
}

PG_FUNCTION_INFO_V1(priory_plan_row);
Datum priory_plan_row(PG_FUNCTION_ARGS) {
  return add_row(fcinfo, priory_new_planner, priory_rows_add);
}

PG_FUNCTION_INFO_V1(priory_window_row);
Datum priory_window_row(PG_FUNCTION_ARGS) {
  return add_row(fcinfo, priory_new_window, priory_rows_add);
}

PG_FUNCTION_INFO_V1(priory_window_remove);
Datum priory_window_remove(PG_FUNCTION_ARGS) {
  return add_row(fcinfo, priory_new_window, priory_rows_remove);
}

PG_FUNCTION_INFO_V1(priory_update_row);
Datum priory_update_row(PG_FUNCTION_ARGS) {
  return add_row_to_model(fcinfo, begin_update);
}

PG_FUNCTION_INFO_V1(priory_forget_row);
Datum priory_forget_row(PG_FUNCTION_ARGS) {
  return add_row_to_model(fcinfo, begin_forget);
}

PG_FUNCTION_INFO_V1(priory_score_row);
Datum priory_score_row(PG_FUNCTION_ARGS) {
  return add_row_to_model(fcinfo, priory_new_judge);
}

PG_FUNCTION_INFO_V1(priory_rows_model);
Datum priory_rows_model(PG_FUNCTION_ARGS) {
  PrioryText result;
  if (!result_of(fcinfo, &result)) PG_RETURN_NULL();
  return priory_bytea(result);
}

PG_FUNCTION_INFO_V1(priory_rows_json);
Datum priory_rows_json(PG_FUNCTION_ARGS) {
  PrioryText result;
  if (!result_of(fcinfo, &result)) PG_RETURN_NULL();
  return priory_jsonb(result);
}

/* What workers have counted, on its way to the leader. */
PG_FUNCTION_INFO_V1(priory_train_serialize);
Datum priory_train_serialize(PG_FUNCTION_ARGS) {
  State* state = state_of(fcinfo, 0);
  PrioryText bytes;
  PrioryFailure failure;
  aggregate_context(fcinfo);
  if (!priory_trainer_bytes(state->owned.object, &bytes, &failure)) priory_raise(&failure);
  return priory_bytea(bytes);
}

PG_FUNCTION_INFO_V1(priory_train_deserialize);
Datum priory_train_deserialize(PG_FUNCTION_ARGS) {
  PrioryFailure failure;
  State* state;
  bytea* bytes = PG_GETARG_BYTEA_PP(0);
  aggregate_context(fcinfo);
  state = new_state(CurrentMemoryContext); /* of this one call: combined at once */
  begin(state, priory_trainer_from_bytes(priory_text_of_bytes(bytes), &failure), &failure);
  PG_RETURN_POINTER(state);
}

PG_FUNCTION_INFO_V1(priory_train_combine);
Datum priory_train_combine(PG_FUNCTION_ARGS) {
  State *state = state_of(fcinfo, 0), *other = state_of(fcinfo, 1);
  MemoryContext context = aggregate_context(fcinfo);
  PrioryFailure failure;
  if (other == NULL || other->owned.object == NULL) {
    if (state == NULL) PG_RETURN_NULL();
    PG_RETURN_POINTER(state);
  }
  if (state == NULL) state = new_state(context);
  if (state->owned.object == NULL) begin(state, priory_new_trainer((PrioryText){"", 0}, &failure), &failure);
  CHECK_FOR_INTERRUPTS();
  if (!priory_trainer_merge(state->owned.object, other->owned.object, &failure)) priory_raise(&failure);
  PG_RETURN_POINTER(state);
}

static void merge(State* state, Datum model) {
  PrioryFailure failure;
  struct varlena* bytes = PG_DETOAST_DATUM_PACKED(model);
  if (state->owned.object == NULL) begin(state, priory_new_merger(&failure), &failure);
  CHECK_FOR_INTERRUPTS();
  if (!priory_merger_add(state->owned.object, priory_text_of_bytes(bytes), &failure)) priory_raise(&failure);
}

static Datum merged(State* state) {
  PrioryText model;
  PrioryFailure failure;
  if (!priory_merger_result(state->owned.object, &model, &failure)) priory_raise(&failure);
  return priory_bytea(model);
}

PG_FUNCTION_INFO_V1(priory_merge_add);
Datum priory_merge_add(PG_FUNCTION_ARGS) {
  MemoryContext context = aggregate_context(fcinfo);
  State* state = state_of(fcinfo, 0);
  if (state == NULL) state = new_state(context);
  if (!PG_ARGISNULL(1)) merge(state, PG_GETARG_DATUM(1));
  PG_RETURN_POINTER(state);
}

PG_FUNCTION_INFO_V1(priory_merge_result);
Datum priory_merge_result(PG_FUNCTION_ARGS) {
  State* state = state_of(fcinfo, 0);
  aggregate_context(fcinfo);
  if (state == NULL || state->owned.object == NULL) PG_RETURN_NULL();
  return merged(state);
}

PG_FUNCTION_INFO_V1(priory_merge_two);
Datum priory_merge_two(PG_FUNCTION_ARGS) {
  State* state = new_state(CurrentMemoryContext);
  merge(state, PG_GETARG_DATUM(0));
  merge(state, PG_GETARG_DATUM(1));
  return merged(state);
}
