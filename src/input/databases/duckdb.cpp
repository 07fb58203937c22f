// SPDX-License-Identifier: Apache-2.0
// Parquet, Arrow and whatever else DuckDB reads: a database in memory with a view of each file, or a database
// file that is opened to be read. Before the query is run, DuckDB may read the files that were named, and
// nothing else: no other file, no network, no extension, no setting. Chunks stay as DuckDB made them until a
// decoder takes them into its buffers.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <map>
#include <utility>

#include "priory/error.h"

#include "input/columns.h"
#include "input/databases/column_buffers.h"
#include "input/databases/database.h"
#include "input/databases/duckdb_library.h"
#include "input/databases/typed_rows.h"

namespace priory {
namespace {

constexpr std::size_t kChunksABatch = 4;  // of 2048 rows at most
constexpr std::size_t kRowsADuckChunk = 2048;

// The first line: what follows quotes the query, with an arrow at the place.
std::string first_line(const char* message) {
  const std::string_view all = message == nullptr ? "no reason given" : message;
  return std::string(all.substr(0, all.find('\n')));
}

std::string quoted_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

// The message of DuckDB begins with its kind.
[[noreturn]] void fail_query(const std::string& name, const std::string& message) {
  const bool of_query = message.starts_with("Parser") || message.starts_with("Binder") ||
                        message.starts_with("Catalog") || message.starts_with("Permission");
  const bool of_file = message.starts_with("IO") || message.starts_with("HTTP");
  const ErrorKind kind = of_query ? ErrorKind::usage : of_file ? ErrorKind::io : ErrorKind::data;
  throw Error(kind, fmt::format("{}: {}", name, message));
}

class DuckConnection {
 public:
  DuckConnection(const duck::Library& library, duck::database database, std::string name)
      : library_(library), name_(std::move(name)) {
    if (library_.duckdb_connect(database, &handle_) != 0)
      throw Error(ErrorKind::io, name_ + ": DuckDB gives no connection");
  }
  DuckConnection(const DuckConnection&) = delete;
  DuckConnection& operator=(const DuckConnection&) = delete;
  ~DuckConnection() { library_.duckdb_disconnect(&handle_); }

  duck::connection handle() const { return handle_; }
  const duck::Library& library() const { return library_; }
  const std::string& name() const { return name_; }

  void run(const std::string& sql) const {
    duck::result result{};
    const bool failed = library_.duckdb_query(handle_, sql.c_str(), &result) != 0;
    const std::string why = failed ? first_line(library_.duckdb_result_error(&result)) : "";
    library_.duckdb_destroy_result(&result);
    if (failed) fail_query(name_, why);
  }

 private:
  const duck::Library& library_;
  std::string name_;
  duck::connection handle_ = nullptr;
};

// A query that runs, and hands out its rows as they are found.
class DuckResult {
 public:
  DuckResult(const DuckConnection& connection, const std::string& sql)
      : library_(connection.library()), name_(connection.name()) {
    duck::prepared statement = nullptr;
    std::string why;
    if (library_.duckdb_prepare(connection.handle(), sql.c_str(), &statement) != 0)
      why = first_line(library_.duckdb_prepare_error(statement));
    else if (library_.duckdb_execute_prepared_streaming(statement, &result_) != 0)
      why = first_line(library_.duckdb_result_error(&result_));
    library_.duckdb_destroy_prepare(&statement);
    if (why.empty()) return;
    library_.duckdb_destroy_result(&result_);
    fail_query(name_, why);
  }
  DuckResult(const DuckResult&) = delete;
  DuckResult& operator=(const DuckResult&) = delete;
  ~DuckResult() { library_.duckdb_destroy_result(&result_); }

  std::size_t n_columns() { return library_.duckdb_column_count(&result_); }
  std::string column_name(std::size_t c) { return library_.duckdb_column_name(&result_, c); }
  // Calls take(logical type).
  template <class Take>
  void with_column_type(std::size_t c, Take&& take) {
    duck::logical_type type = library_.duckdb_column_logical_type(&result_, c);
    take(type);
    library_.duckdb_destroy_logical_type(&type);
  }
  duck::data_chunk next() {      // null at the end
    if (ended_) return nullptr;  // to ask again is an error
    duck::data_chunk out = library_.duckdb_fetch_chunk(result_);
    if (out != nullptr) return out;
    ended_ = true;
    const char* why = library_.duckdb_result_error(&result_);
    if (why != nullptr && *why != '\0') fail_query(name_, first_line(why));
    return nullptr;
  }

