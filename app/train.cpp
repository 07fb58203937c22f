// SPDX-License-Identifier: Apache-2.0
// priory train DATA... --target COL -o MODEL
#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

struct Train {
  std::vector<std::string> data;
  std::string output;
  ReadArguments read;
  PlanArguments shape;

  int run() {
    PlanOptions options = shape.finish();
    options.skip_bad_rows = read.skip_bad_rows();
    const Table table = read.open(data);
    if (options.target.empty())
      throw Error(ErrorKind::usage, "train needs --target COL, the column with the class");
    const auto columns =
        profile(table, options.missing, options.skip_bad_rows, read.thread_count(), progress("looking"));
    const Plan plan = make_plan(columns, options);
    ChunkSpec spec = chunk_spec(plan);
    spec.target_needed = true;
    spec.skip_bad_rows = options.skip_bad_rows;
    ReadCounts counts;
    const auto open = [&] { return open_chunks(table, spec, &counts, true); };
    const Classifier model = Classifier::train(plan, open, read.thread_count(), progress("learning"));
    save(model, output);
    say(model, plan, counts);
    return 0;
  }

  void say(const Classifier& model, const Plan& plan, const ReadCounts& counts) const {
    for (const ColumnRole& role : plan.roles) {
      if (role.role == "ignored" && !role.reason.starts_with("by "))
        note(fmt::format("column '{}' is left out: {}", role.name, role.reason));
    }
    for (const std::string& text : plan.notes) note(text);
    report_counts(counts);
    note(fmt::format("{} rows, {} {}, {} {}: {}", model.n_rows(), model.classes().size(),
                     model.classes().size() == 1 ? "class" : "classes", plan.parts.size(),
                     plan.parts.size() == 1 ? "part" : "parts", output));
  }
};

}  // namespace

Verb make_train() {
  const auto self = std::make_shared<Train>();
  Verb verb{"train",
            "learn a model from rows with a class",
            {"priory train mail.csv --target label --text body -o mail.priory",
             "priory train iris.csv --target species --family gaussian -o iris.priory",
             "zcat votes.csv.gz | priory train - --target party -o votes.priory"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.texts("DATA", "", self->data, "files of rows; - is a pipe").required = true;
  arguments.text("-o,--output", "MODEL", self->output, "the model file to write").required = true;
  self->shape.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
