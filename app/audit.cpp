// SPDX-License-Identifier: Apache-2.0
// priory audit DATA... --target COL: labels worth a second look.
#include <fmt/format.h>

#include "arguments/output_arguments.h"
#include "training_data.h"

namespace priory::app {
namespace {

struct AuditVerb {
  std::vector<std::string> data;
  AuditOptions options;
  bool alike = false;
  OutputArguments output;
  ReadArguments read;
  PlanArguments shape;

  int run() {
    output.check();
    PlanOptions plan_options = shape.finish();
    plan_options.skip_bad_rows = read.skip_bad_rows();
    TrainingOptions training = training_options(read);
    const Table table = read.open(data);
    TrainingRows source(table, plan_options, training);
    require_target(source.plan());
    options.threads = source.threads();
    options.progress = [](const std::string& work) { return progress(work); };
    const Audit found = audit(source, table, options);
    report_roles(source.plan());
    report_counts(source.counts());
    if (output.as_json())
      write_output(to_json(found));
    else if (output.as_rows() || !terminal_output())
      write_output(output.table(alike ? alike_table(found) : suspects_table(found, false)));
    else
      write_text(found);
    note(fmt::format(
        "the others speak against the labels of {} of {} rows; alike with different labels: {} {} of rows",
        found.n_suspects, found.n_rows, found.n_alike, found.n_alike == 1 ? "group" : "groups"));
    return 0;
  }

  void write_text(const Audit& found) const {
    if (!found.suspects.empty() && !alike) write_output(output.table(suspects_table(found, true)));
    if (!found.alike.empty()) write_output((alike ? "" : "\n") + output.table(alike_table(found)));
  }
};

}  // namespace

Verb make_audit() {
  const auto self = std::make_shared<AuditVerb>();
  Verb verb{
      "audit",
      "labels worth a second look",
      {"priory audit mail.csv --target label --text body",
       "priory audit sms.csv --target label >suspects.csv", "priory audit iris.csv --target species --json"},
      {},
      [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments.group("What is listed");
  arguments.count("--top", "N", self->options.most,
                  "so many suspects, and groups of rows alike; 100 when not given");
  arguments.flag("--alike", self->alike, "only rows that are alike with different labels");
  arguments.number("--similar", "SHARE", self->options.similar, 0, 1,
                   "of words that texts have in common to be alike; 0.8 when not given, 1: equal ones");
  arguments.group("Output");
  self->output.declare(arguments);
  self->shape.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--target", "--text", "--top", "--alike", "--similar", "--family", "--json"};
  return verb;
}

}  // namespace priory::app
