// SPDX-License-Identifier: Apache-2.0
// The measures as `priory.evaluation/1`: the keys and their order are a contract with the readers of --json.
#include <array>
#include <sstream>

#include "priory/evaluation.h"
#include "priory/report.h"

#include "report/evaluation_tables.h"

namespace priory {
namespace {

void write_averages(JsonWriter& json, const Averages& averages, bool with_beta) {
  json.member("precision", averages.precision).member("recall", averages.recall).member("f1", averages.f1);
  if (with_beta) json.member("f_beta", averages.f_beta);
}

void write_averages(JsonWriter& json, std::string_view name, const Averages& averages, bool with_beta) {
  json.key(name).begin_object();
  write_averages(json, averages, with_beta);
  json.end_object();
}

void write_confusion(JsonWriter& json, const Measures& m) {
  json.key("confusion").begin_object();
  json.member("classes", m.classes).member("counts", m.confusion);
  json.key("normalised").begin_array();
  for (std::size_t a = 0; a < m.confusion.size(); ++a) {
    json.begin_array();
    for (const double weight : m.confusion[a]) json.value(share(weight, m.per_class[a].support));
    json.end_array();
  }
  json.end_array().end_object();
}

void write_classes(JsonWriter& json, const Measures& m) {
  json.key("per_class").begin_array();
  for (const ClassMeasures& one : m.per_class) {
    json.begin_object().member("class", one.label);
    write_averages(json, one, m.beta.has_value());
    json.member("support", one.support).end_object();
  }
  json.end_array();
}

// Classes of the data that the model does not know, and the reverse.
void write_strangers(JsonWriter& json, const Measures& m) {
  json.key("unknown_classes").begin_array();
  for (std::size_t k = m.n_known; k < m.per_class.size(); ++k)
    json.begin_object().member("class", m.classes[k]).member("rows", m.per_class[k].rows).end_object();
  json.end_array().key("unseen_classes").begin_array();
  for (std::size_t k = 0; k < m.n_known; ++k) {
    if (m.per_class[k].rows == 0) json.value(m.classes[k]);
  }
  json.end_array();
}

void write_threshold(JsonWriter& json, const BestThreshold& best) {
  json.key("best_threshold").begin_object();
  json.member("goal", name_of(best.goal)).member("threshold", best.threshold).member("value", best.value);
  json.end_object();
}

void write_intervals(JsonWriter& json, const Intervals& intervals) {
  json.key("intervals").begin_object();
  json.member("level", intervals.level).member("resamples", intervals.resamples);
  json.member("score_resamples", intervals.score_resamples).member("seed", intervals.seed);
  for (const auto& [name, interval] : intervals.figures)
    json.member(name, std::array{interval.low, interval.high});
  json.end_object();
}

void write_losses(JsonWriter& json, const Losses& losses) {
  json.key("losses").begin_object();
  json.member("zero_one", losses.zero_one).member("squared", losses.squared);
  json.member("hinge", losses.hinge).member("exponential", losses.exponential);
  json.end_object();
}

void write_unseen(JsonWriter& json, const std::vector<UnseenColumn>& columns) {
  json.key("unseen").begin_array();
  for (const UnseenColumn& each : columns) {
    json.begin_object().member("column", each.column).member("cells", each.cells);
    json.member("missing", each.missing).member("unseen", each.unseen);
    if (!each.example.empty()) json.member("example", each.example);
    if (!each.known.empty()) json.member("did_you_mean", each.known);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_json(JsonWriter& json, const Measures& measures) {
  json.begin_object();
  json.member("schema", "priory.evaluation/1");
  json.member("rows", measures.rows).member("accuracy", measures.accuracy);
  if (measures.rejected > 0) json.member("rejected", measures.rejected);
  const bool with_beta = measures.beta.has_value();
  write_confusion(json, measures);
  write_classes(json, measures);
  write_averages(json, "macro", measures.macro, with_beta);
  write_averages(json, "weighted", measures.weighted, with_beta);
  write_averages(json, "micro", measures.micro, with_beta);
  json.member("log_loss", measures.log_loss).member("brier", measures.brier);
  write_losses(json, measures.losses);
  json.member("roc_auc", measures.roc_auc).member("average_precision", measures.average_precision);
  json.member("ece", measures.ece);
  json.member("balanced_accuracy", measures.balanced_accuracy);
  json.member("matthews", measures.matthews).member("kappa", measures.kappa);
  if (measures.beta) json.member("beta", *measures.beta);
  if (const auto& top = measures.top_k) {
    json.key("top_k").begin_object().member("k", top->k).member("accuracy", top->accuracy).end_object();
  }
  write_strangers(json, measures);
  if (!measures.unseen.empty()) write_unseen(json, measures.unseen);
  if (measures.positive) json.member("positive", *measures.positive);
  if (measures.best_threshold) write_threshold(json, *measures.best_threshold);
  if (measures.intervals) write_intervals(json, *measures.intervals);
  json.end_object();
}

std::string to_json(const Measures& measures) {
  std::ostringstream out;
  JsonWriter json(out);
  write_json(json, measures);
  return out.str();
}

}  // namespace priory
