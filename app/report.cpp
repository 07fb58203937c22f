// SPDX-License-Identifier: Apache-2.0
// priory report MODEL [DATA]: the model, and how good it is, as one HTML file. `eval --report` writes the
// same.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "command.h"
#include "portrait.h"

namespace priory::app {
namespace {

std::string name_of(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

void write_page(const Page& page, const std::string& path) {
  const std::string html = to_html(page);
  if (path == "-") return write_output(html);
  std::ofstream out(path, std::ios::binary);
  out << html;
  out.close();
  if (!out) throw Error(ErrorKind::io, "cannot write " + path);
}

Examples examples_of(const Judged& judged, const ReadArguments& read, std::size_t per_cell) {
  ChunkSpec spec = chunk_spec(judged.model.plan());
  spec.target_needed = spec.places = spec.keep_all = true;
  spec.skip_bad_rows = read.skip_bad_rows();
  spec.chunk_rows = 16;  // explaining a row scores its chunk
  const auto open = [&] { return open_chunks(judged.table, spec, nullptr, true); };
  ExampleOptions options;
  options.per_cell = per_cell;
  return pick_examples(judged.model, open, judged.decide, options, read.thread_count(),
                       progress("explaining"));
}

struct Report {
  std::string model_path;
  std::vector<std::string> data;
  std::string output;
  std::size_t rows = kReportRows;
  ReadArguments read;
  DecisionArguments decision;

  int run() const {
    const Classifier model = load(model_path);
    data.empty() ? write_model(model) : judge(model);
    return 0;
  }

  void write_model(const Classifier& model) const {
    Page page;
    page.title = name_of(model_path);
    page.version = PRIORY_VERSION;
    const std::size_t n = model.classes().size();
    page.model = portrait(model, model_path, n == 2 ? positive_class(model.classes(), decision.positive) : 0);
    write_page(page, output);
  }

  void judge(const Classifier& model) const {
    const Decision decide = decision.decide(model);
    const Table table = read.open(data);
    ChunkSpec spec = chunk_spec(model.plan());
    spec.target_needed = true;
    spec.skip_bad_rows = read.skip_bad_rows();
    spec.places = model.plan().unseen == Unseen::error;
    ReadCounts counts;
    const auto chunks = open_chunks(table, spec, &counts, true);
    const auto positive = decision.positive.empty() ? std::nullopt : std::optional(decision.positive);
    const Evaluation evaluation =
        evaluate(model, *chunks, decide, positive, read.thread_count(), progress("evaluating"));
    if (counts.rows == 0)
      throw Error(ErrorKind::data, "there are no rows to evaluate", {data[0], 0, 0},
                  "the file has a header only, or every row was skipped");
    const Measures measures = evaluation.measure();
    write_report(
        {model, model_path, table, data, decide, decision.given_threshold(), evaluation, measures, counts},
        read, rows, output);
    report_counts(counts);
  }
};

}  // namespace

void write_report(const Judged& judged, const ReadArguments& read, std::size_t rows,
                  const std::string& path) {
  Page page;
  page.title = fmt::format("{} on {}", name_of(judged.model_path), name_of(judged.data[0]));
  if (judged.data.size() > 1) page.title += fmt::format(" and {} more", judged.data.size() - 1);
  page.version = PRIORY_VERSION;
  const std::vector<std::string>& classes = judged.model.classes();
  const std::size_t positive =
      judged.measures.positive ? positive_class(classes, *judged.measures.positive) : 0;
  page.model = portrait(judged.model, judged.model_path, positive);
  page.measures = &judged.measures;
  page.evaluation = &judged.evaluation;
  page.threshold = judged.threshold;
  page.data = {judged.data, judged.counts,
               profile(judged.table, judged.model.plan().missing, read.skip_bad_rows(), read.thread_count(),
                       progress("looking at the columns"))};
  page.examples = examples_of(judged, read, rows);
  write_page(page, path);
}

Verb make_report() {
  const auto self = std::make_shared<Report>();
  Verb verb{"report",
            "a model and how good it is, as one HTML file",
            {"priory report mail.priory test.csv -o report.html", "priory report mail.priory -o model.html"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "a model file").required = true;
  arguments.texts("DATA", "", self->data,
                  "files of rows whose class is known; without them, the model alone");
  arguments.group("Output");
  arguments.text("-o,--output", "FILE", self->output, "the HTML file; - is a pipe").required = true;
  arguments.count("--report-rows", "N", self->rows, kReportRowsHelp, 0);
  self->decision.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
