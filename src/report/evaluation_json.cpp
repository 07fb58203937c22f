// SPDX-License-Identifier: Apache-2.0
// The measures as `priory.evaluation/1`: the keys and their order are a contract with the readers of --json.
#include <sstream>

#include "priory/evaluation.h"
#include "priory/report.h"

namespace priory {
namespace {

void write_averages(JsonWriter& json, const Averages& averages) {
  json.member("precision", averages.precision).member("recall", averages.recall).member("f1", averages.f1);
}

void write_averages(JsonWriter& json, std::string_view name, const Averages& averages) {
  json.key(name).begin_object();
  write_averages(json, averages);
  json.end_object();
}

void write_classes(JsonWriter& json, const std::vector<ClassMeasures>& per_class) {
  json.key("per_class").begin_array();
  for (const ClassMeasures& one : per_class) {
    json.begin_object().member("class", one.label);
    write_averages(json, one);
    json.member("support", one.support).end_object();
  }
  json.end_array();
}

void write_losses(JsonWriter& json, const Losses& losses) {
  json.key("losses").begin_object();
  json.member("zero_one", losses.zero_one).member("squared", losses.squared);
  json.member("hinge", losses.hinge).member("exponential", losses.exponential);
  json.end_object();
}

}  // namespace

void write_json(JsonWriter& json, const Measures& measures) {
  json.begin_object();
  json.member("schema", "priory.evaluation/1");
  json.member("rows", measures.rows).member("accuracy", measures.accuracy);
  if (measures.rejected > 0) json.member("rejected", measures.rejected);
  json.key("confusion").begin_object();
  json.member("classes", measures.classes).member("counts", measures.confusion).end_object();
  write_classes(json, measures.per_class);
  write_averages(json, "macro", measures.macro);
  write_averages(json, "weighted", measures.weighted);
  write_averages(json, "micro", measures.micro);
  json.member("log_loss", measures.log_loss).member("brier", measures.brier);
  write_losses(json, measures.losses);
  json.member("roc_auc", measures.roc_auc).member("average_precision", measures.average_precision);
  json.member("ece", measures.ece);
  json.end_object();
}

std::string to_json(const Measures& measures) {
  std::ostringstream out;
  JsonWriter json(out);
  write_json(json, measures);
  return out.str();
}

}  // namespace priory
