// SPDX-License-Identifier: Apache-2.0
// Tables of files and texts: their origins and the head of the first of them, or documents.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "priory/table.h"

#include "input/databases/database.h"
#include "input/detect.h"
#include "input/documents.h"
#include "input/foreign.h"
#include "input/row_source.h"
#include "input/share.h"
#include "input/table_state.h"

namespace priory {

struct Table::Opened final : Table::State {
  ReadOptions options;
  std::vector<std::unique_ptr<Origin>> origins;
  Head head;
  std::unique_ptr<Documents> documents;  // in place of the origins
  std::unique_ptr<Database> database;    // likewise
  std::vector<OriginRange> pieces;  // of the origins, this rank's; of documents the first one tells which

  void read_first_head();
  Format choose(std::string_view first_bytes) const;
  void check_endings() const;
  void find_target();
  void share_out();
  std::unique_ptr<Source<Records>> open(bool again, bool shared,
                                        const std::vector<bool>& wanted) const override;
  std::unique_ptr<Source<ColumnRows>> typed(const std::vector<bool>& wanted) const override {
    return database ? database->typed_rows(wanted) : nullptr;
  }
};

void Table::Opened::read_first_head() {
  check_endings();
  const auto remember = [&](std::string_view bytes) { return format = choose(bytes); };
  OpenedFile file = open_file(*origins[0], true, remember, options, nullptr);
  head = std::move(file.head);
  notes = head.notes;
  if (!file.bytes->charset().empty())
    notes.push_back(fmt::format("{} is {}, and was read as such", origins[0]->name(), file.bytes->charset()));
  columns = head.columns, delimiter = head.delimiter;
  find_target();
}

void Table::Opened::share_out() {
  if (options.ranks == nullptr) return;
  pieces = documents ? share_of(*options.ranks, *documents)
                     : share_of(*options.ranks, origins, {&head, format, options});
}

std::unique_ptr<Source<Records>> Table::Opened::open(bool again, bool shared,
                                                     const std::vector<bool>& wanted) const {
  if (database) return database->rows(wanted);
  if (documents) return document_source(*documents, options, again, shared ? &pieces[0] : nullptr);
  RowSourceOptions how;
  how.read = options;
  how.format = format;
  how.again = again;
  if (shared) how.pieces = &pieces;
  return row_source(origins, head, how);
}

void Table::Opened::find_target() {
  for (const DeclaredColumn& column : columns) {
    if (column.kind == DeclaredColumn::Kind::target) target = column.name;
  }
}

Format Table::Opened::choose(std::string_view first_bytes) const {
  if (options.format != Format::detect) return options.format;
  refuse_foreign(paths[0], first_bytes);
  const Format named = format_of_name(paths[0]);
  return named != Format::detect ? named : format_of_bytes(first_bytes);
}

void Table::Opened::check_endings() const {
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
  auto state = std::make_shared<Opened>();
  state->paths = std::move(paths);
  state->options = options, state->ranks = options.ranks;
  if (const auto address = database_address(state->paths, options)) {
    state->database = open_database(*address, options);
    state->format = address->engine, state->paths = {state->database->name()};
    state->columns = state->database->columns(), state->notes = state->database->notes();
    return Table(std::move(state));
  }
  if (are_documents(state->paths, options)) {
    state->documents = std::make_unique<Documents>(open_documents(state->paths, options));
    state->format = state->documents->format;
    state->columns = state->documents->columns;
    state->notes = state->documents->notes, state->unlabelled = state->documents->unlabelled;
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
  auto state = std::make_shared<Opened>();
  state->paths = {name};
  state->options = options, state->ranks = options.ranks;
  state->origins.push_back(text_origin(std::move(text), std::move(name)));
  state->read_first_head();
  state->share_out();
  return Table(std::move(state));
}

}  // namespace priory
