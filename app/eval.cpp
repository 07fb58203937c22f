// SPDX-License-Identifier: Apache-2.0
// priory eval MODEL DATA: how well the model predicts rows whose class is known.
#include "command.h"

namespace priory::app {
namespace {

struct Eval {
  std::string model_path;
  std::vector<std::string> data;
  std::string report;
  std::size_t report_rows = kReportRows;
  bool json = false;
  ReadArguments read;
  DecisionArguments decision;

  int run() const {
    const Classifier model = load(model_path);
    const Decision decide = decision.decide(model);
    ChunkSpec spec = chunk_spec(model.plan());
    spec.target_needed = true;
    spec.skip_bad_rows = read.skip_bad_rows();
    spec.places = model.plan().unseen == Unseen::error;
    ReadCounts counts;
    const Table table = read.open(data);
    const auto rows = open_chunks(table, spec, &counts, !report.empty());
    const auto positive = decision.positive.empty() ? std::nullopt : std::optional(decision.positive);
    const Evaluation evaluation =
        evaluate(model, *rows, decide, positive, read.thread_count(), progress("evaluating"));
    const Measures measures = evaluation.measure();
    if (counts.rows == 0)
      throw Error(ErrorKind::data, "there are no rows to evaluate", {data[0], 0, 0},
                  "the file has a header only, or every row was skipped");
    write_output(json ? to_json(measures) : to_text(measures, terminal_width()));
    if (!report.empty())
      write_report(
          {model, model_path, table, data, decide, decision.given_threshold(), evaluation, measures, counts},
          read, report_rows, report);
    report_counts(counts);
    return 0;
  }
};

}  // namespace

Verb make_eval() {
  const auto self = std::make_shared<Eval>();
  Verb verb{"eval",
            "how good a model is on rows whose class is known",
            {"priory eval mail.priory test.csv", "priory eval mail.priory test.csv --json | jq .accuracy",
             "priory eval mail.priory test.csv --threshold 0.9 --positive spam"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "a model file").required = true;
  arguments.texts("DATA", "", self->data, "files of rows; - is a pipe").required = true;
  arguments.group("Output");
  arguments.flag("--json", self->json, "for machines");
  arguments.text("--report", "FILE", self->report,
                 "also an HTML file with figures, curves and rows to look at");
  arguments.count("--report-rows", "N", self->report_rows, kReportRowsHelp, 0);
  self->decision.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
