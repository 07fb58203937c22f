// SPDX-License-Identifier: Apache-2.0
// priory update MODEL DATA... and priory forget MODEL DATA...: the model learns more rows, or unlearns some.
#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

struct Change {
  bool forgets;
  std::string model_path;
  std::vector<std::string> data;
  bool backup = false;
  ReadArguments read;

  int run() const {
    ReadCounts counts;
    const auto change = [&](const Classifier& model) {
      note_left_behind(model);
      ChunkSpec spec = chunk_spec(model.plan());
      spec.target_needed = true;
      spec.skip_bad_rows = read.skip_bad_rows();
      const Table table = read.open(data, model.plan());
      const auto open = [&] { return open_chunks(table, spec, &counts); };
      const unsigned threads = read.thread_count();
      return forgets ? model.forget(open, threads, progress("forgetting"))
                     : model.learn(open, threads, progress("learning"));
    };
    const Classifier changed = change_file(model_path, change, backup);
    report_counts(counts);
    note(fmt::format("{} {} {}, {} rows in all: {}", counts.rows, counts.rows == 1 ? "row" : "rows",
                     forgets ? "forgotten" : "learnt", changed.n_rows(), model_path));
    return 0;
  }
};

Verb make(bool forgets, const std::string& name, const std::string& summary,
          std::vector<std::string> examples) {
  const auto self = std::make_shared<Change>();
  self->forgets = forgets;
  Verb verb{name, summary, std::move(examples), {}, [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "the model file, which is replaced").required = true;
  arguments.texts("DATA", "", self->data, "files of rows with their class, or directories; - is a pipe")
      .required = true;
  arguments.flag("--backup", self->backup, "keep the old model as MODEL~");
  self->read.declare(arguments);
  return verb;
}

}  // namespace

Verb make_update() {
  return make(false, "update", "learn more rows",
              {"priory update mail.priory today.csv", "priory update mail.priory today.csv --backup"});
}

Verb make_forget() {
  return make(true, "forget", "unlearn rows, as if they had never been seen",
              {"priory forget mail.priory withdrawn.csv"});
}

}  // namespace priory::app
