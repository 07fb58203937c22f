// SPDX-License-Identifier: Apache-2.0
#include "model_host.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <sstream>
#include <thread>
#include <unordered_map>

#include "priory/report.h"
#include "priory/store.h"

#include "change_journal.h"
#include "host_state.h"
#include "replay.h"

namespace priory::server {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostWaiting = 4096;  // changes

std::string why_fixed_of(const Classifier& model) {
  try {
    require_changeable(model);
    return "";
  } catch (const Error& error) {
    return error.text({});
  }
}

}  // namespace

struct ModelHost::Inside {
  struct Waiting {
    std::shared_ptr<State> state;
    Change change;
    Done done;
  };

  Inside(std::string of_name, std::string at, HostOptions how)
      : name(std::move(of_name)), path(std::move(at)), options(std::move(how)) {
    state = open(false);
    on_disk = state->event, in_file = state->in_file;
    writer = std::thread([this] { write_until_end(); });
    keeper = std::thread([this] { keep_until_end(); });
  }

  ~Inside() {
    {
      const std::lock_guard guard(mutex);
      ending = true;
    }
    wake_writer.notify_all();
    writer.join();
    {
      const std::lock_guard guard(mutex);
      all_written = true;
    }
    wake_keeper.notify_all();
    keeper.join();
  }

  // The model as file and journal have it. The journal is made when something is learnt, not before.
  std::shared_ptr<State> open(bool leave_behind) {
    if (!journal && Journal::look(path)) open_journal();
    if (journal) begun = beginning_of(*journal);
    if (begun && checksum_at(path).empty()) return open_begun();
    Classifier model = load(path);
    fixed = why_fixed_of(model);
    CheckpointRecord at;
    if (journal) at = find_base(*journal, path, leave_behind);
    const std::string checksum = file_facts(path).checksum;
    const std::int64_t last = journal ? journal->last_event() : 0;
    std::shared_ptr<State> out;
    if (journal && last > at.event && fixed.empty()) {
      Learner learner(model);
      const std::size_t n = replay(learner, *journal, at.base, at.event, last);
      if (n > 0) say(fmt::format("{}: {} events since the last checkpoint are in again", name, n));
      out = std::make_shared<State>(n == 0 ? model : learner.snapshot(), at.base, last);
      if (n > 0) out->go_on(std::move(learner));
    } else {
      out = std::make_shared<State>(std::move(model), at.base, last);
    }
    out->checksum = checksum, out->in_file = at.event;
    return out;
  }

  // Of a model that began with no rows and has no file yet.
  std::shared_ptr<State> open_begun() {
    const CheckpointRecord at = find_base(*journal, path, false);
    const std::int64_t last = journal->last_event();
    Learner learner = learner_at(path, *journal);
    replay(learner, *journal, at.base, at.event, last);
    auto out = std::make_shared<State>(std::move(learner), at.base, last);
    out->in_file = at.event;
    return out;
  }

  void open_journal() {
    lock.emplace(path);
    journal.emplace(Journal::open(path));
    if (const auto& lost = journal->salvage())
      say(fmt::format("{}: the journal was damaged: {} events are kept, {} are lost; what was found is in {}",
                      name, lost->kept, lost->lost, lost->damaged_file));
  }

  // Before the first event. The state stands on the file that was read, so the journal begins with that one.
  void require_journal(State& of) {
    if (journal) return;
    open_journal();
    const CheckpointRecord at = find_base(*journal, path, false);
    if (at.checksum != of.checksum || at.event != 0) {
      journal.reset(), lock.reset();
      throw Refusal(409, "the model file is another one than the one that was read",
                    "have the server read it: send it SIGHUP");
    }
    of.base = at.base;
  }

  void say(const std::string& text) const {
    if (options.note) options.note(text);
  }

  void write_until_end() {
    std::unique_lock guard(mutex);
    for (;;) {
      wake_writer.wait_for(guard, std::chrono::milliseconds(200),
                           [&] { return ending || asked_to_reload || !waiting.empty(); });
      if (asked_to_reload) {
        asked_to_reload = false;
        guard.unlock(), try_reload(), guard.lock();
      } else if (!waiting.empty()) {
        std::deque<Waiting> batch;
        batch.swap(waiting);
        guard.unlock(), write(batch), guard.lock();
      } else if (ending) {
        return;
      } else {
        guard.unlock(), refresh(), guard.lock();
      }
    }
  }

