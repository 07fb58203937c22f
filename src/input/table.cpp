// SPDX-License-Identifier: Apache-2.0
// A table is its origins and the head of the first of them, or documents. It never changes after opening, so
// that sources made from it may live side by side; they share its state and may outlive it.
#include "priory/table.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "priory/error.h"

#include "input/detect.h"
#include "input/documents.h"
#include "input/foreign.h"
#include "input/row_source.h"
#include "input/share.h"

namespace priory {

struct Table::State {
  std::vector<std::string> paths;
  ReadOptions options;
  std::vector<std::unique_ptr<Origin>> origins;
  Format format = Format::csv;
  Head head;
  std::unique_ptr<Documents> documents;  // in place of the origins
  std::vector<OriginRange> pieces;  // of the origins, this rank's; of documents the first one tells which
  std::string target;

  void read_first_head();
  Format choose(std::string_view first_bytes) const;
  void check_endings() const;
  void find_target();
  void share_out();
  std::unique_ptr<Source<Records>> open(bool again, bool shared) const;
};

namespace {

// Keeps what the source refers to alive.
template <class State>
class OwningSource : public Source<Records> {
 public:
  OwningSource(std::shared_ptr<State> state, std::unique_ptr<Source<Records>> source, Ranks* ranks)
      : state_(std::move(state)), source_(std::move(source)), ranks_(ranks) {}

  std::unique_ptr<Batch> next() override { return source_->next(); }
  std::unique_ptr<Decoder<Records>> decoder() const override { return source_->decoder(); }
  Ranks* ranks() const override { return ranks_; }
  Progress progress() const override { return source_->progress(); }

 private:
  std::shared_ptr<State> state_;
  std::unique_ptr<Source<Records>> source_;
  Ranks* ranks_;
};

}  // namespace

void Table::State::read_first_head() {
  check_endings();
  const auto remember = [&](std::string_view bytes) { return format = choose(bytes); };
  head = open_file(*origins[0], true, remember, options, nullptr).head;
  find_target();
}

void Table::State::share_out() {
  if (options.ranks == nullptr) return;
  pieces = documents ? share_of(*options.ranks, *documents)
                     : share_of(*options.ranks, origins, {&head, format, options});
}

std::unique_ptr<Source<Records>> Table::State::open(bool again, bool shared) const {
  if (documents) return document_source(*documents, options, again, shared ? &pieces[0] : nullptr);
  RowSourceOptions how;
  how.read = options;
  how.format = format;
  how.again = again;
  if (shared) how.pieces = &pieces;
  return row_source(origins, head, how);
}

void Table::State::find_target() {
  for (const DeclaredColumn& column : head.columns) {
    if (column.kind == DeclaredColumn::Kind::target) target = column.name;
  }
}

Format Table::State::choose(std::string_view first_bytes) const {
  if (options.format != Format::detect) return options.format;
  refuse_foreign(paths[0], first_bytes);
  const Format named = format_of_name(paths[0]);
  return named != Format::detect ? named : format_of_bytes(first_bytes);
}

void Table::State::check_endings() const {
  if (options.format != Format::detect) return;
  const Format first = format_of_name(paths[0]);
  for (const std::string& path : paths) {
    const Format its = format_of_name(path);
    if (first == Format::detect || its == Format::detect || its == first) continue;
    throw Error(ErrorKind::usage, fmt::format("{} and {} are of different formats", paths[0], path), {},
                "files read as one table need one format");
  }
}

Table Table::open(std::vector<std::string> paths, const ReadOptions& options) {
  if (paths.empty()) throw Error(ErrorKind::usage, "a table needs a file");
  if (options.ranks != nullptr && std::ranges::find(paths, "-") != paths.end())
    throw Error(ErrorKind::usage, "standard input can be read by one rank only", {},
                "give files that all ranks can open");
  auto state = std::make_shared<State>();
  state->paths = std::move(paths);
  state->options = options;
  if (are_documents(state->paths, options)) {
    state->documents = std::make_unique<Documents>(open_documents(state->paths, options));
    state->format = state->documents->format;
    state->head.columns = state->documents->columns;
    state->find_target();
    state->share_out();
    return Table(std::move(state));
  }
  for (const std::string& path : state->paths) state->origins.push_back(file_origin(path));
  state->read_first_head();
  state->share_out();
  return Table(std::move(state));
}

Table Table::from_text(std::string text, std::string name, const ReadOptions& options) {
  auto state = std::make_shared<State>();
  state->paths = {name};
  state->options = options;
  state->origins.push_back(text_origin(std::move(text), std::move(name)));
  state->read_first_head();
  state->share_out();
  return Table(std::move(state));
}

Table::Table(std::shared_ptr<State> state) : state_(std::move(state)) {}

const std::vector<DeclaredColumn>& Table::columns() const {
  return state_->head.columns;
}

Format Table::format() const {
  return state_->format;
}

char Table::delimiter() const {
  return state_->head.delimiter;
}

const std::vector<std::string>& Table::paths() const {
  return state_->paths;
}

const std::string& Table::target() const {
  return state_->target;
}

const std::vector<std::string>& Table::notes() const {
  static const std::vector<std::string> kNone;
  return state_->documents ? state_->documents->notes : kNone;
}

const std::string& Table::unlabelled() const {
  static const std::string kNone;
  return state_->documents ? state_->documents->unlabelled : kNone;
}

std::unique_ptr<Source<Records>> Table::rows(bool again) const {
  Ranks* const ranks = state_->options.ranks;
  return std::make_unique<OwningSource<State>>(state_, state_->open(again, ranks != nullptr), ranks);
}

std::unique_ptr<Source<Records>> Table::all_rows(bool again) const {
  return std::make_unique<OwningSource<State>>(state_, state_->open(again, false), nullptr);
}

}  // namespace priory
