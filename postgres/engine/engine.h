/* SPDX-License-Identifier: Apache-2.0
 *
 * What the extension's two halves say to each other, in plain C. server/ is C and talks to PostgreSQL, whose
 * errors are longjmps: no C++ frame is ever above one. engine/ is C++ and talks to Priory: it calls nothing
 * of PostgreSQL, and no exception leaves it. So:
 *
 *   Each function that can fail returns false (or null) and says in the failure what went wrong.
 *   What `new_` and `from_` functions return is owned by a memory context, whose end calls priory_free.
 *   A text that comes back belongs to the object it came from, and is valid until the next call with that.
 *   Nothing here starts a thread. Long work asks `interrupted` now and then, and ends with a failure.
 */
#ifndef PRIORY_POSTGRES_ENGINE_H
#define PRIORY_POSTGRES_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PrioryText {
  const char* data;
  size_t size;
} PrioryText;

typedef enum PrioryCellKind { PRIORY_MISSING, PRIORY_NUMBER, PRIORY_TRUTH, PRIORY_TEXT } PrioryCellKind;

typedef struct PrioryCell {
  PrioryCellKind kind;
  double number; /* of a truth 0 or 1 */
  PrioryText text;
} PrioryCell;

/* What the type of a column says of it. */
typedef enum PrioryColumnType {
  PRIORY_NUMBERS,
  PRIORY_TRUTHS,
  PRIORY_VALUES,  /* texts */
  PRIORY_CHOICES, /* an enumeration, whose labels are `values` */
  PRIORY_OTHER    /* its type does not say what it is to a model: `type_name` */
} PrioryColumnType;

typedef struct PrioryColumn {
  PrioryText name; /* empty: it was dropped from the table, and is none */
  PrioryColumnType type;
  PrioryText type_name;
  const PrioryText* values;
  size_t n_values;
} PrioryColumn;

/* The columns of rows to come. */
typedef struct PrioryColumns {
  const PrioryColumn* column;
  size_t n_columns;
  bool unnamed; /* they are f1, f2, ... of a ROW(...): cells stand in the order of the model's columns */
} PrioryColumns;

typedef enum PrioryFailureKind {
  PRIORY_BAD_USAGE,
  PRIORY_BAD_DATA,
  PRIORY_BAD_MODEL,
  PRIORY_BAD_IO,
  PRIORY_INTERRUPTED,
  PRIORY_NO_MEMORY,
  PRIORY_BUG
} PrioryFailureKind;

typedef struct PrioryFailure {
  PrioryFailureKind kind;
  char message[2000];
  char hint[1000];
} PrioryFailure;

typedef struct PrioryObject PrioryObject;

void priory_free(PrioryObject* object);
void priory_set_interrupted(bool (*interrupted)(void));
const char* priory_extension_version(void);

/* Learning. A trainer counts rows: it begins with nothing but options (JSON, may be empty) or with what
 * another has written. A judge of a plan keeps them. */
PrioryObject* priory_new_trainer(PrioryText options, PrioryFailure* failure);
PrioryObject* priory_trainer_from_bytes(PrioryText bytes, PrioryFailure* failure);
bool priory_trainer_merge(PrioryObject* trainer, PrioryObject* other, PrioryFailure* failure);
bool priory_trainer_bytes(PrioryObject* trainer, PrioryText* bytes, PrioryFailure* failure);
PrioryObject* priory_new_planner(PrioryText options, PrioryFailure* failure);
/* A model that learns or forgets many rows. */
PrioryObject* priory_new_changer(PrioryText model, bool forget, PrioryFailure* failure);
/* The model of the rows between two marks that move on. */
PrioryObject* priory_new_window(PrioryText options, PrioryFailure* failure);
/* A model judged by rows. */
PrioryObject* priory_new_judge(PrioryText model, PrioryFailure* failure);

/* Of all of these: what columns the rows have, before the first of them and wherever that changes; a row, out
 * of a window too; and what became of them: a model, a plan or a judgement. `any` is false where there is
 * none. */
bool priory_rows_columns(PrioryObject* object, const PrioryColumns* columns, PrioryFailure* failure);
bool priory_rows_add(PrioryObject* object, const PrioryCell* label, const PrioryCell* cells,
                     PrioryFailure* failure);
bool priory_rows_remove(PrioryObject* object, const PrioryCell* label, const PrioryCell* cells,
                        PrioryFailure* failure);
bool priory_rows_result(PrioryObject* object, bool* any, PrioryText* result, PrioryFailure* failure);
/* The names that cells of a row without columns of its own (jsonb) are looked up by, in the order of the
 * cells. An object that does not know them before it has seen columns fails. */
bool priory_rows_names(PrioryObject* object, const PrioryText** names, size_t* n_names,
                       PrioryFailure* failure);

/* Predicting: a model that was loaded, and rows one by one. */
PrioryObject* priory_new_model(PrioryText bytes, PrioryFailure* failure);
bool priory_model_predict(PrioryObject* model, const PrioryCell* cells, PrioryText* label,
                          PrioryFailure* failure);
bool priory_model_posterior(PrioryObject* model, const PrioryCell* cells, PrioryText* json,
                            PrioryFailure* failure);
bool priory_model_explain(PrioryObject* model, const PrioryCell* cells, PrioryText* json,
                          PrioryFailure* failure);
bool priory_model_inspect(PrioryObject* model, PrioryText* json, PrioryFailure* failure);
bool priory_model_plan(PrioryObject* model, PrioryText* json, PrioryFailure* failure);

/* The algebra of models. */
PrioryObject* priory_new_merger(PrioryFailure* failure);
bool priory_merger_add(PrioryObject* merger, PrioryText model, PrioryFailure* failure);
bool priory_merger_result(PrioryObject* merger, PrioryText* model, PrioryFailure* failure);

#ifdef __cplusplus
}
#endif

#endif
