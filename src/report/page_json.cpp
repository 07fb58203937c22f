// SPDX-License-Identifier: Apache-2.0
// The page's data as `priory.report/1`. Long lists are columns of numbers, not objects: they stay on one
// line.
#include "priory/report.h"

#include "report/page_curves.h"
#include "report/page_examples.h"
#include "report/rounded.h"
#include "report/tried.h"

namespace priory {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

void write_settings(JsonWriter& json, const Settings& settings) {
  json.key("settings").begin_array();
  for (const auto& [name, value] : settings) json.value(std::vector<std::string>{name, value});
  json.end_array();
}

void write_parts(JsonWriter& json, const std::vector<PagePart>& parts) {
  json.key("parts").begin_array();
  for (const PagePart& part : parts) {
    json.begin_object().member("family", part.family).member("columns", part.columns);
    json.member("values", part.n_values).member("text", part.text);
    write_settings(json, part.settings);
    json.end_object();
  }
  json.end_array();
}

void write_informative(JsonWriter& json, const std::vector<std::vector<InformativeFeature>>& classes) {
  json.key("telling").begin_array();
  for (const std::vector<InformativeFeature>& features : classes) {
    json.begin_array();
    for (const InformativeFeature& each : features)
      json.begin_object()
          .member("feature", each.feature)
          .member("log_odds", each.log_odds)
          .member("information", each.information)
          .end_object();
    json.end_array();
  }
  json.end_array();
}

void write_profiles(JsonWriter& json, const std::vector<PageProfile>& profiles) {
  json.key("profiles").begin_array();
  for (const PageProfile& each : profiles) {
    json.begin_object().member("column", each.column);
    if (each.values.empty())
      json.member("mean", each.mean).member("deviation", each.deviation);
    else
      json.member("values", each.values).member("probability", each.probability);
    json.end_object();
  }
  json.end_array();
}

void write_shares(JsonWriter& json, std::string_view name, const std::vector<std::vector<double>>& shares) {
  json.key(name).begin_array();
  for (std::vector<double> each : shares) {
    for (double& share : each) share = rounded(share);
    json.value(each);
  }
  json.end_array();
}

void write_spreads(JsonWriter& json, const PageSpreads& spreads) {
  json.key("spreads").begin_object();
  json.member("classes", spreads.classes).member("drawn", spreads.n_drawn).member("rows", spreads.n_rows);
  json.key("columns").begin_array();
  for (const PageSpread& each : spreads.columns) {
    json.begin_object().member("column", each.column);
    if (!each.values.empty()) json.member("values", each.values).member("more", each.n_more);
    if (!each.borders.empty()) json.member("borders", each.borders);
    if (!each.places.empty()) json.member("places", each.places);
    if (!each.observed.empty()) write_shares(json, "observed", each.observed);
    if (!each.fitted.empty()) write_shares(json, "fitted", each.fitted);
    json.member("n", each.rows).member("outside", rounded(each.outside)).end_object();
  }
  json.end_array().end_object();
}

void write_nomogram(JsonWriter& json, const PageNomogram& nomogram) {
  json.key("nomogram").begin_object();
  json.member("positive", nomogram.positive).member("negative", nomogram.negative);
  json.member("bias", nomogram.bias).key("axes").begin_array();
  for (const PageAxis& axis : nomogram.axes) {
    json.begin_object().member("column", axis.column);
    axis.values.empty() ? json.member("numbers", axis.numbers) : json.member("values", axis.values);
    json.member("log_odds", axis.log_odds).end_object();
  }
  json.end_array().end_object();
}

void write_search(JsonWriter& json, const TuningRecord& search) {
  json.key("search").begin_object().member("metric", search.metric).key("trials").begin_array();
  for (const Trial& each : search.trials)
    json.begin_object()
        .member("options", each.options)
        .member("value", each.value)
        .member("best", each.best)
        .end_object();
  json.end_array().end_object();
}

void write_model(JsonWriter& json, const PageModel& model) {
  json.key("model").begin_object();
  json.member("file", model.file).member("format", model.format).member("checksum", model.checksum);
  json.member("bytes", model.bytes).key("target");
  model.target.empty() ? json.value(nullptr) : json.value(model.target);
  if (!model.tokens.empty()) json.member("tokens", model.tokens);
  json.member("rows", model.n_rows).member("free_parameters", model.free_parameters);
  json.member("classes", model.classes).member("class_count", model.class_count).member("prior", model.prior);
  write_settings(json, model.settings);
  write_parts(json, model.parts);
  write_informative(json, model.informative);
  write_profiles(json, model.profiles);
  if (!model.spreads.columns.empty()) write_spreads(json, model.spreads);
  if (model.nomogram) write_nomogram(json, *model.nomogram);
  if (!model.trace.empty()) json.member("trace", model.trace);
  if (!model.search.trials.empty()) write_search(json, model.search);
  if (!model.tried.empty()) {
    json.key("tried").begin_array();
    for (const ClassesTried& each : model.tried) write_json(json, each);
    json.end_array();
  }
  json.end_object();
}

void write_data(JsonWriter& json, const PageData& data) {
  json.key("data").begin_object().member("files", data.files);
  json.member("rows", data.counts.rows).member("skipped", data.counts.skipped).key("columns").begin_array();
  for (const ColumnProfile& column : data.columns) {
    json.begin_object().member("name", column.name).member("missing", column.n_missing);
    json.member("distinct", column.n_distinct).member("examples", column.examples);
    if (column.n_numbers > 0) json.member("least", column.least).member("most", column.most);
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void write_json(JsonWriter& json, const Page& page) {
  json.begin_object().member("schema", "priory.report/1");
  json.member("title", page.title).member("version", page.version);
  if (page.pair != nullptr) {
    json.key("pair");
    write_json(json, *page.pair);
    json.end_object();
    return;
  }
  write_model(json, page.model);
  if (page.data) write_data(json, *page.data);
  if (page.measures != nullptr && page.evaluation != nullptr) {
    json.key("evaluation");
    write_json(json, *page.measures);
    json.member("positive", page.measures->positive).member("threshold", page.threshold);
    json.member("known", page.measures->n_known).key("curves");
    write_curves(json, *page.evaluation, *page.measures);
    json.key("reliability");
    write_reliability(json, *page.evaluation);
    if (page.raw != nullptr) {
      json.key("raw_reliability");
      write_reliability(json, *page.raw);
    }
    json.key("examples");
    write_examples(json, page.examples);
  }
  json.end_object();
}

}  // namespace priory
