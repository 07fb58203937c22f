// SPDX-License-Identifier: Apache-2.0
// The names of columns: made fit for use when a head is read, and matched between the files of one table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "priory/error.h"
#include "priory/table.h"

namespace priory {

// Repairs ill-formed UTF-8, names a column without a name by its position (from 1), and refuses two columns
// of one name, at `place`.
void settle_names(std::vector<DeclaredColumn>& columns, const Place& place);

// Where each column of a later file is in the table. Empty when the columns are the same in the same order;
// an Error naming both files when they are not the same columns.
std::vector<std::uint32_t> column_map(const std::vector<DeclaredColumn>& table, const std::string& table_file,
                                      const std::vector<DeclaredColumn>& columns, const std::string& file);

}  // namespace priory
