// SPDX-License-Identifier: Apache-2.0
// Rows of a database as it has them, before any of them is text, and as Records for readers that want cells.
#pragma once

#include <memory>
#include <string>

#include "priory/chunk.h"

#include "input/databases/column_buffers.h"
#include "input/records.h"

namespace priory {

// Those of a table, if its database hands them out so; null otherwise. `wanted` is as in records_of.
std::unique_ptr<Source<ColumnRows>> columns_of(const Table& table, const std::vector<bool>& wanted = {});

// The same rows with their cells spelt.
std::unique_ptr<Source<Records>> as_records(std::unique_ptr<Source<ColumnRows>> rows, std::size_t n_columns,
                                            const std::string& name);

}  // namespace priory
