// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "journal_file.h"
#include "row_cells.h"

namespace priory::server {
namespace {

using Cause = StorageError::Cause;

constexpr const char* kSelect =
    "SELECT e.number, e.base, e.time, e.kind, e.of, e.gone_by, e.row, e.sum, l.row FROM event e "
    "LEFT JOIN event l ON l.number = e.of WHERE ";

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
  add.bind(1, number).bind(2, base).bind(3, now_in_seconds()).bind(4, kind);
  of == 0 ? add.bind_null(5) : add.bind(5, of);
  const bool has_row = of == 0;
  has_row ? add.bind(6, row) : add.bind_null(6);
  has_row ? add.bind(7, hash_of(row)) : add.bind_null(7);
  add.bind(8, sum_of_event(number, base, kind, of, has_row ? row : ""));
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
  add.bind(1, checkpoint.checksum)
      .bind(2, checkpoint.base)
      .bind(3, checkpoint.event)
      .bind(4, now_in_seconds());
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
      row.number(7) != sum_of_event(out.number, out.base, static_cast<int>(row.number(3)), out.of, own))
    throw StorageError(
        Cause::damaged, fmt::format("event {} of the journal is not as it was written", out.number),
        database_->path(), "start the server anew: it keeps the good part and says how much that is");
  return out;
}

std::optional<std::string> Journal::setting(const char* name) {
  if (database_->number("SELECT count(*) FROM sqlite_master WHERE name = 'setting'") == 0)
    return std::nullopt;
  Statement find(*database_, "SELECT value FROM setting WHERE name = ?");
  if (!find.bind(1, name).step()) return std::nullopt;
  return std::string(find.text(0));
}

void Journal::set(const char* name, std::string_view value) {
  Statement set(*database_, "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)");
  set.bind(1, name).bind(2, value).execute();
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

void Journal::copy_to(const std::string& path) {
  Statement copy(*database_, "VACUUM INTO ?");
  copy.bind(1, path).execute();
}

}  // namespace priory::server
