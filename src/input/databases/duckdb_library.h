// SPDX-License-Identifier: Apache-2.0
// DuckDB, loaded when the first file is read with it. Debian has no package of it, so the part of its C
// interface that is used here is declared by hand: names and layouts are those of duckdb.h, of DuckDB 1.0 and
// later.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace priory::duck {

using idx_t = std::uint64_t;
using state = int;  // 0: it went well

enum type : int {  // those that come as they are; all others are cast to text by DuckDB
  type_boolean = 1,
  type_tinyint = 2,
  type_smallint = 3,
  type_integer = 4,
  type_bigint = 5,
  type_utinyint = 6,
  type_usmallint = 7,
  type_uinteger = 8,
  type_ubigint = 9,
  type_float = 10,
  type_double = 11,
  type_timestamp = 12,
  type_date = 13,
  type_hugeint = 16,
  type_varchar = 17,
  type_decimal = 19,
  type_enum = 23,
  type_uuid = 27,
  type_uhugeint = 32,
};
constexpr int kSelect = 1;  // of a statement

// Handles: pointers to what only DuckDB knows.
using database = struct database_*;
using connection = struct connection_*;
using config = struct config_*;
using extracted = struct extracted_*;
using prepared = struct prepared_*;
using data_chunk = struct data_chunk_*;
using vector = struct vector_*;
using logical_type = struct logical_type_*;

struct result {  // only internal_data is in use
  idx_t column_count, row_count, rows_changed;
  void* columns;
  char* error_message;
  void* internal_data;
};

// A text of a vector: up to 12 bytes stand in place, of longer ones the first 4 and a pointer.
struct string {
  std::uint32_t size;
  char bytes[12];

  std::string_view view() const {
    const char* at = bytes;
    if (size > sizeof bytes) std::memcpy(&at, bytes + 4, sizeof at);
    return {at, size};
  }
};
static_assert(sizeof(string) == 16 && sizeof(result) == 48);

struct Library {
// clang-format off
#define PRIORY_DUCKDB_FUNCTIONS(take)                                                             \
  take(duckdb_library_version, const char*, ())                                                   \
  take(duckdb_create_config, state, (config*))                                                    \
  take(duckdb_set_config, state, (config, const char*, const char*))                              \
  take(duckdb_destroy_config, void, (config*))                                                    \
  take(duckdb_open_ext, state, (const char*, database*, config, char**))                          \
  take(duckdb_close, void, (database*))                                                           \
  take(duckdb_connect, state, (database, connection*))                                            \
  take(duckdb_disconnect, void, (connection*))                                                    \
  take(duckdb_query, state, (connection, const char*, result*))                                   \
  take(duckdb_destroy_result, void, (result*))                                                    \
  take(duckdb_result_error, const char*, (result*))                                               \
  take(duckdb_extract_statements, idx_t, (connection, const char*, extracted*))                   \
  take(duckdb_extract_statements_error, const char*, (extracted))                                 \
  take(duckdb_prepare_extracted_statement, state, (connection, extracted, idx_t, prepared*))      \
  take(duckdb_destroy_extracted, void, (extracted*))                                              \
  take(duckdb_prepare, state, (connection, const char*, prepared*))                               \
  take(duckdb_prepare_error, const char*, (prepared))                                             \
  take(duckdb_prepared_statement_type, int, (prepared))                                           \
  take(duckdb_destroy_prepare, void, (prepared*))                                                 \
  take(duckdb_execute_prepared_streaming, state, (prepared, result*))                             \
  take(duckdb_column_count, idx_t, (result*))                                                     \
  take(duckdb_column_name, const char*, (result*, idx_t))                                         \
  take(duckdb_column_logical_type, logical_type, (result*, idx_t))                                \
  take(duckdb_get_type_id, int, (logical_type))                                                   \
  take(duckdb_enum_internal_type, int, (logical_type))                                            \
  take(duckdb_enum_dictionary_size, std::uint32_t, (logical_type))                                \
  take(duckdb_enum_dictionary_value, char*, (logical_type, idx_t))                                \
  take(duckdb_destroy_logical_type, void, (logical_type*))                                        \
  take(duckdb_free, void, (void*))                                                                \
  take(duckdb_fetch_chunk, data_chunk, (result))                                                  \
  take(duckdb_data_chunk_get_size, idx_t, (data_chunk))                                           \
  take(duckdb_data_chunk_get_vector, vector, (data_chunk, idx_t))                                 \
  take(duckdb_destroy_data_chunk, void, (data_chunk*))                                            \
  take(duckdb_vector_get_data, void*, (vector))                                                   \
  take(duckdb_vector_get_validity, std::uint64_t*, (vector))
// clang-format on
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define PRIORY_POINTER(name, returns, takes) returns(*name) takes = nullptr;
  PRIORY_DUCKDB_FUNCTIONS(PRIORY_POINTER)
#undef PRIORY_POINTER
};

// From `file`, or where the loader looks; the first that was loaded stays for as long as the program runs.
// Safe for several threads. An Error of kind io that says how to get it when it is not there.
const Library& library(const std::string& file);

}  // namespace priory::duck
