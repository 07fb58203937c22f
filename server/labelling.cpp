// SPDX-License-Identifier: Apache-2.0
// The requests of somebody who labels rows: the queue, how good the model is by now, what was labelled, and
// what happens meanwhile.
#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"

#include "answers.h"
#include "body.h"
#include "host_state.h"
#include "labels.h"
#include "page.h"
#include "service.h"

namespace priory::server {
namespace {

HttpResponse answer(const std::ostringstream& json, std::int64_t event) {
  HttpResponse out{200, "application/json", json.str()};
  out.headers.emplace_back("Priory-Event", std::to_string(event));
  return out;
}

// The members that a body has beside its rows, and the query of the target.
Options options_of(const Service::Call& call, const JsonValue* body, const std::vector<std::string>& known) {
  Options out;
  out.read_query(call.query);
  if (body != nullptr) out.read_body(*body);
  out.allow_only(known);
  return out;
}

HttpResponse queued(const ModelHost& host, const WaitingRows::Added& added) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.queued/1").member("model", host.name());
  if (added.first != 0) json.member("first", added.first).member("last", added.last);
  json.member("waiting", added.waiting).member("already", added.already).end_object();
  return answer(out, host.event());
}

void write_posterior(JsonWriter& json, const std::vector<std::string>& classes,
                     const std::vector<double>& posterior) {
  if (posterior.empty()) {
    json.member("predicted", nullptr);
    return;
  }
  const std::size_t best = best_class(posterior);
  json.member("predicted", classes[best]).member("probability", posterior[best]).key("p").begin_object();
  for (std::size_t c = 0; c < classes.size(); ++c) json.member(classes[c], posterior[c]);
  json.end_object();
}

}  // namespace

HttpResponse Service::add_to_queue(const Call& call) const {
  const bool file = format_of(type_of(call.request)).has_value();
  const JsonValue body = file ? JsonValue() : body_of(call.request);
  options_of(call, file ? nullptr : &body, {});
  auto rows = rows_of_body(*call.host, call.request, file ? nullptr : &body, options_.most_rows);
  const auto added = call.host->waiting().add(std::move(rows), call.host->state()->shape);
  call.host->tell_queue();
  return queued(*call.host, added);
}

HttpResponse Service::clear_queue(const Call& call) const {
  options_of(call, nullptr, {});
  call.host->waiting().clear();
  call.host->tell_queue();
  return queued(*call.host, {});
}

HttpResponse Service::queue(const Call& call) const {
  const Options options = options_of(call, nullptr, {"by", "limit", "em"});
  const std::string name = options.text("by");
  const UsefulBy by = name.empty() ? options_.queue_by : useful_by(name);
  const auto limit = static_cast<std::size_t>(options.number("limit", 10, 1, 1000));
  const bool em = options.find("em") != nullptr && options.truth("em");
  const auto state = call.host->state();
  const std::vector<WaitingRow> rows = call.host->waiting().all(state->shape);
  ModelHost::Copy copy = call.host->copy();
  if (em) learn_unlabelled(copy.learner, rows);
  const std::vector<std::string> classes = copy.learner.classes();
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.queue/1").member("model", call.host->name());
  json.member("event", copy.event).member("by", name_of(by)).member("em", em);
  json.member("waiting", rows.size()).key("rows").begin_array();
  for (const UsefulRow& each : most_useful(copy.learner, rows, by, limit)) {
    json.begin_object().member("queued", rows[each.row].number).member("usefulness", each.usefulness);
    json.key("row");
    write_row(json, *rows[each.row].cells, state->shape);
    write_posterior(json, classes, each.posterior);
    json.end_object();
  }
  json.end_array().end_object();
  return answer(out, copy.event);
}

HttpResponse Service::accuracy(const Call& call) const {
  const Options options = options_of(call, nullptr, {"points"});
  const auto n_points = static_cast<std::size_t>(options.number("points", 20, 1, 200));
  ModelHost::Copy copy = call.host->copy();
  std::vector<LabelledRow> rows;
  if (auto journal = call.host->journal())
    rows = labelled_rows(*journal, call.host->state()->shape, copy.base, copy.event);
  const auto points = accuracy_curve(copy.learner, rows, n_points);
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.accuracy/1").member("model", call.host->name());
  json.member("event", copy.event).member("rows", rows.size());
  json.member("accuracy", points.empty() ? std::nullopt : std::optional(points.back().accuracy));
  json.key("points").begin_array();
  for (const AccuracyPoint& each : points)
    json.begin_object()
        .member("rows", each.rows)
        .member("event", each.event)
        .member("accuracy", each.accuracy)
        .end_object();
  json.end_array().end_object();
  return answer(out, copy.event);
}

HttpResponse Service::labels(const Call& call) const {
  options_of(call, nullptr, {});
  const auto state = call.host->state();
  HttpResponse out{200, "text/csv; charset=utf-8"};
  if (auto journal = call.host->journal())
    export_labels(*journal, state->shape, [&](const std::string& line) { out.body += line; });
  else
    out.body = csv_header(state->shape);
  out.headers.emplace_back("Content-Disposition", "attachment; filename=\"labels.csv\"");
  return out;
}

HttpResponse Service::events(const Call& call) const {
  options_of(call, nullptr, {});
  HttpResponse out{200, "text/event-stream"};
  out.headers.emplace_back("Cache-Control", "no-store");
  out.flow = call.host->feed().listen(EventFeed::text_of("state", 0, call.host->state_line()));
  return out;
}

HttpResponse Service::report(const Call& call) const {
  options_of(call, nullptr, {});
  const auto snapshot = call.host->current();
  HttpResponse out{200, "text/html; charset=utf-8", to_html(report_page(*call.host, *snapshot))};
  out.headers.emplace_back("Content-Security-Policy", "frame-ancestors 'self'");  // the rest is in the page
  out.headers.emplace_back("Priory-Event", std::to_string(snapshot->event));
  return out;
}

}  // namespace priory::server
