// SPDX-License-Identifier: Apache-2.0
// Whether rows have the columns that are to be read of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "priory/table.h"

#include "rows/chunk_spec.h"

namespace priory {

// An Error of kind data for a column that has to be there and is not. A target or weight that may be absent,
// and is, leaves the spec. `where`: what the rows are called.
void check_columns(ChunkSpec& spec, const Dictionary& names, const std::string& where);

// Which of these columns the spec has a use for; empty: all of them, as they stand.
std::vector<bool> wanted_columns(const ChunkSpec& spec, const std::vector<DeclaredColumn>& columns);

}  // namespace priory
