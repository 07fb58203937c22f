// SPDX-License-Identifier: Apache-2.0
// The model is the sum of its events: what a model file holds, and what the journal says came after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "priory/predictor.h"

#include "journal.h"
#include "row_cells.h"

namespace priory::server {

RowShape shape_of(const Learner& learner);

// A model may begin with no rows: then there is no file until the first checkpoint, and the journal has its
// plan, the name that it is served by and the classes that it was begun with.
struct Beginning {
  std::string name;
  Plan plan;
  std::vector<std::string> classes;
};
std::optional<Beginning> beginning_of(Journal& journal);
void begin_model(const std::string& model_path, const Beginning& beginning);

std::string checksum_at(const std::string& model_path);  // empty: there is no file
// What the model file has, or the plan of a model that has none yet.
Learner learner_at(const std::string& model_path, Journal& journal);

// Does again what the events of a base after `after` up to `until` did. An Error of kind model where the row
// of one is erased: the model file is older than the journal allows.
std::size_t replay(Learner& learner, Journal& journal, std::int64_t base, std::int64_t after,
                   std::int64_t until);

// Where a model file stands in its journal. One that the journal does not know begins a base of its own,
// which is entered: an Error of kind model if events that no checkpoint has would be left behind, unless they
// may.
CheckpointRecord find_base(Journal& journal, const std::string& model_path, bool leave_behind);

// Replaces the model file by one with the events up to `until`, and erases what was forgotten up to there.
// Of a model that began with no rows and has none again there is no file any more.
// Nothing if it has them already. An Error of kind model if another program has replaced the file.
std::optional<CheckpointRecord> write_checkpoint(Journal& journal, const std::string& model_path,
                                                 std::int64_t until);

// Keeps the model file as it is now beside it, under the number of its event (mail.priory.at-120), and of
// such copies the last `n`.
void keep_checkpoint(const std::string& model_path, std::int64_t event, std::size_t n);

// The model file and its journal into a folder, as they belong together, while a server may be changing them.
void back_up(const std::string& model_path, const std::string& folder);

// Held by the one process that may add events.
class JournalLock {
 public:
  explicit JournalLock(const std::string& model_path);  // an Error of kind io if another process has it
  ~JournalLock();
  JournalLock(const JournalLock&) = delete;
  JournalLock& operator=(const JournalLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace priory::server
