// SPDX-License-Identifier: Apache-2.0
// Rows wherever they are: a Table or Rows. Functions that take Data take either. Cheap to copy.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "priory/rows.h"
#include "priory/table.h"

namespace priory {

class Data {
 public:
  // NOLINTBEGIN(google-explicit-constructor): either is data
  Data(Table table) : of_(std::move(table)) {}
  Data(Rows rows) : of_(std::move(rows)) {}
  // NOLINTEND(google-explicit-constructor)

  const Table* table() const { return std::get_if<Table>(&of_); }  // null: they are Rows
  const Rows* rows() const { return std::get_if<Rows>(&of_); }
  std::string name() const;                  // the first file, or that of the rows
  std::vector<std::string> columns() const;  // empty where rows name their own (JSONL, svmlight)
  const std::string& target() const;         // the column that is declared to be the class, or empty

 private:
  std::variant<Table, Rows> of_;
};

// Facts about every column, from one reading of all rows: see profile of a Table.
std::vector<ColumnProfile> profile(const Data& data,
                                   const std::vector<std::string>& missing = ChunkSpec().missing,
                                   bool skip_bad_rows = false, unsigned threads = 1, const Tick& tick = {},
                                   ReadCounts* counts = nullptr);

}  // namespace priory
