// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "row_cells.h"

namespace priory::server {
namespace {

constexpr std::int64_t kFormat = 1;
using Cause = StorageError::Cause;
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

constexpr const char* kSelect =
    "SELECT e.number, e.base, e.time, e.kind, e.of, e.gone_by, e.row, e.sum, l.row FROM event e "
    "LEFT JOIN event l ON l.number = e.of WHERE ";

std::int64_t hash_of(std::string_view text) {
  return static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

// What tells that an event is as it was written.
std::int64_t sum_of(std::int64_t number, std::int64_t base, int kind, std::int64_t of, std::string_view row) {
  return hash_of(fmt::format("{} {} {} {} {}", number, base, kind, of, row));
}

std::int64_t now() {
  return static_cast<std::int64_t>(std::time(nullptr));
}

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
  out.damaged_file = fmt::format("{}.damaged-{}", path, now());
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
  } catch (const StorageError& error) {
    if (error.cause == Cause::full) throw;
  }
  Statement rows(*to, "SELECT number, base, kind, coalesce(of, 0), row, sum FROM event");
  std::vector<std::int64_t> bad;
  while (rows.step()) {
    const bool as_written = rows.is_null(4) || rows.number(5) == sum_of(rows.number(0), rows.number(1),
                                                                        static_cast<int>(rows.number(2)),
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

}  // namespace

void write_json(JsonWriter& json, const Event& event) {
  json.begin_object().member("event", event.number).member("time", event.time);
  json.member("change", event.learns ? "learn" : "forget");
  if (event.of != 0) json.member("of", event.of);
  if (event.gone_by != 0) json.member("forgotten_by", event.gone_by);
  if (event.erased) json.member("erased", true);
  if (!event.erased && event.gone_by == 0 && event.learns) {
    const ListedRow row = listed_row(event.row);
    json.member("label", row.label).key("row").begin_object();
    for (const auto& [name, cell] : row.cells) json.member(name, cell);
    json.end_object();
  }
  json.end_object();
}

// Statements that a server runs again and again.
struct Journal::Statements {
  explicit Statements(Database& of) : database(of) {}
  Statement& operator()(std::optional<Statement>& statement, const char* text) const {
    if (!statement) statement.emplace(database, text);
    return *statement;
  }
  Database& database;
  std::optional<Statement> add, request, find_request, row, gone, one, mark, release;
};

std::string journal_path(const std::string& model_path) {
  return model_path + ".journal";
}

Journal::Journal(std::unique_ptr<Database> database)
    : database_(std::move(database)), statements_(std::make_unique<Statements>(*database_)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Journal Journal::open(const std::string& model_path) {
  std::optional<Salvage> lost;
  Journal out(open_sound(journal_path(model_path), lost));
  out.salvage_ = std::move(lost);
  return out;
}

std::optional<Journal> Journal::look(const std::string& model_path) {
  const std::string path = journal_path(model_path);
  if (::access(path.c_str(), F_OK) != 0) return std::nullopt;
  return Journal(std::make_unique<Database>(path, Database::Mode::change));
}

void Journal::set_mark() {
  (*statements_)(statements_->mark, "SAVEPOINT change").execute();
}
void Journal::release_mark() {
  (*statements_)(statements_->release, "RELEASE change").execute();
}
void Journal::back_to_mark() {
  database_->run("ROLLBACK TO change; RELEASE change");
  last_event_.reset();
}

std::int64_t Journal::last_event() {
  return database_->number("SELECT max(number) FROM event");
}
std::int64_t Journal::last_base() {
  return database_->number("SELECT max(base) FROM checkpoint");
}

namespace {

CheckpointRecord checkpoint_of(const Statement& row) {
  return {std::string(row.text(0)), row.number(1), row.number(2), row.number(3)};
}

std::optional<CheckpointRecord> only(Statement& statement) {
  if (!statement.step()) return std::nullopt;
  CheckpointRecord out = checkpoint_of(statement);
  statement.reset();
  return out;
}

}  // namespace

std::optional<CheckpointRecord> Journal::find_checkpoint(const std::string& checksum) {
  Statement statement(*database_,
                      "SELECT checksum, base, event, time FROM checkpoint WHERE checksum = ? "
                      "ORDER BY base DESC, event DESC LIMIT 1");
  return only(statement.bind(1, checksum));
}

std::optional<CheckpointRecord> Journal::last_checkpoint(std::int64_t base) {
  Statement statement(*database_,
                      "SELECT checksum, base, event, time FROM checkpoint WHERE base = ? "
                      "ORDER BY event DESC LIMIT 1");
  return only(statement.bind(1, base));
}

std::vector<CheckpointRecord> Journal::checkpoints() {
  std::vector<CheckpointRecord> out;
  Statement rows(*database_, "SELECT checksum, base, event, time FROM checkpoint ORDER BY rowid");
  while (rows.step()) out.push_back(checkpoint_of(rows));
  return out;
}

std::int64_t Journal::add(std::int64_t base, int kind, std::int64_t of, std::string_view row) {
  Statement& add = (*statements_)(statements_->add,
                                  "INSERT INTO event (number, base, time, kind, of, row, hash, sum) "
                                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const std::int64_t number = ++next_event();
  add.bind(1, number).bind(2, base).bind(3, now()).bind(4, kind);
  of == 0 ? add.bind_null(5) : add.bind(5, of);
  const bool has_row = of == 0;
  has_row ? add.bind(6, row) : add.bind_null(6);
  has_row ? add.bind(7, hash_of(row)) : add.bind_null(7);
  add.bind(8, sum_of(number, base, kind, of, has_row ? row : ""));
  add.execute();
  return number;
}

// Kept between the events of a transaction; one that fails is followed by a look at the file.
std::int64_t& Journal::next_event() {
  if (!last_event_)
    last_event_ = std::max(last_event(), database_->number("SELECT max(event) FROM checkpoint"));
  return *last_event_;
}

std::int64_t Journal::add_learnt(std::int64_t base, std::string_view row) {
  return add(base, 1, 0, row);
}

std::int64_t Journal::add_forgotten(std::int64_t base, std::int64_t of, std::string_view row) {
  const std::int64_t number = add(base, -1, of, row);
  if (of == 0) return number;
  Statement& gone = (*statements_)(statements_->gone, "UPDATE event SET gone_by = ? WHERE number = ?");
  gone.bind(1, number).bind(2, of).execute();
  return number;
}

void Journal::add_request(std::string_view key, std::string_view body, const EventRange& events) {
  Statement& request = (*statements_)(statements_->request,
                                      "INSERT INTO request (key, hash, first, last) VALUES (?, ?, ?, ?)");
  request.bind(1, key).bind(2, hash_of(body)).bind(3, events.first).bind(4, events.last).execute();
}

std::optional<RequestRecord> Journal::find_request(std::string_view key, std::string_view body) {
  Statement& find =
      (*statements_)(statements_->find_request, "SELECT hash, first, last FROM request WHERE key = ?");
  if (!find.bind(1, key).step()) return std::nullopt;
  const RequestRecord out = {{find.number(1), find.number(2)},
                             find.is_null(0) || find.number(0) == hash_of(body)};
  find.reset();
  return out;
}

void Journal::add_checkpoint(const CheckpointRecord& checkpoint) {
  Statement add(*database_, "INSERT INTO checkpoint (checksum, base, event, time) VALUES (?, ?, ?, ?)");
  add.bind(1, checkpoint.checksum).bind(2, checkpoint.base).bind(3, checkpoint.event).bind(4, now());
  add.execute();
}

Event Journal::event_of(const Statement& row) const {
  Event out;
  out.number = row.number(0), out.base = row.number(1), out.time = row.number(2);
  out.learns = row.number(3) > 0, out.of = row.number(4), out.gone_by = row.number(5);
  const std::string own(row.text(6));
  out.erased = row.is_null(out.of == 0 ? 6 : 8);
  out.row = out.of == 0 ? own : std::string(row.text(8));
  const bool own_erased = out.of == 0 && out.erased;
  if (!own_erased &&
      row.number(7) != sum_of(out.number, out.base, static_cast<int>(row.number(3)), out.of, own))
    throw StorageError(
        Cause::damaged, fmt::format("event {} of the journal is not as it was written", out.number),
        database_->path(), "start the server anew: it keeps the good part and says how much that is");
  return out;
}

std::optional<Event> Journal::find(std::int64_t number) {
  Statement& one = (*statements_)(statements_->one, (std::string(kSelect) + "e.number = ?").c_str());
  if (!one.bind(1, number).step()) return std::nullopt;
  Event out = event_of(one);
  one.reset();
  return out;
}

std::optional<std::int64_t> Journal::find_row(std::int64_t base, std::string_view row) {
  Statement& find = (*statements_)(statements_->row,
                                   "SELECT number FROM event WHERE hash = ? AND base = ? AND kind = 1 AND "
                                   "gone_by IS NULL AND row = ? ORDER BY number DESC LIMIT 1");
  if (!find.bind(1, hash_of(row)).bind(2, base).bind(3, row).step()) return std::nullopt;
  const std::int64_t number = find.number(0);
  find.reset();
  return number;
}

void Journal::visit(std::int64_t after, std::int64_t until, const Visit& visit, bool backwards) {
  Statement rows(*database_, fmt::format("{} e.number > ? AND e.number <= ? ORDER BY e.number {}", kSelect,
                                         backwards ? "DESC" : "ASC")
                                 .c_str());
  rows.bind(1, after).bind(2, until);
  while (rows.step()) {
    if (!visit(event_of(rows))) return;
  }
}

// The hash of a request would still tell whether it had this row.
std::int64_t Journal::erase(std::int64_t until, const char* which) {
  Transaction all(*database_);
  std::vector<std::int64_t> numbers;
  Statement rows(*database_, which);
  rows.bind(1, until);
  while (rows.step()) numbers.push_back(rows.number(0));
  Statement erase(*database_, "UPDATE event SET row = NULL, hash = NULL WHERE number = ?");
  Statement request(*database_,
                    "UPDATE request SET hash = NULL WHERE key = (SELECT key FROM request WHERE last >= ?1 "
                    "ORDER BY last LIMIT 1) AND first <= ?1");
  for (const std::int64_t number : numbers)
    erase.bind(1, number).execute(), request.bind(1, number).execute();
  all.commit();
  return static_cast<std::int64_t>(numbers.size());
}

std::int64_t Journal::erase_forgotten(std::int64_t until) {
  return erase(until,
               "SELECT number FROM event WHERE row IS NOT NULL AND (kind = -1 OR gone_by IS NOT NULL) AND "
               "number <= ?1 AND coalesce(gone_by, 0) <= ?1");
}
std::int64_t Journal::erase_all(std::int64_t until) {
  return erase(until, "SELECT number FROM event WHERE row IS NOT NULL AND number <= ?");
}

void Journal::truncate_log() {
  database_->run("PRAGMA wal_checkpoint(TRUNCATE)");
}
void Journal::shrink() {
  database_->run("VACUUM");
  truncate_log();
}

}  // namespace priory::server
