// SPDX-License-Identifier: Apache-2.0
// The numbers of hidden classes that were tried, as JSON and as a table.
#pragma once

#include "priory/report.h"

namespace priory {

void write_json(JsonWriter& writer, const ClassesTried& tried);

}  // namespace priory
