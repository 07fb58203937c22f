// SPDX-License-Identifier: Apache-2.0
// priory drift MODEL DATA...: today's rows against those the model has learnt.
#include "priory/drift.h"

#include <algorithm>
#include <fmt/format.h>

#include "arguments/output_arguments.h"
#include "ranks.h"

namespace priory::app {
namespace {

struct DriftVerb {
  std::string model_path, column;
  std::vector<std::string> data;
  DriftOptions options;
  OutputArguments output;
  ReadArguments read;

  int run() {
    output.check();
    const Classifier model = load(model_path, Check::used);
    options.skip_bad_rows = read.skip_bad_rows();
    options.threads = read.thread_count(data);
    options.tick = progress("comparing");
    const Drift found = drift(model, read.open(data, model.plan()), options);
    report_counts(found.counts);
    if (output.as_json())
      write_output(to_json(found));
    else if (column.empty())
      write(found);
    else
      write_output(output.table(drift_table(column_of(found), as_people())));
    const auto n = std::ranges::count_if(
        found.columns, [](const ColumnDrift& each) { return each.level != DriftLevel::none; });
    note(fmt::format("{} of {} columns have drifted; {:.10g} rows against {:.10g} learnt", n,
                     found.columns.size(), found.n_now, found.n_learnt));
    return 0;
  }

  bool as_people() const { return !output.as_rows() && terminal_output(); }

  void write(const Drift& found) const {
    write_output(output.table(drift_table(found, as_people())));
    if (as_people() && !found.classes.empty())
      write_output('\n' + output.table(class_drift_table(found, true)));
  }

  const ColumnDrift& column_of(const Drift& found) const {
    const auto at = std::ranges::find(found.columns, column, &ColumnDrift::column);
    if (at != found.columns.end()) return *at;
    std::vector<std::string> names;
    for (const ColumnDrift& each : found.columns) names.push_back(each.column);
    throw Error(ErrorKind::usage,
                fmt::format("the model has no column '{}'{}", column, did_you_mean(column, names)));
  }
};

}  // namespace

Verb make_drift() {
  const auto self = std::make_shared<DriftVerb>();
  Verb verb{"drift",
            "today's rows against those learnt",
            {"priory drift mail.priory today.csv", "priory drift mail.priory today.csv --column subject",
             "priory drift mail.priory today.csv --json"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.model(self->model_path);
  arguments.rows(self->data).required = true;
  arguments.group("What is listed");
  arguments.text("--column", "COL", self->column, "the values of this column, and not all columns")
      .names_column();
  arguments.count("--values", "N", self->options.most_values,
                  "so many of a column's values, the most different; 20 when not given");
  arguments.group("Output");
  self->output.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--column", "--values", "--format", "--json"};
  return verb;
}

}  // namespace priory::app
