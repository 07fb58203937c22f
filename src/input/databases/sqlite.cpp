// SPDX-License-Identifier: Apache-2.0
// SQLite: a file, opened to be read only. All readings are statements of one connection in one transaction,
// so that they see the same rows; SQLite locks the connection itself.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "priory/error.h"

#include "input/columns.h"
#include "input/databases/block_source.h"
#include "input/databases/database.h"
#include "input/databases/sqlite_library.h"

namespace priory {
namespace {

constexpr int kPatience = 10000;  // milliseconds, for a writer to finish

// What a query may do: read. Everything else that SQL can say (attach, pragma, change) is denied.
extern "C" int allow_reading(void*, int action, const char*, const char*, const char*, const char*) {
  const bool reads = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION ||
                     action == SQLITE_RECURSIVE;
  return reads ? SQLITE_OK : SQLITE_DENY;
}

class SqliteConnection {
 public:
  SqliteConnection(const std::string& path, std::string name) : name_(std::move(name)) {
    if (::access(path.c_str(), R_OK) != 0)
      throw Error(ErrorKind::io, fmt::format("cannot read {}: {}", path, std::strerror(errno)));  // NOLINT
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX;
    const int opened = library_.sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr);
    if (opened != SQLITE_OK) close_and_fail(opened);
    library_.sqlite3_busy_timeout(handle_, kPatience);
    // A view or a virtual table of the file may not call what could do harm.
    library_.sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    if (library_.sqlite3_exec(handle_, "BEGIN", nullptr, nullptr, nullptr) != SQLITE_OK)
      close_and_fail(library_.sqlite3_extended_errcode(handle_));
    library_.sqlite3_set_authorizer(handle_, allow_reading, nullptr);
  }
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;
  ~SqliteConnection() { library_.sqlite3_close(handle_); }

  sqlite3* handle() const { return handle_; }
  const SqliteLibrary& library() const { return library_; }
  const std::string& name() const { return name_; }

  [[noreturn]] void fail() const { fail(library_.sqlite3_extended_errcode(handle_)); }
  [[noreturn]] void fail(int code) const {
    const int primary = code & 0xFF;
    const std::string message = library_.sqlite3_errmsg(handle_);
    if (primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT)
      throw Error(ErrorKind::data, fmt::format("{} is no sound SQLite database: {}", name_, message), {},
                  "sqlite3 FILE 'PRAGMA integrity_check' says what is broken");
    if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED)
      throw Error(ErrorKind::io, fmt::format("{}: {}", name_, message), {},
                  "another program is writing: try again when it has ended");
    const bool ours = primary == SQLITE_ERROR || primary == SQLITE_AUTH || primary == SQLITE_MISUSE;
    throw Error(ours ? ErrorKind::usage : ErrorKind::io, fmt::format("{}: {}", name_, message));
  }

 private:
  [[noreturn]] void close_and_fail(int code) {
    try {
      fail(code);
    } catch (...) {
      library_.sqlite3_close(handle_);
      throw;
    }
  }

  const SqliteLibrary& library_ = sqlite_library();
  std::string name_;
  sqlite3* handle_ = nullptr;
};

// A query that is prepared, and then gone through.
class SqliteStatement {
 public:
  SqliteStatement(std::shared_ptr<const SqliteConnection> connection, const std::string& sql)
      : connection_(std::move(connection)), library_(connection_->library()) {
    const char* rest = nullptr;
    prepare(sql.c_str(), &rest);
    if (handle_ == nullptr) refuse_statement("it is empty");
    check_single(rest);
  }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement() { library_.sqlite3_finalize(handle_); }

  bool next() {
    const int code = library_.sqlite3_step(handle_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) connection_->fail(code);
    return code == SQLITE_ROW;
  }
  std::size_t n_columns() const { return static_cast<std::size_t>(library_.sqlite3_column_count(handle_)); }
  std::string column_name(int c) const { return library_.sqlite3_column_name(handle_, c); }
  // As the table declares it; empty for what is computed.
  std::string declared(int c) const {
    const char* type = library_.sqlite3_column_decltype(handle_, c);
    return type == nullptr ? "" : type;
  }
  std::string column_text(int c) { return std::string(bytes(library_.sqlite3_column_text(handle_, c), c)); }
  void write(int c, bool truth, CellBlock& out) {
    switch (library_.sqlite3_column_type(handle_, c)) {
      case SQLITE_NULL:
        return out.missing();
      case SQLITE_INTEGER:
        return write_whole(library_.sqlite3_column_int64(handle_, c), truth, out);
      case SQLITE_FLOAT:
        return out.number(library_.sqlite3_column_double(handle_, c));
      case SQLITE_BLOB:
        return out.bytes(bytes(library_.sqlite3_column_blob(handle_, c), c));
      default:
        return out.text(bytes(library_.sqlite3_column_text(handle_, c), c));
    }
  }

