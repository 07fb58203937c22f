// SPDX-License-Identifier: Apache-2.0
#include "database.h"

#include <cerrno>
#include <fmt/format.h>
#include <sqlite3.h>

namespace priory::server {

void Database::Closing::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}
void Statement::Closing::operator()(sqlite3_stmt* handle) const {
  sqlite3_finalize(handle);
}

Database::Database(std::string path, Mode mode) : path_(std::move(path)) {
  const int flags = mode == Mode::create   ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                    : mode == Mode::change ? SQLITE_OPEN_READWRITE
                                           : SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path_.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 10'000);
}

void Database::fail(int code) const {
  using Cause = StorageError::Cause;
  const char* text = handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_.get());
  switch (code & 0xff) {
    case SQLITE_FULL:
      throw StorageError(Cause::full, "the disk of the journal is full", path_,
                         "make room; until then nothing is learnt, and predictions go on");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      throw StorageError(Cause::damaged, fmt::format("the journal is damaged: {}", text), path_,
                         "start the server anew: it keeps the good part and says how much that is");
    case SQLITE_IOERR:
      // What a full disk says in some file systems and quotas, when SQLite extends its files.
      if (sqlite3_system_errno(handle_.get()) == ENOSPC || sqlite3_system_errno(handle_.get()) == EDQUOT)
        throw StorageError(Cause::full, "the disk of the journal is full", path_, "make room");
      [[fallthrough]];
    default:
      throw StorageError(Cause::other, fmt::format("the journal cannot be used: {}", text), path_, "");
  }
}

void Database::run(const char* statements) {
  const int code = sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const char* query) {
  Statement statement(*this, query);
  const std::int64_t out = statement.step() ? statement.number(0) : 0;
  return out;
}

Statement::Statement(Database& database, const char* text) : database_(database) {
  sqlite3_stmt* handle = nullptr;
  const int code =
      sqlite3_prepare_v3(database.handle(), text, -1, SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) database_.fail(code);
}

Statement& Statement::bind(int place, std::int64_t number) {
  sqlite3_bind_int64(handle_.get(), place, number);
  return *this;
}

Statement& Statement::bind(int place, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_null(int place) {
  sqlite3_bind_null(handle_.get(), place);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  sqlite3_reset(handle_.get());
  if (code != SQLITE_DONE) database_.fail(code);
  return false;
}

void Statement::execute() {
  while (step()) {
  }
}

void Statement::reset() {
  sqlite3_reset(handle_.get());
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

bool Statement::is_text(int column) const {
  return sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT;
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  return {text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace priory::server