  // Nothing was learnt for a moment: readers need not take turns any longer.
  void refresh() const {
    const std::shared_ptr<State> now = state_now();
    if (now->fresh()) return;
    try {
      now->current();
    } catch (const Error&) {
      // no row is left; whoever asks is told
    }
  }

  // What listeners are told. The classes are those the model was begun with, then others.
  std::string line_of(const EventRange& events) const {
    const std::shared_ptr<State> now = state_now();
    std::ostringstream out;
    JsonWriter json(out);
    json.begin_array().begin_object();  // in an array, an object is one line
    if (events.last != 0)
      json.member("first_event", events.first).member("last_event", events.last);
    else
      json.member("event", now->event.load());
    json.member("rows", now->n_rows()).member("classes", classes_of(*now));
    json.member("waiting", waiting_rows.size()).end_object().end_array();
    const std::string text = out.str();
    return text.substr(text.find('{'), text.rfind('}') + 1 - text.find('{'));
  }

  std::vector<std::string> classes_of(State& of) const {
    std::vector<std::string> out = begun ? begun->classes : std::vector<std::string>();
    const std::lock_guard guard(of.learning);
    for (const std::string& each : of.labels->classes) {
      if (std::ranges::find(out, each) == out.end()) out.push_back(each);
    }
    return out;
  }

  void tell(const std::vector<Changed>& done) {
    if (!feed.is_heard()) return;
    EventRange all;
    for (const Changed& each : done) {
      if (each.repeated || each.events.last == 0) continue;
      if (all.first == 0) all.first = each.events.first;
      all.last = each.events.last;
    }
    if (all.last != 0) feed.publish("change", all.last, line_of(all));
  }

  // All of them in one transaction, each in one of its own inside.
  void write(std::deque<Waiting>& batch) {
    const std::shared_ptr<State> now = state_now();
    std::vector<std::exception_ptr> failures(batch.size());
    std::vector<Changed> done(batch.size());
    std::optional<ChangeJournal> changes;
    try {
      require_journal(now);
      changes.emplace(*now, *journal);
      for (std::size_t k = 0; k < batch.size(); ++k) {
        try {
          if (batch[k].state != now)
            throw Refusal(503, "another model file has come while this was waiting", "send it again");
          done[k] = changes->apply(batch[k].change);
        } catch (const StorageError&) {
          throw;
        } catch (const Error&) {
          failures[k] = std::current_exception();
        }
      }
      changes->commit();
      const bool forgets = std::ranges::any_of(
          batch, [](const Waiting& each) { return each.change.kind != Change::Kind::learn; });
      committed(now->event, forgets);
    } catch (...) {
      if (changes) changes->take_back();
      std::ranges::fill(failures, std::current_exception());
      done.assign(batch.size(), {});
    }
    for (std::size_t k = 0; k < batch.size(); ++k) batch[k].done(failures[k], done[k]);
    tell(done);
  }

  void require_journal(const std::shared_ptr<State>& now) {
    if (!fixed.empty()) throw Refusal(409, fixed);
    require_journal(*now);
    now->require_learner();
  }

  void committed(std::int64_t event, bool forgets) {
    const std::lock_guard guard(mutex);
    if (on_disk == event) return;
    asked_to_erase = asked_to_erase || forgets;
    if (in_file == on_disk) first_pending = Clock::now();
    on_disk = event;
    wake_keeper.notify_all();
  }

  void try_reload() {
    if (load_anew()) feed.publish("state", 0, line_of({}));
  }

  bool load_anew() {
    try {
      const std::string checksum = checksum_at(path);
      if (checksum.empty() && begun) return false;
      {
        const std::lock_guard guard(mutex);
        if (checksum == state->checksum) return false;
      }
      if (journal && journal->find_checkpoint(checksum) &&
          journal->find_checkpoint(checksum)->base == state->base)
        return false;  // one of ours
      const std::int64_t behind = journal ? journal->last_event() - last_in_file() : 0;
      auto next = open(true);
      if (behind > 0)
        say(fmt::format(
            "{}: {} events that the old model file had not yet stay in the journal: priory journal {} "
            "--export FILE",
            name, behind, path));
      const std::lock_guard guard(mutex);
      on_disk = next->event, in_file = next->in_file;
      state = std::move(next);
      say(fmt::format("{}: a new model file, {:.10g} rows", name, state->snapshot->model.n_rows()));
      return true;
    } catch (const Error& error) {
      say(fmt::format("{}: the model stays as it is: {}", name, error.text({})));
      return false;
    }
  }

