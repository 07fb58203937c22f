// SPDX-License-Identifier: Apache-2.0
// What a model has learnt and forgotten since it was trained: a row an event, numbered from 1, in an SQLite
// file beside the model (mail.priory.journal). What is committed is on disk.
//
// The model file is a checkpoint. The journal knows the checksum of every checkpoint and the last event that
// is in it, entered before the file is renamed into place: whichever file a crash leaves, it is known what is
// still to be added. A model file of another checksum is a new beginning, a base: events belong to the base
// that they were learnt into.
//
//   event       number, base, time, kind (1 learnt, -1 forgotten), of (the event that is forgotten), gone_by (the
//               event that forgets this one), row, hash (of the row), sum (of all that)
//   request     key (Idempotency-Key), hash (of the request), first and last event
//   checkpoint  checksum, base, event, time
//   setting     name, value: of a model that began with no rows its plan and its classes
//
// A row that was forgotten is erased once a checkpoint is behind it, and overwritten in the file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "priory/report.h"

#include "database.h"

namespace priory::server {

struct Event {
  std::int64_t number = 0, base = 0;
  std::int64_t time = 0;  // seconds since 1970
  bool learns = true;     // otherwise it forgets
  std::int64_t of = 0;    // the event that it forgets; 0: a row that the journal never had
  std::int64_t gone_by = 0;
  std::string row;      // as row_cells.h writes it; of one that forgets an event, that one's
  bool erased = false;  // the row was
};

// One object. The row of an event that was forgotten is nobody's business any more.
void write_json(JsonWriter& json, const Event& event);

// The events of one request.
struct EventRange {
  std::int64_t first = 0, last = 0;
};

struct RequestRecord {
  EventRange events;
  bool same = true;  // as the request that is asked about
};

struct CheckpointRecord {
  std::string checksum;
  std::int64_t base = 0, event = 0, time = 0;
};

// What a damaged journal has lost.
struct Salvage {
  std::int64_t kept = 0, lost = 0;
  std::string damaged_file;  // what was found is kept there
};

std::string journal_path(const std::string& model_path);

class Journal {
 public:
  // Opens the journal of a model, and makes one if there is none. A damaged one is salvaged.
  static Journal open(const std::string& model_path);
  // For looking only; nothing if there is none.
  static std::optional<Journal> look(const std::string& model_path);

  const std::optional<Salvage>& salvage() const { return salvage_; }
  ~Journal();
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;

  // What was added since is not there unless the transaction is committed; after one that was not,
  // `roll_back` has to be called.
  Transaction begin() { return Transaction(*database_); }
  void roll_back() { last_event_.reset(); }
  // Inside a transaction: what was added since the mark is not there any more.
  void set_mark();
  void release_mark();
  void back_to_mark();

  std::int64_t last_event();
  std::int64_t last_base();
  std::optional<CheckpointRecord> find_checkpoint(const std::string& checksum);  // the latest
  std::optional<CheckpointRecord> last_checkpoint(std::int64_t base);
  std::vector<CheckpointRecord> checkpoints();

  std::int64_t add_learnt(std::int64_t base, std::string_view row);  // the number of the event
  std::int64_t add_forgotten(std::int64_t base, std::int64_t of, std::string_view row);
  void add_request(std::string_view key, std::string_view body, const EventRange& events);
  std::optional<RequestRecord> find_request(std::string_view key, std::string_view body);
  void add_checkpoint(const CheckpointRecord& checkpoint);
  std::optional<std::string> setting(const char* name);
  void set(const char* name, std::string_view value);

  std::optional<Event> find(std::int64_t number);
  // The latest event of the base that has learnt this row and was not forgotten.
  std::optional<std::int64_t> find_row(std::int64_t base, std::string_view row);
  // In order, those after `after` up to `until`, or in reverse. An Error if one is not as it was written.
  using Visit = std::function<bool(const Event&)>;  // false: that is enough
  void visit(std::int64_t after, std::int64_t until, const Visit& visit, bool backwards = false);

  // Rows that are forgotten as of this event, and the hashes of their requests, are overwritten.
  std::int64_t erase_forgotten(std::int64_t until);
  std::int64_t erase_all(std::int64_t until);  // rows that were learnt, too: they stay in the model
  void truncate_log();                         // what SQLite has written ahead goes into the file
  void shrink();
  void copy_to(const std::string& path);  // as it is now, whoever else is writing

 private:
  explicit Journal(std::unique_ptr<Database> database);
  Event event_of(const Statement& row) const;
  std::int64_t& next_event();
  std::int64_t add(std::int64_t base, int kind, std::int64_t of, std::string_view row);
  std::int64_t erase(std::int64_t until, const char* which);

  struct Statements;
  std::unique_ptr<Database> database_;
  std::unique_ptr<Statements> statements_;
  std::optional<std::int64_t> last_event_;
  std::optional<Salvage> salvage_;
};

}  // namespace priory::server
