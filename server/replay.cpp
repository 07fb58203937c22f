// SPDX-License-Identifier: Apache-2.0
#include "replay.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "priory/store.h"

namespace priory::server {

RowShape shape_of(const Learner& learner) {
  return {learner.plan(), learner.columns()};
}

std::size_t replay(Learner& learner, Journal& journal, std::int64_t base, std::int64_t after,
                   std::int64_t until) {
  const RowShape shape = shape_of(learner);
  std::size_t n = 0;
  journal.visit(after, until, [&](const Event& event) {
    if (event.base != base) return true;
    if (event.erased)
      throw Error(
          ErrorKind::model,
          fmt::format("the row of event {} is erased, and the model file does not have it yet", event.number),
          {}, "this is an old copy of the model file: bring back the one that was there last");
    const RowCells row = from_json_row(event.row, shape);
    event.learns ? learner.learn(row.cells, row.label, row.weight)
                 : learner.forget(row.cells, row.label, row.weight);
    return ++n, true;
  });
  return n;
}

CheckpointRecord find_base(Journal& journal, const std::string& model_path, bool leave_behind) {
  const std::string checksum = file_facts(model_path).checksum;
  if (auto known = journal.find_checkpoint(checksum)) return *known;
  const std::int64_t base = journal.last_base(), event = journal.last_event();
  const auto last = journal.last_checkpoint(base);
  if (!leave_behind && event > (last ? last->event : 0))
    throw Error(
        ErrorKind::model,
        fmt::format("the journal does not know this model file, and has events up to {} that no model file "
                    "of its own has",
                    event),
        {model_path, 0, 0},
        "bring back the file that was there, or go on from this one: priory journal MODEL --adopt");
  const CheckpointRecord begun = {checksum, base + 1, event, 0};
  journal.add_checkpoint(begun);
  return begun;
}

std::optional<CheckpointRecord> write_checkpoint(Journal& journal, const std::string& model_path,
                                                 std::int64_t until) {
  CheckpointRecord made;
  bool needed = true;
  const auto current = journal.find_checkpoint(file_facts(model_path).checksum);
  if (current && current->event >= until) needed = false;
  if (needed) {
    change_file(model_path, [&](const Classifier& model) {
      const auto before = journal.find_checkpoint(file_facts(model_path).checksum);
      if (!before)
        throw Error(ErrorKind::model, "another program has replaced the model file", {model_path, 0, 0},
                    "have the server read it (SIGHUP), or bring back the file that was there");
      Learner learner(model);
      replay(learner, journal, before->base, before->event, until);
      Classifier out = learner.snapshot();
      made = {facts_of(to_bytes(out), model_path).checksum, before->base, until, 0};
      journal.add_checkpoint(made);
      return out;
    });
  }
  journal.erase_forgotten(until);
  journal.truncate_log();
  return needed ? std::optional(made) : std::nullopt;
}

JournalLock::JournalLock(const std::string& model_path) {
  const std::string path = journal_path(model_path) + ".lock";
  fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd_ < 0)
    throw Error(ErrorKind::io, fmt::format("cannot be opened: {}", std::strerror(errno)), {path, 0, 0},
                "learning needs a folder that can be written to");
  if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(fd_);
  throw Error(ErrorKind::io, "another process learns into this journal", {journal_path(model_path), 0, 0},
              "ask that server, or stop it first");
}

JournalLock::~JournalLock() {
  ::close(fd_);
}

}  // namespace priory::server
