// SPDX-License-Identifier: Apache-2.0
// priory report MODEL [DATA]: the model, and how good it is, as one HTML file. `eval --report` writes the
// same.
#include "report.h"

#include <filesystem>
#include <fmt/format.h>

#include "priory/version.h"

namespace priory::app {
namespace {

std::string name_of(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

PageModel page_of(const Classifier& model, const std::string& path, std::size_t positive) {
  const FileFacts facts = file_facts(path);
  PageModel out = portrait(model, positive, spell_option);
  out.file = path, out.format = facts.format, out.checksum = facts.checksum, out.bytes = facts.bytes;
  return out;
}

void write_page(const Page& page, const std::string& path) {
  const std::string html = to_html(page);
  if (path == "-") return write_output(html);
  write_file(path, [&](std::ostream& out) { out << html; });
}

Examples examples_of(const Judged& judged, const ReadArguments& read, std::size_t per_cell) {
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::needed;
  reading.explained = reading.places = reading.keep_all = true;
  reading.skip_bad_rows = read.skip_bad_rows();
  reading.chunk_rows = 16;  // explaining a row scores its chunk
  ExampleOptions options;
  options.per_cell = per_cell;
  return pick_examples(judged.model, rows_of(judged.model, judged.table, reading), judged.decide, options,
                       read.thread_count(), progress("explaining"));
}

struct Report {
  std::string model_path;
  std::vector<std::string> data;
  ReportArguments report;
  BootstrapArguments bootstrap;
  ReadArguments read;
  DecisionArguments decision;
  PosteriorArguments posterior;

  int run() const {
    const Classifier model = load(model_path, Check::used);
    require_target(model.plan());
    data.empty() ? write_model(model) : judge(model);
    return 0;
  }

  void write_model(const Classifier& model) const {
    Page page;
    page.title = name_of(model_path);
    page.version = PRIORY_VERSION;
    const bool two = model.classes().size() == 2;
    page.model = page_of(model, model_path, two ? positive_class(model.classes(), decision.positive) : 0);
    write_page(page, report.path);
  }

  void judge(const Classifier& model) const {
    const Table table = read.open(data, model.plan());
    const EvaluationRows rows = evaluate_table(model, table, read, decision, posterior, true);
    MeasureOptions options;
    options.threads = read.thread_count();
    const Measures measures = bootstrap.measure(rows.evaluation, options);
    const Decision decide = decision.decide(model.classes());
    report.write({rows.model, model_path, table, data, decide, decision.one_threshold(), rows.evaluation,
                  measures, rows.counts},
                 read);
    report_counts(rows.counts);
  }
};

}  // namespace

void ReportArguments::declare(Arguments& arguments) {
  arguments.count("--report-rows", "N", rows,
                  "how many rows the report shows of a cell of the matrix; 20 by default", 0);
}

void ReportArguments::write(const Judged& judged, const ReadArguments& read) const {
  constexpr std::size_t kMostClasses = 2000;  // the matrix alone has the square of that
  if (const std::size_t n = judged.measures.classes.size(); n > kMostClasses)
    throw Error(ErrorKind::usage,
                fmt::format("a report shows at most {} classes, and here are {}", kMostClasses, n), {},
                "eval prints the figures");
  Page page;
  page.title = fmt::format("{} on {}", name_of(judged.model_path), name_of(judged.data[0]));
  if (judged.data.size() > 1) page.title += fmt::format(" and {} more", judged.data.size() - 1);
  page.version = PRIORY_VERSION;
  const auto& positive = judged.measures.positive;
  page.model = page_of(judged.model, judged.model_path,
                       positive ? positive_class(judged.model.classes(), *positive) : 0);
  page.measures = &judged.measures;
  page.evaluation = &judged.evaluation;
  page.threshold = judged.threshold;
  std::optional<Evaluation> raw;  // of the same rows before calibration
  if (judged.model.calibration() != nullptr)
    raw = evaluate_table(judged.model.uncalibrated(), judged.table, read, {}, {}, true).evaluation;
  if (raw) page.raw = &*raw;
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
  arguments.text("MODEL", "", self->model_path, "a model file").reads().required = true;
  arguments.texts("DATA", "", self->data, "files of rows whose class is known; without them, the model alone")
      .reads();
  arguments.group("Output");
  arguments.text("-o,--output", "FILE", self->report.path, "the HTML file; - is a pipe").writes().required =
      true;
  self->report.declare(arguments);
  self->bootstrap.declare(arguments);
  self->decision.declare(arguments);
  self->posterior.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