  std::int64_t last_in_file() {
    const auto last = journal->last_checkpoint(journal->last_base());
    return last ? last->event : 0;
  }

  std::shared_ptr<State> state_now() const {
    const std::lock_guard guard(mutex);
    return state;
  }

  void keep_until_end() {
    std::unique_lock guard(mutex);
    for (;;) {
      const auto due = first_pending + std::chrono::seconds(options.checkpoint_seconds);
      const auto now = Clock::now();
      const bool pending = on_disk > in_file;
      const bool many = on_disk - in_file >= options.checkpoint_events;
      if (pending && now >= not_before && (all_written || many || asked_to_erase || now >= due)) {
        keep(guard, on_disk);
        continue;
      }
      if (all_written) return;
      pending ? void(wake_keeper.wait_for(guard, std::chrono::milliseconds(100))) : wake_keeper.wait(guard);
    }
  }

  void keep(std::unique_lock<std::mutex>& guard, std::int64_t until) {
    asked_to_erase = false;
    guard.unlock();
    std::string failure;
    try {
      auto own = Journal::look(path);
      const auto made = own ? write_checkpoint(*own, path, until) : std::nullopt;
      if (made && !made->checksum.empty() && options.keep > 0)
        keep_checkpoint(path, made->event, options.keep);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    guard.lock();
    if (failure.empty()) {
      in_file = std::max(in_file, until), first_pending = Clock::now();
      return;
    }
    guard.unlock();
    say(fmt::format("{}: no checkpoint was written: {}; all events are in the journal", name, failure));
    guard.lock();
    if (all_written) in_file = on_disk;  // the journal has them
    not_before = Clock::now() + std::chrono::seconds(30);
  }

  const std::string name, path;
  const HostOptions options;
  std::string fixed;
  std::optional<Beginning> begun;  // of a model that began with no rows
  WaitingRows waiting_rows;
  EventFeed feed;

  // The writer's.
  std::optional<JournalLock> lock;
  std::optional<Journal> journal;

  mutable std::mutex mutex;  // guards what follows
  std::shared_ptr<State> state;
  std::deque<Waiting> waiting;
  bool ending = false, all_written = false, asked_to_reload = false, asked_to_erase = false;
  std::int64_t on_disk = 0, in_file = 0;  // the last event in the journal and in the model file
  Clock::time_point first_pending{}, not_before{};
  std::condition_variable wake_writer, wake_keeper;
  std::thread writer, keeper;
};

ModelHost::ModelHost(std::string name, std::string path, HostOptions options)
    : inside_(std::make_unique<Inside>(std::move(name), std::move(path), std::move(options))) {}
ModelHost::~ModelHost() = default;

const std::string& ModelHost::name() const {
  return inside_->name;
}
const std::string& ModelHost::path() const {
  return inside_->path;
}
const std::string& ModelHost::why_fixed() const {
  return inside_->fixed;
}
std::vector<std::string> ModelHost::classes() const {
  return inside_->classes_of(*state());
}
WaitingRows& ModelHost::waiting() {
  return inside_->waiting_rows;
}
EventFeed& ModelHost::feed() {
  return inside_->feed;
}
std::string ModelHost::state_line() const {
  return inside_->line_of({});
}
void ModelHost::tell_queue() {
  if (inside_->feed.is_heard()) inside_->feed.publish("queue", 0, inside_->line_of({}));
}
std::int64_t ModelHost::event() const {
  return state()->event;
}
std::shared_ptr<ModelHost::State> ModelHost::state() const {
  return inside_->state_now();
}

ModelHost::Batch ModelHost::read(const JsonValue& body, std::size_t most_rows) const {
  Batch out{state(), {}};
  out.rows = rows_of_request(body, out.state->shape, most_rows);
  return out;
}

namespace {

// What a thread has for a host: a Predictor over its latest snapshot.
struct ReaderScratch {
  std::shared_ptr<const Snapshot> snapshot;
  std::optional<Predictor> predictor;
};

ReaderScratch& scratch_of(const ModelHost* host, const std::shared_ptr<const Snapshot>& snapshot) {
  thread_local std::unordered_map<const ModelHost*, ReaderScratch> all;
  ReaderScratch& out = all[host];
  if (out.snapshot != snapshot) out.predictor.emplace(snapshot->model), out.snapshot = snapshot;
  return out;
}

template <class Work>
void with_place(std::size_t row, std::size_t n_rows, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data || n_rows == 1) throw;
    throw Error(error.kind(), error.message(), {fmt::format("rows[{}]", row), 0, 0}, error.remedy());
  }
}

}  // namespace

