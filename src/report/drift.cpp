// SPDX-License-Identifier: Apache-2.0
// Drift as text, CSV and JSON.
#include "priory/drift.h"

#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

std::string figure(double number, bool people) {
  return people ? fmt::format("{:.3g}", number) : number_text(number);
}

std::string name_of(DriftLevel level) {
  return std::string(kNames<DriftLevel>[static_cast<std::size_t>(level)]);
}

void write_moments(JsonWriter& json, const char* name, const std::optional<double>& learnt,
                   const std::optional<double>& now) {
  if (!learnt || !now) return;
  json.key(name).begin_object().member("learnt", *learnt).member("now", *now).end_object();
}

void write_column(JsonWriter& json, const ColumnDrift& column) {
  json.begin_object().member("column", column.column).member("kind", column.kind).member("test", "G");
  json.member("statistic", column.g).member("df", column.degrees).member("p_value", column.p_value);
  json.member("psi", column.psi).member("psi_by_chance", column.psi_by_chance);
  json.member("drift", name_of(column.level));
  json.member("n_learnt", column.n_learnt).member("n_now", column.n_now);
  json.member("missing_learnt", column.missing_learnt).member("missing", column.missing_now);
  json.member("unseen", column.unseen);
  write_moments(json, "mean", column.mean_learnt, column.mean_now);
  write_moments(json, "deviation", column.deviation_learnt, column.deviation_now);
  json.key("values").begin_array();
  for (const ValueDrift& each : column.values) {
    json.begin_object().member("value", each.value).member("learnt", each.learnt);
    json.member("now", each.now).member("g", each.g).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

std::string to_json(const Drift& drift) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.drift/1").member("rows", drift.n_now);
  json.member("learnt_rows", drift.n_learnt).key("columns").begin_array();
  for (const ColumnDrift& each : drift.columns) write_column(json, each);
  json.end_array().key("classes").begin_array();
  for (const ClassDrift& each : drift.classes)
    json.begin_object()
        .member("class", each.label)
        .member("learnt", each.learnt)
        .member("estimated", each.estimated)
        .end_object();
  json.end_array().end_object();
  return out.str();
}

TextTable drift_table(const Drift& drift, bool people) {
  TextTable out({"column", "kind", "drift", "psi", "g", "df", "p_value", "missing", "unseen"});
  for (const ColumnDrift& each : drift.columns)
    out.add_row({each.column, each.kind, name_of(each.level), figure(each.psi, people),
                 figure(each.g, people), fmt::format("{}", each.degrees), figure(each.p_value, people),
                 figure(each.missing_now, people), figure(each.unseen, people)});
  return out;
}

TextTable drift_table(const ColumnDrift& column, bool people) {
  if (column.mean_learnt) {
    TextTable out({"of", "learnt", "now"});
    out.add_row({"mean", figure(*column.mean_learnt, people), figure(*column.mean_now, people)});
    out.add_row(
        {"deviation", figure(*column.deviation_learnt, people), figure(*column.deviation_now, people)});
    return out;
  }
  TextTable out({"value", "learnt", "now", "g"});
  for (const ValueDrift& each : column.values)
    out.add_row({each.value, figure(each.learnt, people), figure(each.now, people), figure(each.g, people)});
  return out;
}

TextTable class_drift_table(const Drift& drift, bool people) {
  TextTable out({"class", "learnt", "estimated"});
  for (const ClassDrift& each : drift.classes)
    out.add_row({each.label, figure(each.learnt, people), figure(each.estimated, people)});
  return out;
}

}  // namespace priory
