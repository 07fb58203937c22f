// SPDX-License-Identifier: Apache-2.0
// PostgreSQL: each reading has a connection of its own, in a transaction that only reads and sees the
// snapshot of the first one, so that all of them see the same rows. COPY hands them out as they are found, in
// binary; batches are cut off at the borders of rows, the decoders read them.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <utility>

#include "priory/error.h"

#include "input/columns.h"
#include "input/databases/copy_binary.h"
#include "input/databases/database.h"
#include "input/databases/postgresql_library.h"
#include "input/databases/typed_rows.h"

namespace priory {
namespace {

constexpr std::size_t kRowsACopy = 8192;

// Rows in one order, dates and times in one spelling, no end of a connection that waits.
constexpr const char* kSettings =
    "SET client_encoding = 'UTF8'; SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = "
    "'postgres'; "
    "SET bytea_output = 'hex'; SET extra_float_digits = 1; SET synchronize_seqscans = off; "
    "SET max_parallel_workers_per_gather = 0; SET idle_in_transaction_session_timeout = 0; "
    "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

// Of pg_type: fixed for ever.
enum PgType : Oid {
  pg_bool = 16,
  pg_name = 19,
  pg_int8 = 20,
  pg_int2 = 21,
  pg_int4 = 23,
  pg_text = 25,
  pg_float4 = 700,
  pg_float8 = 701,
  pg_bpchar = 1042,
  pg_varchar = 1043,
  pg_numeric = 1700,
  pg_uuid = 2950,
};

class PgResult {
 public:
  PgResult(const PostgresqlLibrary& library, PGresult* handle) : library_(&library), handle_(handle) {}
  PgResult(const PgResult&) = delete;
  PgResult& operator=(const PgResult&) = delete;
  ~PgResult() { library_->PQclear(handle_); }

  ExecStatusType status() const { return library_->PQresultStatus(handle_); }
  std::string field(int code) const {
    const char* text = library_->PQresultErrorField(handle_, code);
    return text == nullptr ? "" : text;
  }
  std::size_t n_rows() const { return static_cast<std::size_t>(library_->PQntuples(handle_)); }
  std::string text(std::size_t row, int column) const {
    return library_->PQgetvalue(handle_, static_cast<int>(row), column);
  }
  bool is_null(std::size_t row, int column) const {
    return library_->PQgetisnull(handle_, static_cast<int>(row), column) != 0;
  }
  std::size_t n_fields() const { return static_cast<std::size_t>(library_->PQnfields(handle_)); }
  std::string name(std::size_t c) const { return library_->PQfname(handle_, static_cast<int>(c)); }
  Oid type(std::size_t c) const { return library_->PQftype(handle_, static_cast<int>(c)); }

 private:
  const PostgresqlLibrary* library_;
  PGresult* handle_;
};

extern "C" void pass_over_notice(void*, const char*) {}

class PgConnection {
 public:
  PgConnection(const std::string& place, const std::string& snapshot) {
    handle_ = library_.PQconnectdb(place.c_str());
    try {
      if (library_.PQstatus(handle_) != CONNECTION_OK)
        throw Error(ErrorKind::io, "there is no connection to PostgreSQL: " + message(), {},
                    "psql with the same words says more; docs/databases.md has examples");
      name_ = fmt::format("postgresql:{}", library_.PQdb(handle_));
      library_.PQsetNoticeProcessor(handle_, pass_over_notice, nullptr);
      run(kSettings);
      if (!snapshot.empty()) run("SET TRANSACTION SNAPSHOT '" + snapshot + "'");
    } catch (...) {
      library_.PQfinish(handle_);
      throw;
    }
  }
  PgConnection(const PgConnection&) = delete;
  PgConnection& operator=(const PgConnection&) = delete;
  ~PgConnection() { library_.PQfinish(handle_); }

  PGconn* handle() const { return handle_; }
  const PostgresqlLibrary& library() const { return library_; }
  const std::string& name() const { return name_; }