void ModelHost::log_posteriors(const Batch& batch, const Take& take) {
  constexpr std::size_t kAtOnce = 64;  // others want their turn
  State& of = *batch.state;
  const std::size_t n = batch.rows.size();
  if (const auto snapshot = of.fresh()) {
    ReaderScratch& scratch = scratch_of(this, snapshot);
    if (scratch.predictor->columns() == of.shape.columns()) {
      for (std::size_t r = 0; r < n; ++r)
        with_place(r, n,
                   [&] { take(snapshot->labels, scratch.predictor->log_posterior(batch.rows[r].cells)); });
      return;
    }
  }
  of.require_learner();
  for (std::size_t begin = 0; begin < n; begin += kAtOnce) {
    const std::lock_guard lock(of.learning);
    of.require_rows();
    for (std::size_t r = begin; r < std::min(n, begin + kAtOnce); ++r)
      with_place(r, n, [&] { take(of.labels, of.learner->log_posterior(batch.rows[r].cells)); });
  }
}

namespace {

std::vector<std::string> unseen_of(Predictor& predictor, const RowCells& row, const RowShape& shape) {
  std::vector<std::string> out;
  for (const Reason& each : predictor.explain(row.cells).reasons) {
    const std::size_t column =
        each.kind == Reason::Kind::unseen ? shape.find(each.feature) : shape.columns().size();
    if (column < shape.columns().size() && shape.listed()[column].kind == "values")
      out.push_back(each.feature);
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::string>> ModelHost::unseen(const Batch& batch) {
  const RowShape& shape = batch.state->shape;
  if (std::ranges::none_of(shape.listed(), [](const ShapeColumn& each) { return each.kind == "values"; }))
    return {};
  Predictor& own = predictor();
  std::vector<std::vector<std::string>> out;
  for (const RowCells& row : batch.rows) {
    try {
      out.push_back(unseen_of(own, row, shape));
    } catch (const Error&) {
      out.emplace_back();  // whoever predicts the row says what is wrong with it
    }
  }
  return out;
}

Predictor& ModelHost::predictor() {
  return *scratch_of(this, current()).predictor;
}

std::shared_ptr<const Snapshot> ModelHost::current() {
  return state()->current();
}

ModelHost::Copy ModelHost::copy() {
  if (!why_fixed().empty()) throw Refusal(409, why_fixed());
  const std::shared_ptr<State> now = state();
  {
    const std::lock_guard lock(now->learning);
    if (now->learner && now->learner->n_rows() == 0)
      return {Learner(now->learner->plan()), now->event, now->base};
  }
  const auto snapshot = now->current();
  return {Learner(snapshot->model), snapshot->event, now->base};
}

void ModelHost::change(std::shared_ptr<State> of, Change change, Done done) {
  {
    const std::lock_guard guard(inside_->mutex);
    if (inside_->ending || inside_->waiting.size() >= kMostWaiting) {
      const bool ending = inside_->ending;
      throw Refusal(ending ? 503 : 429, ending ? "the server is ending" : "too many changes are waiting",
                    "send it again in a moment");
    }
    inside_->waiting.push_back({std::move(of), std::move(change), std::move(done)});
  }
  inside_->wake_writer.notify_one();
}

void ModelHost::reload() {
  {
    const std::lock_guard guard(inside_->mutex);
    inside_->asked_to_reload = true;
  }
  inside_->wake_writer.notify_one();
}

std::optional<Journal> ModelHost::journal() const {
  return Journal::look(inside_->path);
}

}  // namespace priory::server