 private:
  const duck::Library& library_;
  std::string name_;
  duck::result result_{};
  bool ended_ = false;
};

struct DuckColumn {
  std::string name;
  DeclaredColumn::Kind kind = DeclaredColumn::Kind::unknown;
  BufferType type;
  bool cast = false;  // DuckDB makes it a text
  std::size_t code_size = 1;
};

bool is_number(int id) {
  return (id >= duck::type_tinyint && id <= duck::type_double);
}

NumberType number_of(int id) {
  using enum NumberType;
  constexpr std::array kTypes = {i8, i16, i32, i64, u8, u16, u32, u64, f32, f64};
  return kTypes[static_cast<std::size_t>(id - duck::type_tinyint)];
}

void read_enum(const duck::Library& library, duck::logical_type type, DuckColumn& out) {
  const std::uint32_t n = library.duckdb_enum_dictionary_size(type);
  for (std::uint32_t k = 0; k < n; ++k) {
    char* const value = library.duckdb_enum_dictionary_value(type, k);
    out.type.values.emplace_back(value);
    library.duckdb_free(value);
  }
  const int internal = library.duckdb_enum_internal_type(type);
  out.code_size = internal == duck::type_utinyint ? 1 : internal == duck::type_usmallint ? 2 : 4;
  out.type.kind = BufferType::Kind::codes, out.kind = DeclaredColumn::Kind::values;
}

DuckColumn column_of(const duck::Library& library, duck::logical_type type) {
  DuckColumn out;
  const int id = library.duckdb_get_type_id(type);
  if (id == duck::type_enum) {
    read_enum(library, type, out);
  } else if (id == duck::type_boolean) {
    out.type = {BufferType::Kind::codes, NumberType::i32, {"false", "true"}};
  } else if (is_number(id)) {
    out.type = {BufferType::Kind::numbers, number_of(id), {}}, out.kind = DeclaredColumn::Kind::numeric;
  } else {
    out.cast = id != duck::type_varchar;
    if (id == duck::type_decimal || id == duck::type_hugeint || id == duck::type_uhugeint)
      out.kind = DeclaredColumn::Kind::numeric;
    if (id == duck::type_varchar || id == duck::type_uuid) out.kind = DeclaredColumn::Kind::words;
  }
  return out;
}

struct DuckBatch : Batch {
  explicit DuckBatch(const duck::Library& of) : library(of) {}
  DuckBatch(const DuckBatch&) = delete;
  DuckBatch& operator=(const DuckBatch&) = delete;
  ~DuckBatch() override {
    for (duck::data_chunk& each : chunks) library.duckdb_destroy_data_chunk(&each);
  }
  const duck::Library& library;
  std::vector<duck::data_chunk> chunks;
  std::size_t n_rows = 0, n_before = 0;
};

// Copies the columns of chunks into buffers, one chunk behind the other.
class DuckDecoder final : public Decoder<ColumnRows> {
 public:
  DuckDecoder(const duck::Library& library, const std::vector<DuckColumn>& columns,
              const std::vector<std::size_t>& read, const std::string& name)
      : library_(library),
        columns_(columns),
        read_(read),
        buffers_(types_of(columns), names_of(columns), name, kChunksABatch * kRowsADuckChunk) {}

  void decode(const Batch& batch, const std::function<void(const ColumnRows&)>& take) override {
    const auto& rows = dynamic_cast<const DuckBatch&>(batch);
    std::size_t at = 0;
    for (const duck::data_chunk chunk : rows.chunks) {
      const std::size_t n = library_.duckdb_data_chunk_get_size(chunk);
      for (std::size_t k = 0; k < read_.size(); ++k)
        copy(library_.duckdb_data_chunk_get_vector(chunk, k), read_[k], at, n);
      at += n;
    }
    take({&buffers_.rows(), at, rows.n_before});
  }

 private:
  static std::vector<BufferType> types_of(const std::vector<DuckColumn>& columns) {
    std::vector<BufferType> out;
    out.reserve(columns.size());
    for (const DuckColumn& each : columns) out.push_back(each.type);
    return out;
  }
  static std::vector<std::string> names_of(const std::vector<DuckColumn>& columns) {
    std::vector<std::string> out;
    out.reserve(columns.size());
    for (const DuckColumn& each : columns) out.push_back(each.name);
    return out;
  }