  void run(const char* sql) const { checked(library_.PQexec(handle_, sql)); }
  void run(const std::string& sql) const { run(sql.c_str()); }
  // One statement, its answer as text; `value` is $1.
  PgResult ask(const char* sql, const std::string* value = nullptr) const {
    const char* const values[] = {value == nullptr ? nullptr : value->c_str()};
    PGresult* const result =
        library_.PQexecParams(handle_, sql, value == nullptr ? 0 : 1, nullptr, values, nullptr, nullptr, 0);
    checked(result, false);
    return {library_, result};
  }
  // The columns of a statement that is not run; null where the server refuses it and `why` says so.
  std::unique_ptr<PgResult> describe(const std::string& sql) const {
    checked(library_.PQprepare(handle_, "", sql.c_str(), 0, nullptr));
    PGresult* const result = library_.PQdescribePrepared(handle_, "");
    checked(result, false);
    return std::make_unique<PgResult>(library_, result);
  }
  // The end of what was asked, good or bad.
  void finish_copy() const { checked(library_.PQgetResult(handle_)); }

  [[noreturn]] void fail(const PgResult& result) const {
    std::string why = result.field(PG_DIAG_MESSAGE_PRIMARY);
    const std::string state = result.field(PG_DIAG_SQLSTATE), hint = result.field(PG_DIAG_MESSAGE_HINT);
    const bool lost =
        library_.PQstatus(handle_) != CONNECTION_OK || state.starts_with("08") || state.starts_with("57P");
    if (why.empty() || lost) why = fmt::format("the connection was lost: {}", why.empty() ? message() : why);
    const ErrorKind kind = lost || state.starts_with("53")                      ? ErrorKind::io
                           : state.starts_with("42") || state.starts_with("25") ? ErrorKind::usage
                                                                                : ErrorKind::data;
    throw Error(kind, fmt::format("{}: {}", name_.empty() ? "postgresql" : name_, why), {}, hint);
  }

 private:
  // Clears the result where it went well and nobody keeps it, and where it went wrong.
  void checked(PGresult* result, bool clear = true) const {
    const ExecStatusType status = library_.PQresultStatus(result);
    const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_OUT;
    if (good && !clear) return;
    const PgResult owned(library_, result);
    if (!good) fail(owned);
  }
  std::string message() const {
    std::string out = library_.PQerrorMessage(handle_);
    while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
    std::ranges::replace(out, '\n', ' ');
    return out;
  }

  const PostgresqlLibrary& library_ = postgresql_library();
  PGconn* handle_ = nullptr;
  std::string name_;
};

struct PgColumn {
  BufferType type;
  DeclaredColumn::Kind kind = DeclaredColumn::Kind::unknown;
  bool cast = false;  // the server makes it a text
};

PgColumn pg_column(Oid type) {
  using Kind = DeclaredColumn::Kind;
  static const std::map<Oid, NumberType> kNumbers = {{pg_int2, NumberType::i16},
                                                     {pg_int4, NumberType::i32},
                                                     {pg_int8, NumberType::i64},
                                                     {pg_float4, NumberType::f32},
                                                     {pg_float8, NumberType::f64}};
  PgColumn out;
  if (const auto number = kNumbers.find(type); number != kNumbers.end()) {
    out.type = {BufferType::Kind::numbers, number->second, {}}, out.kind = Kind::numeric;
  } else if (type == pg_bool) {
    out.type = {BufferType::Kind::codes, NumberType::i32, {"false", "true"}};
  } else {
    const bool text = type == pg_text || type == pg_varchar || type == pg_bpchar || type == pg_name;
    out.cast = !text;
    out.kind = text || type == pg_uuid ? Kind::words : type == pg_numeric ? Kind::numeric : Kind::unknown;
  }
  return out;
}

struct CopyBatch : Batch {
  std::string bytes;
  std::size_t n_before = 0;
};

class CopyDecoder final : public Decoder<ColumnRows> {
 public:
  CopyDecoder(std::vector<BufferType> types, const std::vector<std::string>& names, const std::string& name,
              std::vector<std::size_t> read)
      : types_(std::move(types)), read_(std::move(read)), buffers_(types_, names, name, kRowsACopy) {}

  void decode(const Batch& batch, const std::function<void(const ColumnRows&)>& take) override {
    const auto& copied = dynamic_cast<const CopyBatch&>(batch);
    const std::size_t n = read_tuples(copied.bytes, read_, types_, buffers_);
    take({&buffers_.rows(), n, copied.n_before});
  }

