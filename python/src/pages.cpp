// SPDX-License-Identifier: Apache-2.0
// The report: what a model has learnt, and how good it is, as one HTML page.
#include "decisions.h"
#include "priory/report.h"
#include "priory/training.h"
#include "priory/version.h"

namespace priory::python {
namespace {

constexpr std::size_t kDrawnRows = 20'000;  // a picture of more looks the same
constexpr std::size_t kReasonRows = 16;  // explaining a row scores its chunk

Page page_of(const Classifier& model, const std::string& title, const std::optional<std::string>& positive,
             const SampledRows* rows = nullptr) {
  Page out;
  out.title = title;
  out.version = PRIORY_VERSION;
  const bool two = model.classes().size() == 2;
  out.model = portrait(model, two ? positive_class(model.classes(), positive.value_or("")) : 0, spelt_for_python, rows);
  return out;
}

std::string page_of_model(const Classifier& model, const std::string& title) {
  return unlocked([&] { return to_html(page_of(model, title, {})); });
}

std::string page_of_rows(const Classifier& model, const std::string& title, const py::object& rows,
                         const py::dict& how, std::size_t per_cell, unsigned threads) {
  const Data data = data_of(rows);
  const Settings settings(how);
  TableEvaluationOptions options;
  options.decide = decision_of(settings, model.classes());
  if (settings.has("positive")) options.positive = settings.get<std::string>("positive");
  options.skip_bad_rows = skips_bad_rows(settings["on_bad_row"]);
  options.threads = threads, options.again = true, options.tick = check_signals("judging");
  return unlocked([&] {
    const TableEvaluation judged = evaluate_table(model, data, options);
    std::optional<Evaluation> raw;
    if (model.calibration() != nullptr) raw = evaluate_table(model.uncalibrated(), data, options).evaluation;
    MeasureOptions measuring;
    measuring.threads = threads;
    const Measures measures = judged.evaluation.measure(measuring);
    ReadingOptions reading;
    reading.target = ReadingOptions::Target::needed;
    reading.explained = reading.places = reading.keep_all = true;
    reading.chunk_rows = kReasonRows, reading.skip_bad_rows = options.skip_bad_rows;
    ExampleOptions examples;
    examples.per_cell = per_cell;
    const SampledRows sample = sample_rows(model, rows_of(model, data, reading), kDrawnRows, threads, check_signals("drawing"));
    Page page = page_of(model, title, measures.positive, &sample);
    page.measures = &measures, page.evaluation = &judged.evaluation, page.raw = raw ? &*raw : nullptr;
    page.data = {{data.name()},
                 judged.counts,
                 profile(data, ReadingRules(model.plan().missing), options.skip_bad_rows, threads, check_signals("looking"))};
    page.examples = pick_examples(model, rows_of(model, data, reading), options.decide, examples, threads, check_signals("explaining"));
    return to_html(page);
  });
}

}  // namespace

void add_pages(py::module_& module) {
  module.def("page", &page_of_model);
  module.def("page", &page_of_rows);
}

}  // namespace priory::python
