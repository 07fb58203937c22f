// SPDX-License-Identifier: Apache-2.0
#include "replay.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>

#include "priory/report.h"
#include "priory/store.h"

namespace priory::server {

namespace {

constexpr const char *kName = "name", *kPlan = "plan", *kClasses = "classes";

}  // namespace

std::optional<Beginning> beginning_of(Journal& journal) {
  const auto plan = journal.setting(kPlan), name = journal.setting(kName),
             classes = journal.setting(kClasses);
  if (!plan || !name || !classes) return std::nullopt;
  Beginning out{*name, plan_from_json(*plan, "the journal"), {}};
  for (const JsonValue& each : parse_json(*classes).items) out.classes.push_back(each.text);
  return out;
}

// All in one transaction: what a crash leaves is no model, or this one.
void begin_model(const std::string& model_path, const Beginning& beginning) {
  const JournalLock lock(model_path);
  Journal journal = Journal::open(model_path);
  Transaction all = journal.begin();
  std::ostringstream classes;
  JsonWriter(classes).value(beginning.classes);
  journal.set(kPlan, plan_to_json(beginning.plan));
  journal.set(kClasses, classes.str());
  journal.set(kName, beginning.name);
  journal.add_checkpoint({"", 1, 0, 0});
  all.commit();
}

std::string checksum_at(const std::string& model_path) {
  return ::access(model_path.c_str(), F_OK) == 0 ? file_facts(model_path).checksum : "";
}

Learner learner_at(const std::string& model_path, Journal& journal) {
  if (::access(model_path.c_str(), F_OK) == 0) return Learner(load(model_path));
  const auto beginning = beginning_of(journal);
  if (!beginning) throw Error(ErrorKind::io, "there is no such model file", {model_path, 0, 0});
  return Learner(beginning->plan);
}

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
  const std::string checksum = checksum_at(model_path);
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

namespace {

CheckpointRecord checkpoint_before(Journal& journal, const std::string& model_path) {
  auto before = journal.find_checkpoint(checksum_at(model_path));
  if (!before)
    throw Error(ErrorKind::model, "another program has replaced the model file", {model_path, 0, 0},
                "have the server read it (SIGHUP), or bring back the file that was there");
  return *before;
}

// The checkpoint is entered before the file is there: whichever a crash leaves is known.
CheckpointRecord write_model(Journal& journal, const std::string& model_path, std::int64_t until) {
  CheckpointRecord made;
  change_file(model_path, [&](const Classifier& model) {
    const CheckpointRecord before = checkpoint_before(journal, model_path);
    Learner learner(model);
    replay(learner, journal, before.base, before.event, until);
    Classifier out = learner.snapshot();
    made = {facts_of(to_bytes(out), model_path).checksum, before.base, until, 0};
    journal.add_checkpoint(made);
    return out;
  });
  return made;
}

// The same of a model that began with no rows, before its first file and when no row is left.
CheckpointRecord write_begun(Journal& journal, const std::string& model_path, std::int64_t until) {
  const CheckpointRecord before = checkpoint_before(journal, model_path);
  Learner learner = learner_at(model_path, journal);
  replay(learner, journal, before.base, before.event, until);
  CheckpointRecord made = {"", before.base, until, 0};
  if (learner.n_rows() == 0) {
    journal.add_checkpoint(made);
    ::unlink(model_path.c_str());
    return made;
  }
  const Classifier model = learner.snapshot();
  made.checksum = facts_of(to_bytes(model), model_path).checksum;
  journal.add_checkpoint(made);
  save(model, model_path);
  return made;
}

}  // namespace

std::optional<CheckpointRecord> write_checkpoint(Journal& journal, const std::string& model_path,
                                                 std::int64_t until) {
  std::optional<CheckpointRecord> made;
  const auto current = journal.find_checkpoint(checksum_at(model_path));
  if (!current || current->event < until)
    made = (journal.setting(kPlan) ? write_begun : write_model)(journal, model_path, until);
  journal.erase_forgotten(until);
  journal.truncate_log();
  return made;
}

void keep_checkpoint(const std::string& model_path, std::int64_t event, std::size_t n) {
  namespace fs = std::filesystem;
  const fs::path model(model_path);
  const std::string begin = model.filename().string() + ".at-";
  std::error_code none;
  fs::create_hard_link(model, model_path + ".at-" + std::to_string(event), none);  // or it is there already
  std::vector<std::pair<std::int64_t, fs::path>> kept;
  const fs::path folder = model.has_parent_path() ? model.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin) || name.size() == begin.size()) continue;
    const bool number = name.find_first_not_of("0123456789", begin.size()) == std::string::npos;
    if (number && name.size() < begin.size() + 18)
      kept.emplace_back(std::stoll(name.substr(begin.size())), entry.path());
  }
  std::ranges::sort(kept);
  for (std::size_t k = 0; k + n < kept.size(); ++k) fs::remove(kept[k].second, none);
}

// The journal is copied after the model file: it has all that came after. A checkpoint in between may have
// erased what the copy lacks, so both are copied again then.
void back_up(const std::string& model_path, const std::string& folder) {
  namespace fs = std::filesystem;
  const fs::path to = fs::path(folder) / fs::path(model_path).filename();
  fs::create_directories(folder);
  for (const fs::path& each : {to, fs::path(journal_path(to.string()))}) {
    if (fs::exists(each))
      throw Error(ErrorKind::usage, "is there already", {each.string(), 0, 0}, "give another folder");
  }
  constexpr int kTries = 20;
  for (int k = 0; k < kTries; ++k) {
    const std::string before = checksum_at(model_path);
    if (!before.empty()) fs::copy_file(model_path, to, fs::copy_options::overwrite_existing);
    if (auto journal = Journal::look(model_path)) journal->copy_to(journal_path(to.string()));
    if (checksum_at(model_path) == before) return;
    fs::remove(to), fs::remove(journal_path(to.string()));
  }
  throw Error(ErrorKind::io, "checkpoints are written faster than they can be copied", {model_path, 0, 0},
              "start the server with a larger --checkpoint-events");
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
