// SPDX-License-Identifier: Apache-2.0
// priory journal MODEL: what a server has learnt and forgotten since the model was trained.
#include <ctime>
#include <exception>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <future>

#include "arguments/output_arguments.h"
#include "files/output_file.h"
#include "server/labels.h"
#include "server/model_host.h"
#include "server/replay.h"

namespace priory::app {
namespace {

using server::Event;
using server::Journal;
using server::ModelHost;

constexpr std::int64_t kAll = std::int64_t{1} << 60;

std::string time_text(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

struct JournalVerb {
  std::string model_path, export_path, backup_folder;
  std::size_t limit = 20, undo = 0, back_to = 0;
  bool compact = false, adopt = false, goes_back = false;
  OutputArguments output;

  int run() {
    output.check();
    check_actions();
    if (!backup_folder.empty()) return run_backup();
    if (!Journal::look(model_path)) {
      note(fmt::format("{} has no journal: no server has learnt a row for it", model_path));
      return 0;
    }
    if (adopt) return run_adopt();
    if (compact) return run_compact();
    if (undo > 0) return run_undo();
    if (goes_back) return run_back_to();
    return export_path.empty() ? list() : run_export();
  }

  void check_actions() const {
    const int n = (adopt ? 1 : 0) + (compact ? 1 : 0) + (undo > 0 ? 1 : 0) + (goes_back ? 1 : 0) +
                  (export_path.empty() ? 0 : 1) + (backup_folder.empty() ? 0 : 1);
    if (n > 1)
      throw Error(ErrorKind::usage,
                  "--export, --backup, --compact, --undo, --back-to and --adopt exclude each other");
  }

  // The last events, in their order.
  int list() const {
    Journal journal = *Journal::look(model_path);
    std::vector<Event> events;
    const auto take = [&](const Event& event) { return events.push_back(event), events.size() < limit; };
    journal.visit(0, kAll, take, true);
    std::reverse(events.begin(), events.end());
    TextTable table({"event", "time", "change", "of", "forgotten_by", "label", "row"});
    for (const Event& event : events) {
      const bool hidden = event.erased || event.gone_by != 0 || !event.learns;
      const auto row = hidden ? server::ListedRow() : server::listed_row(event.row);
      table.add_row({fmt::format("{}", event.number), time_text(event.time),
                     event.learns ? "learn" : "forget", event.of == 0 ? "" : fmt::format("{}", event.of),
                     event.gone_by == 0 ? "" : fmt::format("{}", event.gone_by), row.label,
                     event.erased ? "(erased)" : row.text});
    }
    if (output.as_json())
      write_output(json_of(events));
    else
      write_output(output.table(table));
    const std::int64_t n = journal.last_event();
    if (n > static_cast<std::int64_t>(events.size()))
      note(fmt::format("the last {} of {} events; --limit N shows more", events.size(), n));
    return 0;
  }

  std::string json_of(const std::vector<Event>& events) const {
    std::ostringstream out;
    JsonWriter json(out);
    json.begin_object().member("schema", "priory.history/1").key("events").begin_array();
    for (const Event& event : events) server::write_json(json, event);
    json.end_array().end_object();
    return out.str();
  }

  // The rows that were learnt and are not forgotten, as a table to train from.
  int run_export() const {
    Journal journal = *Journal::look(model_path);
    const server::RowShape shape = server::shape_of(server::learner_at(model_path, journal));
    OutputFile file(export_path);
    const auto [n, n_erased] =
        server::export_labels(journal, shape, [&](const std::string& line) { file.write(line); });
    file.commit();
    note(fmt::format(
        "{} rows{}", n,
        n_erased == 0 ? "" : fmt::format("; {} more were left out when it was compacted", n_erased)));
    return 0;
  }

  int run_backup() const {
    server::back_up(model_path, backup_folder);
    note(fmt::format("{} and its journal are in {}", model_path, backup_folder));
    return 0;
  }

  // All events into the model file, and their rows out of the journal.
  int run_compact() const {
    const server::JournalLock lock(model_path);
    Journal journal = Journal::open(model_path);
    server::find_base(journal, model_path, false);
    const std::int64_t last = journal.last_event();
    server::write_checkpoint(journal, model_path, last);
    const std::int64_t n = journal.erase_all(last);
    journal.shrink();
    note(fmt::format("{} has all events; the rows of {} were left out of the journal", model_path, n));
    return 0;
  }

  int run_adopt() const {
    const server::JournalLock lock(model_path);
    Journal journal = Journal::open(model_path);
    const std::int64_t last = journal.last_event();
    const auto base = server::find_base(journal, model_path, true);
    note(base.event == last
             ? fmt::format("{}: goes on after event {}; older events stay listed", model_path, last)
             : fmt::format("{}: the journal knows this file", model_path));
    return 0;
  }

  static server::Changed change(ModelHost& host, server::Change what) {
    std::promise<server::Changed> done;
    host.change(host.state(), std::move(what),
                [&](const std::exception_ptr& failure, const server::Changed& changed) {
                  failure ? done.set_exception(failure) : done.set_value(changed);
                });
    return done.get_future().get();
  }

  std::unique_ptr<ModelHost> host() const {
    server::HostOptions options;
    options.note = [](const std::string& text) { note(text); };
    return std::make_unique<ModelHost>("model", model_path, options);
  }

  int run_undo() const {
    const auto model = host();
    const auto changed =
        change(*model, {server::Change::Kind::forget_events, {}, {static_cast<std::int64_t>(undo)}});
    note(
        fmt::format("event {} takes back event {}; {:.10g} rows", changed.events.last, undo, changed.n_rows));
    return 0;
  }

  // What was learnt after the event is forgotten, and what was forgotten is learnt again.
  int run_back_to() const {
    const auto model = host();
    const auto state = model->state();
    const server::RowShape shape = server::shape_of(Learner(model->current()->model));
    server::Change back{server::Change::Kind::forget_events}, again{server::Change::Kind::learn};
    Journal journal = *Journal::look(model_path);
    journal.visit(static_cast<std::int64_t>(back_to), kAll, [&](const Event& event) {
      if (event.learns) {
        if (event.gone_by == 0) back.events.push_back(event.number);
        return true;
      }
      if (event.of > static_cast<std::int64_t>(back_to)) return true;  // learnt after it, too
      if (event.erased)
        throw Error(ErrorKind::data, fmt::format("event {} has forgotten a row for good", event.number), {},
                    "go back to it, or to a later one");
      again.rows.push_back(server::from_json_row(event.row, shape));
      return true;
    });
    const std::size_t n_back = back.events.size(), n_again = again.rows.size();
    if (n_again > 0) change(*model, std::move(again));
    if (n_back > 0) change(*model, std::move(back));
    note(fmt::format("as after event {}: {} rows forgotten, {} learnt again", back_to, n_back, n_again));
    return 0;
  }
};

}  // namespace

Verb make_journal() {
  const auto self = std::make_shared<JournalVerb>();
  Verb verb{"journal",
            "what a server has learnt and forgotten for a model",
            {"priory journal mail.priory", "priory journal mail.priory --export learnt.csv",
             "priory journal mail.priory --undo 17", "priory journal mail.priory --compact"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "the model file; the journal is beside it").required = true;
  arguments.group("Looking");
  arguments.count("--limit", "N", self->limit, "how many events to show, the last ones; 20 when not given");
  arguments
      .text("--export", "FILE", self->export_path,
            "write the rows that were learnt and not forgotten, as CSV to train from; - is stdout")
      .writes();
  arguments.text("--backup", "FOLDER", self->backup_folder,
                 "copy model and journal into a folder, also while a server is learning");
  self->output.declare(arguments);
  arguments.group("Changing, while no server runs");
  arguments.count("--undo", "EVENT", self->undo, "forget what this event has learnt");
  arguments.call(
      "--back-to", "EVENT",
      [self](const std::string& text) {
        const bool whole =
            !text.empty() && text.size() < 16 && text.find_first_not_of("0123456789") == std::string::npos;
        if (!whole)
          throw Error(ErrorKind::usage,
                      fmt::format("--back-to takes the number of an event, not '{}'", text));
        self->back_to = std::stoull(text), self->goes_back = true;
      },
      "take back all events after this one; 0: all");
  arguments.flag("--compact", self->compact,
                 "write all events into MODEL, and leave their rows out of the journal");
  arguments.flag("--adopt", self->adopt,
                 "go on from a MODEL that was trained anew, without the events before");
  verb.matter = {"--limit", "--export", "--undo", "--back-to", "--compact", "--json"};
  return verb;
}

}  // namespace priory::app
