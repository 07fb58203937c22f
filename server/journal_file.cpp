// SPDX-License-Identifier: Apache-2.0
#include "journal_file.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

namespace priory::server {
namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::int64_t kApplication = 0x5072694a;  // "PriJ"

constexpr const char* kTables = R"(
  CREATE TABLE event (number INTEGER PRIMARY KEY, base INTEGER NOT NULL, time INTEGER NOT NULL,
    kind INTEGER NOT NULL, of INTEGER, gone_by INTEGER, row TEXT, hash INTEGER, sum INTEGER NOT NULL);
  CREATE INDEX event_of_row ON event (hash) WHERE hash IS NOT NULL;
  CREATE INDEX event_to_erase ON event (number) WHERE row IS NOT NULL AND (kind = -1 OR gone_by IS NOT NULL);
  CREATE TABLE request (key TEXT PRIMARY KEY, hash INTEGER, first INTEGER NOT NULL, last INTEGER NOT NULL)
    WITHOUT ROWID;
  CREATE INDEX request_of_event ON request (last);
  CREATE TABLE checkpoint (checksum TEXT NOT NULL, base INTEGER NOT NULL, event INTEGER NOT NULL,
    time INTEGER NOT NULL);
  CREATE INDEX checkpoint_of_file ON checkpoint (checksum, event);
  PRAGMA user_version = 1;
)";
// Came later; programs that do not know it do without.
constexpr const char* kLaterTables = "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT)";

using Cause = StorageError::Cause;

std::unique_ptr<Database> open_database(const std::string& path) {
  const mode_t before = ::umask(0077);  // it holds rows
  auto out = std::make_unique<Database>(path, Database::Mode::create);
  out->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  ::umask(before);
  const std::int64_t format = out->number("PRAGMA user_version");
  if (format > kFormat)
    throw Error(ErrorKind::model,
                fmt::format("the journal is of format {}, and this program knows {}", format, kFormat),
                {path, 0, 0}, "use a newer priory");
  if (format == 0) {
    Transaction all(*out);
    out->run(kTables);
    out->run(fmt::format("PRAGMA application_id = {}", kApplication).c_str());
    all.commit();
  }
  out->run(kLaterTables);
  return out;
}

bool is_sound(Database& database) {
  Statement check(database, "PRAGMA quick_check(1)");
  return check.step() && check.text(0) == "ok";
}

struct CopiedTable {
  std::string name, columns, places;
  std::string order;  // the columns that number its rows
};

// Rows in the order of their numbers until one cannot be read; those that are there already stay.
std::int64_t copy_rows(Database& to, Database& from, const CopiedTable& table, const char* direction) {
  std::int64_t n = 0;
  try {
    Statement read(from, fmt::format("SELECT {} FROM {} ORDER BY {} {}", table.columns, table.name,
                                     table.order, direction)
                             .c_str());
    Statement write(
        to, fmt::format("INSERT OR IGNORE INTO {} ({}) VALUES ({})", table.name, table.columns, table.places)
                .c_str());
    const int n_columns = static_cast<int>(std::count(table.places.begin(), table.places.end(), '?'));
    while (read.step()) {
      for (int k = 0; k < n_columns; ++k) {
        if (read.is_null(k))
          write.bind_null(k + 1);
        else if (read.is_text(k))
          write.bind(k + 1, read.text(k));
        else
          write.bind(k + 1, read.number(k));
      }
      write.execute();
      ++n;
    }
  } catch (const StorageError& error) {
    if (error.cause == Cause::full) throw;
  }
  return n;
}

// What can be read of a damaged journal, from its beginning and from its end, goes into a new one.
Salvage salvage(const std::string& path) {
  Salvage out;
  out.damaged_file = fmt::format("{}.damaged-{}", path, now_in_seconds());
  for (const char* ending : {"-wal", "-shm"}) {
    if (::access((path + ending).c_str(), F_OK) == 0)
      std::rename((path + ending).c_str(), (out.damaged_file + ending).c_str());
  }
  if (std::rename(path.c_str(), out.damaged_file.c_str()) != 0)
    throw Error(ErrorKind::io, "the journal is damaged, and cannot be renamed", {path, 0, 0});
  const auto to = open_database(path);
  Transaction all(*to);
  try {
    Database from(out.damaged_file, Database::Mode::change);
    const CopiedTable events = {"event", "number, base, time, kind, of, gone_by, row, hash, sum",
                                "?, ?, ?, ?, ?, ?, ?, ?, ?", "number"};
    copy_rows(*to, from, events, "ASC");
    copy_rows(*to, from, events, "DESC");
    copy_rows(*to, from, {"request", "key, hash, first, last", "?, ?, ?, ?", "key"}, "ASC");
    copy_rows(*to, from, {"checkpoint", "checksum, base, event, time", "?, ?, ?, ?", "rowid"}, "ASC");
    copy_rows(*to, from, {"setting", "name, value", "?, ?", "name"}, "ASC");
  } catch (const StorageError& error) {
    if (error.cause == Cause::full) throw;
  }
  Statement rows(*to, "SELECT number, base, kind, coalesce(of, 0), row, sum FROM event");
  std::vector<std::int64_t> bad;
  while (rows.step()) {
    const bool as_written =
        rows.is_null(4) ||
        rows.number(5) == sum_of_event(rows.number(0), rows.number(1), static_cast<int>(rows.number(2)),
                                       rows.number(3), rows.text(4));
    if (!as_written) bad.push_back(rows.number(0));
  }
  Statement drop(*to, "DELETE FROM event WHERE number = ?");
  for (const std::int64_t number : bad) drop.bind(1, number).execute();
  out.kept = to->number("SELECT count(*) FROM event");
  out.lost =
      std::max(to->number("SELECT max(number) FROM event"), to->number("SELECT max(event) FROM checkpoint")) -
      out.kept;
  all.commit();
  return out;
}

}  // namespace

std::int64_t hash_of(std::string_view text) {
  return static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

std::int64_t sum_of_event(std::int64_t number, std::int64_t base, int kind, std::int64_t of,
                          std::string_view row) {
  return hash_of(fmt::format("{} {} {} {} {}", number, base, kind, of, row));
}

std::int64_t now_in_seconds() {
  return static_cast<std::int64_t>(std::time(nullptr));
}

std::unique_ptr<Database> open_sound(const std::string& path, std::optional<Salvage>& lost) {
  try {
    auto out = open_database(path);
    if (is_sound(*out)) return out;
  } catch (const StorageError& error) {
    if (error.cause != Cause::damaged) throw;
  }
  lost = salvage(path);
  return open_database(path);
}

}  // namespace priory::server
