// SPDX-License-Identifier: Apache-2.0
// A database that was asked for rows: a table or a query, its columns with the types they are declared with,
// and the rows, as often as they are needed. A query is run again for each reading, all of them in one
// transaction that only reads, so that every reading sees the same rows (docs/databases.md says what holds
// for which engine). Immutable; safe for several threads, and rows() may be read side by side.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "priory/chunk.h"
#include "priory/table.h"

#include "input/databases/column_buffers.h"
#include "input/databases/database_address.h"
#include "input/records.h"

namespace priory {

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  // Columns that are not wanted have missing cells only; empty: all are.
  virtual std::unique_ptr<Source<Records>> rows(const std::vector<bool>& wanted) const = 0;

  // The same before any of it is text, where the database has types for its cells; else null.
  virtual std::unique_ptr<Source<ColumnRows>> typed_rows(const std::vector<bool>&) const { return nullptr; }

  const std::string& name() const { return name_; }  // for messages: without a password
  const std::vector<DeclaredColumn>& columns() const { return columns_; }
  const std::vector<std::string>& notes() const { return notes_; }

 protected:
  std::string name_;
  std::vector<DeclaredColumn> columns_;
  std::vector<std::string> notes_;
};

// An Error of kind io where the database cannot be opened, of kind usage for a query or a table that it does
// not have. Nothing but the query is run.
std::unique_ptr<Database> open_database(const DatabaseAddress& address, const ReadOptions& options);

std::unique_ptr<Database> open_sqlite(const DatabaseAddress& address, const ReadOptions& options);
std::unique_ptr<Database> open_duckdb(const DatabaseAddress& address, const ReadOptions& options);
std::unique_ptr<Database> open_postgresql(const DatabaseAddress& address, const ReadOptions& options);

// "table": doubled where it has a quote itself.
std::string quoted_name(std::string_view name);
// The table that is meant: the one that is named, or the only one. `all`: those of the database.
std::string chosen_table(const std::string& asked, const std::vector<std::string>& all,
                         const std::string& database);
// A query that is put into another one.
std::string without_semicolon(std::string_view sql);
// What a query that is no single SELECT is refused with.
[[noreturn]] void refuse_statement(const std::string& why);

}  // namespace priory
