// SPDX-License-Identifier: Apache-2.0
// The rows of the page as JSON, short enough to send: long cells are cut, log-odds have four digits.
#pragma once

#include "priory/report.h"
#include "priory/training.h"

namespace priory {

void write_examples(JsonWriter& json, const Examples& examples);  // an object

}  // namespace priory