  void copy(duck::vector from, std::size_t c, std::size_t at, std::size_t n) {
    const void* const data = library_.duckdb_vector_get_data(from);
    const std::uint64_t* const valid = library_.duckdb_vector_get_validity(from);
    std::uint8_t* const missing = buffers_.missing(c) + at;
    for (std::size_t i = 0; i < n; ++i)
      missing[i] = valid != nullptr && (valid[i / 64] >> (i % 64) & 1U) == 0 ? 1 : 0;
    const DuckColumn& column = columns_[c];
    if (column.type.kind == BufferType::Kind::numbers) {
      const std::size_t size = size_of(column.type.number);
      std::memcpy(buffers_.numbers<char>(c) + at * size, data, n * size);
    } else if (column.type.kind == BufferType::Kind::codes) {
      copy_codes(data, column.code_size, missing, buffers_.numbers<std::int32_t>(c) + at, n);
    } else {
      copy_texts(static_cast<const duck::string*>(data), missing, buffers_.texts(c) + at, n);
    }
  }

  // What stands in a missing row means nothing, and may be no code.
  static void copy_codes(const void* data, std::size_t size, const std::uint8_t* missing, std::int32_t* out,
                         std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t code = 0;
      if (missing[i] == 0) std::memcpy(&code, static_cast<const char*>(data) + i * size, size);
      out[i] = static_cast<std::int32_t>(code);
    }
  }

  static void copy_texts(const duck::string* data, const std::uint8_t* missing, std::string_view* out,
                         std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = missing[i] != 0 ? std::string_view() : data[i].view();
  }

  const duck::Library& library_;
  const std::vector<DuckColumn>& columns_;
  std::vector<std::size_t> read_;  // which column of the rows each column of a chunk is
  ColumnBuffers buffers_;
};

class DuckDatabase;

class DuckRows final : public Source<ColumnRows> {
 public:
  DuckRows(const DuckDatabase& database, const std::vector<bool>& wanted);
  std::unique_ptr<Batch> next() override;
  std::unique_ptr<Decoder<ColumnRows>> decoder() const override;

 private:
  const DuckDatabase& database_;
  std::vector<std::size_t> read_;
  std::unique_ptr<DuckConnection> connection_;  // both from the first batch on
  std::unique_ptr<DuckResult> result_;
  std::size_t n_before_ = 0;
};

class DuckDatabase final : public Database {
 public:
  DuckDatabase(const DatabaseAddress& address, const ReadOptions& options)
      : library_(duck::library(options.duckdb)) {
    name_ = address.places[0];
    for (const std::string& place : address.places) check_readable(place);
    is_file_ = address.places.size() == 1 && is_database(address.places[0]);
    open(is_file_ ? address.places[0] : ":memory:");
    try {
      const auto connection = connect();
      const std::vector<std::string> tables =
          is_file_ ? tables_of(*connection) : show(address.places, *connection, !options.sql.empty());
      lock(*connection, address.places);
      sql_ = options.sql.empty()
                 ? "SELECT * FROM " + quoted_name(is_file_ || !address.table.empty()
                                                      ? chosen_table(address.table, tables, name_)
                                                      : "data")
                 : single_select(*connection, options.sql);
      describe(*connection);
    } catch (...) {
      library_.duckdb_close(&handle_);
      throw;
    }
  }
  DuckDatabase(const DuckDatabase&) = delete;
  DuckDatabase& operator=(const DuckDatabase&) = delete;
  ~DuckDatabase() override { library_.duckdb_close(&handle_); }

  std::unique_ptr<Source<Records>> rows(const std::vector<bool>& wanted) const override {
    return as_records(typed_rows(wanted), columns_.size(), name_);
  }
  std::unique_ptr<Source<ColumnRows>> typed_rows(const std::vector<bool>& wanted) const override {
    return std::make_unique<DuckRows>(*this, wanted);
  }

  const duck::Library& library() const { return library_; }
  const std::vector<DuckColumn>& duck_columns() const { return duck_columns_; }
  std::unique_ptr<DuckConnection> connect() const {
    return std::make_unique<DuckConnection>(library_, handle_, name_);
  }
  // The query with the wanted columns only, and what this side does not know as text.
  std::string select(const std::vector<std::size_t>& read) const {
    std::string out;
    for (const std::size_t c : read) {
      const std::string name = quoted_name(asked_names_[c]);
      out += (out.empty() ? "" : ", ") +
             (duck_columns_[c].cast ? fmt::format("CAST({} AS VARCHAR)", name) : name);
    }
    return fmt::format("SELECT {} FROM (\n{}\n) AS asked", out.empty() ? "true" : out, sql_);
  }

 private:
  static void check_readable(const std::string& place) {
    std::error_code error;
    if (!std::filesystem::exists(place, error))
      throw Error(ErrorKind::io, fmt::format("cannot read {}: no such file", place));
  }