 private:
  std::vector<BufferType> types_;
  std::vector<std::size_t> read_;
  ColumnBuffers buffers_;
};

// The bytes of a COPY that runs.
class CopyStream {
 public:
  CopyStream(const std::string& place, const std::string& snapshot, const std::string& sql)
      : connection_(place, snapshot) {
    connection_.ask(sql.c_str());
  }
  // Adds what comes next; false at the end.
  bool read_some(std::string& to) {
    if (ended_) return false;
    char* data = nullptr;
    const int size = connection_.library().PQgetCopyData(connection_.handle(), &data, 0);
    ended_ = size < 0;
    if (ended_) return connection_.finish_copy(), false;
    to.append(data, static_cast<std::size_t>(size));
    connection_.library().PQfreemem(data);
    return true;
  }

 private:
  PgConnection connection_;
  bool ended_ = false;
};

class PgDatabase;

class PgRows final : public Source<ColumnRows> {
 public:
  PgRows(const PgDatabase& database, const std::vector<bool>& wanted);
  std::unique_ptr<Batch> next() override;
  std::unique_ptr<Decoder<ColumnRows>> decoder() const override;

 private:
  void start();
  CopyTuples cut();

  const PgDatabase& database_;
  std::vector<std::size_t> read_;
  std::unique_ptr<CopyStream> stream_;  // from the first batch on
  std::string bytes_;                   // read and not handed out
  bool ended_ = false;
  std::size_t n_before_ = 0;
};

class PgDatabase final : public Database {
 public:
  PgDatabase(const DatabaseAddress& address, const ReadOptions& options)
      : place_(address.places[0]), batch_bytes_(options.batch_bytes), connection_(place_, "") {
    name_ = connection_.name();
    snapshot_ = connection_.ask("SELECT pg_export_snapshot()").text(0, 0);
    if (options.sql.empty()) {
      const std::string table = find_table(address.table);
      sql_ = "SELECT * FROM " + table;
      if (!address.table.empty()) name_ += "#" + table;
    } else {
      sql_ = without_semicolon(options.sql);
    }
    describe(options.sql.empty());
  }

  std::unique_ptr<Source<Records>> rows(const std::vector<bool>& wanted) const override {
    return as_records(typed_rows(wanted), columns_.size(), name_);
  }
  std::unique_ptr<Source<ColumnRows>> typed_rows(const std::vector<bool>& wanted) const override {
    return std::make_unique<PgRows>(*this, wanted);
  }

  std::string copy(const std::vector<std::size_t>& read) const {
    return fmt::format("COPY ({}) TO STDOUT (FORMAT binary)", select(read));
  }
  std::unique_ptr<CopyStream> open(const std::string& copy) const {
    return std::make_unique<CopyStream>(place_, snapshot_, copy);
  }
  std::unique_ptr<Decoder<ColumnRows>> decoder(const std::vector<std::size_t>& read) const {
    std::vector<BufferType> types;
    std::vector<std::string> names;
    for (const PgColumn& each : pg_columns_) types.push_back(each.type);
    for (const DeclaredColumn& each : columns_) names.push_back(each.name);
    return std::make_unique<CopyDecoder>(std::move(types), names, name_, read);
  }
  std::size_t batch_bytes() const { return batch_bytes_; }

 private:
  std::string select(const std::vector<std::size_t>& read) const {
    std::string out;
    for (const std::size_t c : read) {
      out += (out.empty() ? "" : ", ") + quoted_name(asked_names_[c]) + (pg_columns_[c].cast ? "::text" : "");
    }
    return fmt::format("SELECT {} FROM (\n{}\n) AS asked", out, sql_);
  }

  // As psql finds it: by the search path, or with its schema. Quoted as it must be.
  std::string find_table(const std::string& asked) const {
    const bool is_name = !asked.empty() && asked.find_first_of("; \n\t'") == std::string::npos;
    if (is_name) {
      const PgResult found = connection_.ask("SELECT to_regclass($1)::text", &asked);
      if (!found.is_null(0, 0)) return found.text(0, 0);
    }
    const PgResult visible = connection_.ask(
        "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'p', 'f') AND "
        "pg_table_is_visible(oid) "
        "AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%' OR nspname = "
        "'information_schema') ORDER BY relname");
    std::vector<std::string> all;
    for (std::size_t row = 0; row < visible.n_rows(); ++row) all.push_back(visible.text(row, 0));
    return quoted_name(chosen_table(asked, all, name_));
  }

