// SPDX-License-Identifier: Apache-2.0
// priory report MODEL [DATA]: the model, and how good it is, as one HTML file. `eval --report` writes the
// same.
#include "report.h"

#include <fmt/format.h>

#include "pages.h"

namespace priory::app {
namespace {

std::string what_is_in(const Page& page) {
  if (!page.data) return "the model";
  const std::size_t rows = page.data->counts.rows;
  return fmt::format("the model, {} {} {}", page.measures == nullptr ? "beside" : "judged on", rows,
                     rows == 1 ? "row" : "rows");
}

void write_page(const Page& page, const std::string& path) {
  const std::string html = to_html(page);
  if (path == "-") return write_output(html);
  write_file(path, [&](std::ostream& out) { out << html; });
  note(fmt::format("wrote {}: {}", path, what_is_in(page)));
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

void add_rows(const Judged& judged, const ReadArguments& read, std::size_t per_cell, Page& page) {
  page.data = columns_of_rows(judged.model, judged.table, judged.data, read, judged.counts);
  page.examples = examples_of(judged, read, per_cell);
}

struct Report {
  PageArguments page;
  ReportArguments report;

  int run() const {
    page.make([&](Page& made, const Judged* judged, const Beside* beside) {
      if (judged != nullptr) add_rows(*judged, page.read, report.rows, made);
      if (beside != nullptr)
        made.data = columns_of_rows(beside->model, beside->table, page.data, page.read, beside->counts);
      write_page(made, report.path);
    });
    return 0;
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
  std::optional<Evaluation> raw;  // of the same rows before calibration
  Page page = page_of_judgement(judged, read, raw);
  add_rows(judged, read, rows, page);
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
  arguments.model(self->page.model_path);
  arguments
      .texts("DATA", "", self->page.data,
             "files of rows, whose class is known unless it is hidden; without them, the model alone")
      .reads();
  arguments.group("Output");
  arguments.text("-o,--output", "FILE", self->report.path, "the HTML file; - is a pipe").writes().required =
      true;
  self->report.declare(arguments);
  self->page.declare(arguments, true);
  verb.matter = {"--report-rows", "--threshold", "--positive", "--resamples"};
  return verb;
}

}  // namespace priory::app
