// SPDX-License-Identifier: Apache-2.0
// What a table knows of its rows, and how they are read. Files and texts are opened elsewhere
// (open_table.cpp): so a program that opens none is linked without their formats.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "priory/table.h"

namespace priory {

struct ColumnRows;

struct Table::State {
  virtual ~State() = default;
  // Of a table that is shared out: the rows of this rank, or all of them. `wanted`: which of the columns
  // are looked at, of a database that need not read the others; empty: all.
  virtual std::unique_ptr<Source<Records>> open(bool again, bool shared,
                                                const std::vector<bool>& wanted) const = 0;
  // The rows as the database has them, where it does; else null.
  virtual std::unique_ptr<Source<ColumnRows>> typed(const std::vector<bool>&) const { return nullptr; }

  std::vector<std::string> paths;
  Ranks* ranks = nullptr;
  Format format = Format::csv;
  std::vector<DeclaredColumn> columns;
  char delimiter = ',';
  std::string target, unlabelled;
  std::vector<std::string> notes;
};

}  // namespace priory
