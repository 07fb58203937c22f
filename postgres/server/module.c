/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <miscadmin.h>
#include <utils/builtins.h>

PG_MODULE_MAGIC;

void _PG_init(void);

static bool is_interrupted(void) {
  return InterruptPending && (QueryCancelPending || ProcDiePending);
}

void _PG_init(void) {
  priory_set_interrupted(is_interrupted);
}

PG_FUNCTION_INFO_V1(priory_version);
Datum priory_version(PG_FUNCTION_ARGS) {
  PG_RETURN_TEXT_P(cstring_to_text(priory_extension_version()));
}