  static bool is_database(const std::string& place) { return bytes_of(place, 8, 4) == "DUCK"; }

  void open(const std::string& path) {
    duck::config config = nullptr;
    library_.duckdb_create_config(&config);
    for (const auto& [name, value] : std::map<const char*, const char*>{
             {"autoinstall_known_extensions", "false"}, {"autoload_known_extensions", "false"}})
      library_.duckdb_set_config(config, name, value);
    if (is_file_) library_.duckdb_set_config(config, "access_mode", "READ_ONLY");
    char* why = nullptr;
    const bool failed = library_.duckdb_open_ext(path.c_str(), &handle_, config, &why) != 0;
    library_.duckdb_destroy_config(&config);
    if (!failed) return;
    const std::string message = first_line(why);
    library_.duckdb_free(why);
    throw Error(ErrorKind::data, fmt::format("{} is no database that DuckDB can open: {}", name_, message));
  }

  // The files as views: each is a table by its name without the ending, and all of them together are `data`,
  // where they have the same columns.
  std::vector<std::string> show(const std::vector<std::string>& places, const DuckConnection& connection,
                                bool asked) {
    load_arrow(places, connection);
    std::vector<std::string> tables = {"data"};
    std::string all, first;
    bool alike = true;
    for (const std::string& place : places) {
      const std::string from = "SELECT * FROM " + reader_of(place);
      const std::string columns = sorted_columns(from, connection);
      if (first.empty()) first = columns;
      if (columns != first && !asked) refuse_columns(places[0], first, place, columns);
      alike = alike && columns == first;
      all += (all.empty() ? "" : " UNION ALL BY NAME ") + from;
      const std::string name = std::filesystem::path(place).stem().string();
      if (std::ranges::find(tables, name) != tables.end()) continue;
      tables.push_back(name);
      view(name, from, connection);
    }
    if (alike) view("data", all, connection);
    return tables;
  }