  void describe(bool is_table) {
    const auto result = connection_.describe(sql_);
    if (result->n_fields() == 0) refuse_statement("this one has no rows");
    for (std::size_t c = 0; c < result->n_fields(); ++c) {
      PgColumn column = pg_column(result->type(c));
      asked_names_.push_back(result->name(c));
      DeclaredColumn declared;
      declared.name = asked_names_.back();
      if (column.cast) declared.values = labels_of(result->type(c));
      if (!declared.values.empty()) column.kind = DeclaredColumn::Kind::values;
      declared.kind = column.kind;
      columns_.push_back(std::move(declared)), pg_columns_.push_back(std::move(column));
    }
    settle_names(columns_, {name_, 0, 0});
    if (!is_table) check_select();
  }

  // Only what gives rows can stand in another SELECT: no INSERT ... RETURNING, no SHOW, no EXPLAIN.
  void check_select() const {
    connection_.run("SAVEPOINT before");
    try {
      connection_.describe(fmt::format("SELECT FROM (\n{}\n) AS asked", sql_));
    } catch (const Error& error) {
      refuse_statement(error.message());
    }
    connection_.run("RELEASE SAVEPOINT before");
  }

  std::vector<std::string> labels_of(Oid type) const {
    const std::string oid = std::to_string(type);
    const PgResult labels = connection_.ask(
        "SELECT enumlabel FROM pg_enum WHERE enumtypid = $1::oid ORDER BY enumsortorder", &oid);
    std::vector<std::string> out;
    for (std::size_t row = 0; row < labels.n_rows(); ++row) out.push_back(labels.text(row, 0));
    return out;
  }

  std::string place_, snapshot_, sql_;
  std::size_t batch_bytes_;
  PgConnection connection_;  // holds the snapshot
  std::vector<std::string> asked_names_;
  std::vector<PgColumn> pg_columns_;
};

PgRows::PgRows(const PgDatabase& database, const std::vector<bool>& wanted) : database_(database) {
  for (std::size_t c = 0; c < database.columns().size(); ++c) {
    if (wanted.empty() || wanted[c]) read_.push_back(c);
  }
}

void PgRows::start() {
  stream_ = database_.open(database_.copy(read_));
  std::size_t header = 0;
  while ((header = copy_header(bytes_)) == 0) {
    if (!stream_->read_some(bytes_))
      throw Error(ErrorKind::io, database_.name() + ": COPY ends in its header");
  }
  bytes_.erase(0, header);
}

CopyTuples PgRows::cut() {
  for (;;) {
    const CopyTuples tuples = whole_tuples(bytes_, read_.size(), kRowsACopy, database_.batch_bytes());
    const bool full = tuples.n_rows == kRowsACopy || tuples.size >= database_.batch_bytes();
    if (full || tuples.ended) return tuples;
    // About a batch more, so that what was passed over is not passed over for each row again.
    const std::size_t enough =
        std::max(bytes_.size() + 1, database_.batch_bytes() + bytes_.size() - tuples.size);
    while (bytes_.size() < enough) {
      if (stream_->read_some(bytes_)) continue;
      const CopyTuples rest = whole_tuples(bytes_, read_.size(), kRowsACopy, database_.batch_bytes());
      if (!rest.ended && rest.n_rows < kRowsACopy && rest.size < database_.batch_bytes())
        throw Error(ErrorKind::io, database_.name() + ": COPY ends within a row");
      return rest;
    }
  }
}

std::unique_ptr<Batch> PgRows::next() {
  if (ended_) return nullptr;
  if (!stream_) start();
  const CopyTuples tuples = cut();
  auto batch = std::make_unique<CopyBatch>();
  batch->bytes = bytes_.substr(0, tuples.size), batch->n_before = n_before_;
  bytes_.erase(0, tuples.size);
  n_before_ += tuples.n_rows;
  ended_ = tuples.ended;
  if (ended_) {
    while (stream_->read_some(bytes_)) bytes_.clear();  // what the server says at the end may be an error
    stream_.reset();
  }
  return tuples.n_rows == 0 ? nullptr : std::move(batch);
}

std::unique_ptr<Decoder<ColumnRows>> PgRows::decoder() const {
  return database_.decoder(read_);
}

}  // namespace

std::unique_ptr<Database> open_postgresql(const DatabaseAddress& address, const ReadOptions& options) {
  return std::make_unique<PgDatabase>(address, options);
}

}  // namespace priory
