// SPDX-License-Identifier: Apache-2.0
// A model that is served: read from any number of threads, changed by one of its own.
//
// What is acknowledged is on disk: a change goes to the journal first, and `done` is called after the commit,
// one for all changes that were waiting. Readers do not wait for any of that. While nothing has changed they
// have a Predictor each over an immutable snapshot; after a change they take turns at the Learner, which
// costs a row what it cost before, until there is a new snapshot. So what was acknowledged is seen by every
// prediction after it.
//
// The threads of a host: the writer (learns, commits, reloads) and the keeper (writes checkpoints, by
// replaying the journal onto the model file: no reader and no writer waits for that).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "priory/predictor.h"

#include "event_feed.h"
#include "journal.h"
#include "row_cells.h"
#include "waiting_rows.h"

namespace priory::server {

// Names of classes, and the same as JSON.
struct Labels {
  std::vector<std::string> classes, json;
  explicit Labels(std::vector<std::string> of);
};

// An immutable model, and the last event in it.
struct Snapshot {
  Classifier model;
  std::shared_ptr<const Labels> labels;
  std::int64_t event = 0;
  std::uint64_t revision = 0;  // of the host's state
};

struct HostOptions {
  std::int64_t checkpoint_events = 10'000;            // so many events later, or
  std::int64_t checkpoint_seconds = 60;               // so much time, a checkpoint is written
  std::size_t keep = 0;                               // copies of the last checkpoints
  std::function<void(const std::string&)> note = {};  // what the operator should know
};

// Rows to learn, rows to forget, or events to forget; all of it or nothing.
struct Change {
  enum class Kind : std::uint8_t { learn, forget_rows, forget_events };
  Kind kind = Kind::learn;
  std::vector<RowCells> rows = {};
  std::vector<std::int64_t> events = {};
  std::string key = {}, request = {};  // the same key twice is one change
};

struct Changed {
  EventRange events;
  bool repeated = false;  // it was done before
  double n_rows = 0;      // of the model, after it
};

// An Error with the status that HTTP has for it.
class Refusal : public Error {
 public:
  Refusal(unsigned status_of_http, const std::string& message, const std::string& remedy = "")
      : Error(ErrorKind::usage, message, {}, remedy), status(status_of_http) {}
  unsigned status;
};

class ModelHost {
 public:
  ModelHost(std::string name, std::string path, HostOptions options);
  ~ModelHost();  // after a checkpoint of all events
  ModelHost(const ModelHost&) = delete;
  ModelHost& operator=(const ModelHost&) = delete;

  const std::string& name() const;
  const std::string& path() const;
  const std::string& why_fixed() const;  // why rows cannot be added; empty: they can
  // Those that it was begun with, and what it has learnt since.
  std::vector<std::string> classes() const;
  std::int64_t event() const;  // the last one that predictions see

  // The rows that a request names, as this model has them.
  struct State;
  struct Batch {
    std::shared_ptr<State> state;
    std::vector<RowCells> rows;
  };
  Batch read(const JsonValue& body, std::size_t most_rows) const;

  // Hands over the log posterior of each row, with the names of its classes, in order. An Error of kind data
  // names the row.
  using Take =
      std::function<void(const std::shared_ptr<const Labels>&, std::span<const double> log_posterior)>;
  void log_posteriors(const Batch& batch, const Take& take);

  // Of each row the columns whose value the model has never met: not of numbers and texts. Empty: none has
  // any.
  std::vector<std::vector<std::string>> unseen(const Batch& batch);

  // The Predictor of this thread over everything so far: for reasons, which the Learner has none of. Valid
  // until its next call.
  Predictor& predictor();

  // Everything so far. Makes a snapshot if there is none, which costs as much as the model is large.
  std::shared_ptr<const Snapshot> current();

  // `done` gets what was done, or why not, once it is on disk; on the writer's thread.
  using Done = std::function<void(std::exception_ptr, const Changed&)>;
  void change(std::shared_ptr<State> state, Change change, Done done);
  std::shared_ptr<State> state() const;

  // A model of its own, to learn and forget in, with the event that it has all up to. An Error with status
  // 409 where rows cannot be added.
  struct Copy {
    Learner learner;
    std::int64_t event = 0, base = 0;
  };
  Copy copy();

  WaitingRows& waiting();
  // Told `change` with every commit, `queue` by `tell_queue`.
  EventFeed& feed();
  std::string state_line() const;  // what the feed says of the model: JSON on one line
  void tell_queue();

  // Looks whether there is another model file, and goes on with that one. Returns at once.
  void reload();
  // The journal, for looking; nothing if there is none.
  std::optional<Journal> journal() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace priory::server
