// SPDX-License-Identifier: Apache-2.0
// SQLite, with its failures as Errors: a full disk, a damaged file and a busy one are told apart.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "priory/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace priory::server {

// What the disk or the file of a database has done to a statement.
class StorageError : public Error {
 public:
  enum class Cause : std::uint8_t { full, damaged, other };
  StorageError(Cause why, const std::string& message, const std::string& file, const std::string& remedy)
      : Error(ErrorKind::io, message, {file, 0, 0}, remedy), cause(why) {}
  Cause cause;
};

// A connection. It belongs to one thread at a time.
class Database {
 public:
  enum class Mode : std::uint8_t { create, change, read };
  Database(std::string path, Mode mode);

  const std::string& path() const { return path_; }
  void run(const char* statements);  // of which nothing is asked
  std::int64_t number(const char* query);
  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(int code) const;

 private:
  struct Closing {
    void operator()(sqlite3* handle) const;
  };
  std::string path_;
  std::unique_ptr<sqlite3, Closing> handle_;
};

// A statement, prepared once. Texts that are bound must stay until the next reset.
class Statement {
 public:
  Statement(Database& database, const char* text);

  Statement& bind(int place, std::int64_t number);  // places count from 1
  Statement& bind(int place, std::string_view text);
  Statement& bind_null(int place);
  bool step();  // whether there is a row; at the end the statement is reset
  void execute();
  void reset();

  bool is_null(int column) const;  // columns count from 0
  bool is_text(int column) const;
  std::int64_t number(int column) const;
  std::string_view text(int column) const;  // until the next step

 private:
  struct Closing {
    void operator()(sqlite3_stmt* handle) const;
  };
  Database& database_;
  std::unique_ptr<sqlite3_stmt, Closing> handle_;
};

// All until `commit`, or nothing.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace priory::server