 private:
  static void write_whole(sqlite3_int64 value, bool truth, CellBlock& out) {
    truth && (value == 0 || value == 1) ? out.truth(value == 1) : out.whole(value);
  }
  // Asked for after the bytes: those of UTF-16 are converted first.
  std::string_view bytes(const void* data, int c) {
    const int size = library_.sqlite3_column_bytes(handle_, c);
    if (data == nullptr && size > 0) connection_->fail();
    return {static_cast<const char*>(data == nullptr ? "" : data), static_cast<std::size_t>(size)};
  }
  void prepare(const char* sql, const char** rest) {
    const int code = library_.sqlite3_prepare_v2(connection_->handle(), sql, -1, &handle_, rest);
    if (code == SQLITE_AUTH) refuse_statement(library_.sqlite3_errmsg(connection_->handle()));
    if (code != SQLITE_OK) connection_->fail(code);
  }
  void check_single(const char* rest) {
    sqlite3_stmt* const first = std::exchange(handle_, nullptr);
    std::string why;
    try {
      prepare(rest, &rest);
      if (handle_ != nullptr) why = "there is a second statement";
    } catch (const Error&) {
      why = "there is a second statement";
    }
    library_.sqlite3_finalize(std::exchange(handle_, first));
    if (why.empty() && (n_columns() == 0 || library_.sqlite3_stmt_isexplain(handle_) != 0))
      why = "this one has no rows";
    if (why.empty()) return;
    library_.sqlite3_finalize(std::exchange(handle_, nullptr));
    refuse_statement(why);
  }

  std::shared_ptr<const SqliteConnection> connection_;
  const SqliteLibrary& library_;
  sqlite3_stmt* handle_ = nullptr;
};

bool holds(std::string_view type, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return type.find(word) != std::string_view::npos; });
}

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

// As SQLite finds the affinity of a column (its page on data types, 3.1), but dates and booleans: these have
// none of their own there, and their cells tell.
DeclaredColumn::Kind kind_of(const std::string& type) {
  if (holds(type, {"BOOL", "DATE", "TIME"}) || type.empty()) return DeclaredColumn::Kind::unknown;
  if (holds(type, {"INT"})) return DeclaredColumn::Kind::numeric;
  if (holds(type, {"CHAR", "CLOB", "TEXT", "BLOB"})) return DeclaredColumn::Kind::words;
  if (holds(type, {"REAL", "FLOA", "DOUB", "NUM", "DEC"})) return DeclaredColumn::Kind::numeric;
  return DeclaredColumn::Kind::unknown;
}

class SqliteRows final : public Source<Records> {
 public:
  SqliteRows(std::shared_ptr<const SqliteConnection> connection, const std::string& sql, std::string name,
             std::vector<bool> wanted, std::vector<bool> truths, std::size_t batch_bytes)
      : statement_(std::move(connection), sql),
        name_(std::move(name)),
        wanted_(std::move(wanted)),
        truths_(std::move(truths)),
        batch_bytes_(batch_bytes) {}

  std::unique_ptr<Batch> next() override {
    auto batch = std::make_unique<CellBlockBatch>(truths_.size());
    batch->first_row = n_rows_ + 1;
    while (!ended_ && batch->block.n_bytes() < batch_bytes_ && batch->block.n_rows() < kRowsABlock) {
      ended_ = !statement_.next();
      if (!ended_) write_row(batch->block);
    }
    n_rows_ += batch->block.n_rows();
    return batch->block.n_rows() == 0 ? nullptr : std::move(batch);
  }
  std::unique_ptr<Decoder<Records>> decoder() const override {
    return std::make_unique<CellBlockDecoder>(name_);
  }

 private:
  void write_row(CellBlock& block) {
    for (std::size_t c = 0; c < truths_.size(); ++c) {
      if (wanted_.empty() || wanted_[c])
        statement_.write(static_cast<int>(c), truths_[c], block);
      else
        block.missing();
    }
  }

  SqliteStatement statement_;
  std::string name_;
  std::vector<bool> wanted_, truths_;
  std::size_t batch_bytes_, n_rows_ = 0;
  bool ended_ = false;
};

class SqliteDatabase final : public Database {
 public:
  SqliteDatabase(const DatabaseAddress& address, const ReadOptions& options)
      : batch_bytes_(options.batch_bytes) {
    if (address.places[0].empty())
      throw Error(ErrorKind::usage, "sqlite: needs a file behind it", {}, "as in sqlite:shop.db");
    name_ = "sqlite:" + address.places[0];
    connection_ = std::make_shared<SqliteConnection>(address.places[0], name_);
    sql_ = options.sql.empty() ? "SELECT * FROM " + quoted_name(chosen_table(address.table, tables(), name_))
                               : options.sql;
    if (options.sql.empty() && !address.table.empty()) name_ += "#" + address.table;
    describe();
  }

  std::unique_ptr<Source<Records>> rows(const std::vector<bool>& wanted) const override {
    return std::make_unique<SqliteRows>(connection_, sql_, name_, wanted, truths_, batch_bytes_);
  }

 private:
  std::vector<std::string> tables() const {
    SqliteStatement names(connection_,
                          "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
                          "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
    std::vector<std::string> out;
    while (names.next()) out.push_back(names.column_text(0));
    return out;
  }

  void describe() {
    const SqliteStatement statement(connection_, sql_);
    for (int c = 0; c < static_cast<int>(statement.n_columns()); ++c) {
      const std::string type = upper(statement.declared(c));
      DeclaredColumn column;
      column.name = statement.column_name(c), column.kind = kind_of(type);
      columns_.push_back(std::move(column));
      truths_.push_back(holds(type, {"BOOL"}));
    }
    settle_names(columns_, {name_, 0, 0});
  }

  std::shared_ptr<SqliteConnection> connection_;
  std::string sql_;
  std::vector<bool> truths_;  // which columns are declared to be booleans
  std::size_t batch_bytes_;
};

}  // namespace

std::unique_ptr<Database> open_sqlite(const DatabaseAddress& address, const ReadOptions& options) {
  return std::make_unique<SqliteDatabase>(address, options);
}

}  // namespace priory