  static std::string sorted_columns(const std::string& sql, const DuckConnection& connection) {
    DuckResult result(connection, sql + " LIMIT 0");
    std::vector<std::string> names;
    for (std::size_t c = 0; c < result.n_columns(); ++c) names.push_back(result.column_name(c));
    std::ranges::sort(names);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  [[noreturn]] static void refuse_columns(const std::string& first, const std::string& its,
                                          const std::string& other, const std::string& others) {
    throw Error(ErrorKind::data,
                fmt::format("{} and {} have different columns: {}; and {}", first, other, its, others), {},
                "files read as one table need the same columns, in any order; a query can choose (‹sql›)");
  }

  static void view(const std::string& name, const std::string& sql, const DuckConnection& connection) {
    connection.run(fmt::format("CREATE VIEW {} AS {}", quoted_name(name), sql));
  }

  static std::string absolute(const std::string& place) {
    return std::filesystem::absolute(place).lexically_normal().string();
  }

  // A file by its ending, as DuckDB takes it; Parquet without one too.
  static std::string reader_of(const std::string& place) {
    std::string file = quoted_text(absolute(place));
    const std::string ending = std::filesystem::path(place).extension().string();
    if (ending == ".arrow" || ending == ".arrows" || ending == ".feather") return "read_arrow(" + file + ")";
    if (ending == ".parquet" || ending == ".pq" || bytes_of(place, 0, 4) == "PAR1")
      return "read_parquet(" + file + ")";
    return file;
  }

  static std::string bytes_of(const std::string& place, std::size_t at, std::size_t size) {
    std::string out(at + size, '\0');
    std::ifstream(place, std::ios::binary).read(out.data(), static_cast<std::streamsize>(out.size()));
    return out.substr(at);
  }

  static void load_arrow(const std::vector<std::string>& places, const DuckConnection& connection) {
    const bool needed = std::ranges::any_of(
        places, [](const std::string& place) { return reader_of(place).starts_with("read_arrow"); });
    if (!needed) return;
    try {
      connection.run("LOAD nanoarrow");
    } catch (const Error&) {
      throw Error(
          ErrorKind::io, "Arrow files are read with an extension of DuckDB that is not installed, nanoarrow",
          {}, "duckdb -c 'INSTALL nanoarrow FROM community' installs it; or write Parquet, which needs none");
    }
  }

  // From here on DuckDB reads the files that were named, and nothing else.
  void lock(const DuckConnection& connection, const std::vector<std::string>& places) const {
    std::vector<std::string> files;
    files.reserve(places.size());
    for (const std::string& place : places) files.push_back(quoted_text(absolute(place)));
    connection.run(fmt::format("SET allowed_paths = [{}]", fmt::join(files, ", ")));
    connection.run("SET enable_external_access = false");
    connection.run("SET lock_configuration = true");
  }

  std::vector<std::string> tables_of(const DuckConnection& connection) const {
    DuckResult names(connection, "SELECT table_name FROM information_schema.tables ORDER BY table_name");
    std::vector<std::string> out;
    while (duck::data_chunk chunk = names.next()) {
      const auto* texts = static_cast<const duck::string*>(
          library_.duckdb_vector_get_data(library_.duckdb_data_chunk_get_vector(chunk, 0)));
      for (duck::idx_t i = 0; i < library_.duckdb_data_chunk_get_size(chunk); ++i)
        out.emplace_back(texts[i].view());
      library_.duckdb_destroy_data_chunk(&chunk);
    }
    return out;
  }

  // The query, once DuckDB has said that it is one statement, and which; without the semicolon behind it.
  std::string single_select(const DuckConnection& connection, const std::string& sql) const {
    duck::extracted all = nullptr;
    const duck::idx_t n = library_.duckdb_extract_statements(connection.handle(), sql.c_str(), &all);
    std::string error, refused;
    if (n == 0) {
      const char* why = library_.duckdb_extract_statements_error(all);
      error = why == nullptr || *why == '\0' ? "" : first_line(why);
      if (error.empty()) refused = "it is empty";
    } else if (n > 1) {
      refused = "there is a second statement";
    } else {
      duck::prepared statement = nullptr;
      if (library_.duckdb_prepare_extracted_statement(connection.handle(), all, 0, &statement) != 0)
        error = first_line(library_.duckdb_prepare_error(statement));
      else if (library_.duckdb_prepared_statement_type(statement) != duck::kSelect)
        refused = "this one is none";
      library_.duckdb_destroy_prepare(&statement);
    }
    library_.duckdb_destroy_extracted(&all);
    if (!error.empty()) fail_query(name_, error);
    if (!refused.empty()) refuse_statement(refused);
    return without_semicolon(sql);
  }

  void describe(const DuckConnection& connection) {
    DuckResult result(connection, fmt::format("SELECT * FROM (\n{}\n) AS asked LIMIT 0", sql_));
    for (std::size_t c = 0; c < result.n_columns(); ++c) {
      DuckColumn column;
      result.with_column_type(c, [&](duck::logical_type type) { column = column_of(library_, type); });
      asked_names_.push_back(result.column_name(c));
      DeclaredColumn declared;
      declared.name = asked_names_.back(), declared.kind = column.kind;
      if (column.kind == DeclaredColumn::Kind::values) declared.values = column.type.values;
      columns_.push_back(std::move(declared)), duck_columns_.push_back(std::move(column));
    }
    settle_names(columns_, {name_, 0, 0});
    for (std::size_t c = 0; c < columns_.size(); ++c) duck_columns_[c].name = columns_[c].name;
  }

  const duck::Library& library_;
  duck::database handle_ = nullptr;
  bool is_file_ = false;
  std::string sql_;
  std::vector<std::string> asked_names_;  // as the query has them
  std::vector<DuckColumn> duck_columns_;
};

DuckRows::DuckRows(const DuckDatabase& database, const std::vector<bool>& wanted) : database_(database) {
  for (std::size_t c = 0; c < database.columns().size(); ++c) {
    if (wanted.empty() || wanted[c]) read_.push_back(c);
  }
}

std::unique_ptr<Batch> DuckRows::next() {
  if (!result_) {
    connection_ = database_.connect();
    result_ = std::make_unique<DuckResult>(*connection_, database_.select(read_));
  }
  auto batch = std::make_unique<DuckBatch>(database_.library());
  batch->n_before = n_before_;
  while (batch->chunks.size() < kChunksABatch) {
    duck::data_chunk chunk = result_->next();
    if (chunk == nullptr) break;
    batch->chunks.push_back(chunk);
    batch->n_rows += database_.library().duckdb_data_chunk_get_size(chunk);
  }
  n_before_ += batch->n_rows;
  return batch->n_rows == 0 ? nullptr : std::move(batch);
}

std::unique_ptr<Decoder<ColumnRows>> DuckRows::decoder() const {
  return std::make_unique<DuckDecoder>(database_.library(), database_.duck_columns(), read_,
                                       database_.name());
}

}  // namespace

std::unique_ptr<Database> open_duckdb(const DatabaseAddress& address, const ReadOptions& options) {
  return std::make_unique<DuckDatabase>(address, options);
}

}  // namespace priory
