// SPDX-License-Identifier: Apache-2.0
// What options say of how cells are read.
#pragma once

#include <string>

#include "priory/table.h"

namespace priory {

// The setting that makes the odd cells of a column missing: "‹na› '+-,?'".
std::string as_missing(const ColumnProfile& column);

}  // namespace priory
