// SPDX-License-Identifier: Apache-2.0
#include "pages.h"

#include <filesystem>
#include <fmt/format.h>

#include "priory/version.h"

namespace priory::app {
namespace {

constexpr std::size_t kDrawnRows = 20'000;  // a picture of more looks the same

std::string name_of(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

PageModel page_of(const Classifier& model, const std::string& path, std::size_t positive,
                  const SampledRows* rows = nullptr) {
  const FileFacts facts = file_facts(path);
  PageModel out = portrait(model, positive, spell_option, rows);
  out.file = path, out.format = facts.format, out.checksum = facts.checksum, out.bytes = facts.bytes;
  return out;
}

SampledRows sample_of(const Classifier& model, const Table& table, const ReadArguments& read,
                      ReadCounts* counts = nullptr) {
  const bool hidden = model.plan().target.empty();
  ReadingOptions reading;
  reading.target = hidden ? ReadingOptions::Target::ignored : ReadingOptions::Target::needed;
  reading.places = true;
  reading.skip_bad_rows = read.skip_bad_rows();
  return sample_rows(model, rows_of(model, table, reading, counts), kDrawnRows, read.thread_count(),
                     progress("drawing columns"));
}

std::string title_of(const std::string& model, const std::vector<std::string>& data) {
  std::string out = fmt::format("{} on {}", name_of(model), name_of(data[0]));
  if (data.size() > 1) out += fmt::format(" and {} more", data.size() - 1);
  return out;
}

// Titled; the columns of the rows are for the report alone.
Page titled(const std::string& model_path, const std::vector<std::string>& data) {
  Page page;
  page.title = data.empty() ? name_of(model_path) : title_of(model_path, data);
  page.version = PRIORY_VERSION;
  return page;
}

}  // namespace

Page page_of_judgement(const Judged& judged, const ReadArguments& read, std::optional<Evaluation>& raw) {
  Page page = titled(judged.model_path, judged.data);
  const auto& positive = judged.measures.positive;
  const SampledRows sample = sample_of(judged.model, judged.table, read);
  page.model = page_of(judged.model, judged.model_path,
                       positive ? positive_class(judged.model.classes(), *positive) : 0, &sample);
  page.measures = &judged.measures;
  page.evaluation = &judged.evaluation;
  page.threshold = judged.threshold;
  if (judged.model.calibration() != nullptr)
    raw = evaluate_table(judged.model.uncalibrated(), judged.table, read, {}, {}, true).evaluation;
  page.raw = raw ? &*raw : nullptr;
  return page;
}

PageData columns_of_rows(const Classifier& model, const Table& table, const std::vector<std::string>& files,
                         const ReadArguments& read, const ReadCounts& counts) {
  return {files, counts,
          profile(table, ReadingRules(model.plan().missing), read.skip_bad_rows(), read.thread_count(),
                  progress("looking at the columns"))};
}

void PageArguments::declare(Arguments& arguments, bool resamples) {
  if (resamples) bootstrap.declare(arguments);
  decision.declare(arguments);
  posterior.declare(arguments);
  read.declare(arguments);
}

void PageArguments::make(const TakePage& take) const {
  const Classifier model = load(model_path, Check::used);
  if (data.empty()) return take_model(model, take);
  const Table table = read.open(data, model.plan());
  if (model.plan().target.empty()) return take_beside(model, table, take);
  const EvaluationRows rows = evaluate_table(model, table, read, decision, posterior, true);
  MeasureOptions options;
  options.threads = read.thread_count();
  Measures measures = bootstrap.measure(rows.evaluation, options);
  measures.unseen = rows.unseen;
  report_unseen(rows.unseen);
  const Decision decide = decision.decide(model.classes());
  const Judged judged{rows.model,      model_path, table,      data, decide, decision.one_threshold(),
                      rows.evaluation, measures,   rows.counts};
  std::optional<Evaluation> raw;
  Page page = page_of_judgement(judged, read, raw);
  take(page, &judged, nullptr);
  report_counts(rows.counts);
}

void PageArguments::take_model(const Classifier& model, const TakePage& take) const {
  Page page = titled(model_path, data);
  const bool two = model.classes().size() == 2;
  page.model = page_of(model, model_path, two ? positive_class(model.classes(), decision.positive) : 0);
  take(page, nullptr, nullptr);
}

// Classes were hidden: there is nothing to judge by, but rows to look at.
void PageArguments::take_beside(const Classifier& model, const Table& table, const TakePage& take) const {
  Page page = titled(model_path, data);
  ReadCounts counts;
  const SampledRows rows = sample_of(model, table, read, &counts);
  page.model = page_of(model, model_path, 0, &rows);
  const Beside beside{model, table, counts};
  take(page, nullptr, &beside);
  report_counts(counts);
}

}  // namespace priory::app
