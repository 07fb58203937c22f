// SPDX-License-Identifier: Apache-2.0
// What paths say of a database: "sqlite:shop.db", "shop.db#orders", "postgresql://host/shop",
// "sales.parquet". After the last # is the name of a table. What engine reads a path is told by what stands
// before the colon, by the ending, by the format that was asked for, or by the first bytes of the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "priory/table.h"

namespace priory {

struct DatabaseAddress {
  Format engine = Format::sqlite;
  std::vector<std::string> places;  // files, or one connection string
  std::string table;                // empty: not said
};

// Nothing if the paths are no database. An Error of kind usage where they are of different kinds, or where
// there is a query and nothing that answers one.
std::optional<DatabaseAddress> database_address(const std::vector<std::string>& paths,
                                                const ReadOptions& options);

}  // namespace priory
