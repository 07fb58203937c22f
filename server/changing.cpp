// SPDX-License-Identifier: Apache-2.0
// The requests that change a model, learn and forget, and the history of those changes. They are answered
// when the journal has them on disk.
#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"

#include "answers.h"
#include "host_state.h"
#include "problem.h"
#include "service.h"

namespace priory::server {
namespace {

JsonValue object_of(const HttpRequest& request) {
  JsonValue out = parse_json(request.body);
  if (!out.is(JsonValue::Kind::object)) throw Error(ErrorKind::usage, "the body has to be a JSON object");
  return out;
}

HttpResponse answer_of(const ModelHost& host, const Changed& changed) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.change/1").member("model", host.name());
  json.member("first_event", changed.events.first).member("last_event", changed.events.last);
  json.member("repeated", changed.repeated).member("rows", changed.n_rows).end_object();
  HttpResponse response{200, "application/json", out.str()};
  response.headers.emplace_back("Priory-Event", std::to_string(changed.events.last));
  return response;
}

std::vector<std::int64_t> events_of(const JsonValue& body) {
  std::vector<std::int64_t> out;
  const auto add = [&](const JsonValue& value) {
    out.push_back(static_cast<std::int64_t>(number_of(value, "event", 1, 1e15)));
  };
  if (const JsonValue* one = body.find("event")) add(*one);
  if (const JsonValue* many = body.find("events")) {
    if (!many->is(JsonValue::Kind::array)) throw Error(ErrorKind::usage, "'events' has to be an array");
    for (const JsonValue& each : many->items) add(each);
  }
  return out;
}

// The numbers of waiting rows that are labelled: {"queued": 17} or {"queued": [17, 18]}.
std::vector<std::int64_t> queued_of(const JsonValue& body) {
  std::vector<std::int64_t> out;
  const JsonValue* given = body.find("queued");
  if (given == nullptr) return out;
  const auto add = [&](const JsonValue& value) {
    out.push_back(static_cast<std::int64_t>(number_of(value, "queued", 1, 1e15)));
  };
  if (given->is(JsonValue::Kind::array))
    for (const JsonValue& each : given->items) add(each);
  else
    add(*given);
  return out;
}

// Puts what could not be learnt back into the queue, and what was forgotten.
void settle_queue(ModelHost& host, const std::vector<std::int64_t>& queued,
                  const std::vector<std::int64_t>& events, bool failed, const Changed& changed) {
  if (failed || changed.repeated)
    host.waiting().put_back(queued);
  else
    host.waiting().learnt(queued, changed.events.first);
  if (failed) return;
  for (const std::int64_t event : events) host.waiting().forgotten(event);
}

void begin(Service::Call&& call, std::shared_ptr<ModelHost::State> state, Change change,
           std::vector<std::int64_t> queued = {}) {
  if (!call.host->why_fixed().empty()) throw Refusal(409, call.host->why_fixed());
  if (change.rows.empty() && change.events.empty()) throw Error(ErrorKind::usage, "the request has no rows");
  change.key = call.request.idempotency_key;
  if (change.key.size() > 256) throw Error(ErrorKind::usage, "an Idempotency-Key has at most 256 bytes");
  if (!change.key.empty()) change.request = call.request.target + '\n' + call.request.body;
  const auto done = [host = call.host, respond = call.respond, queued, events = change.events](
                        const std::exception_ptr& failure, const Changed& changed) {
    settle_queue(*host, queued, events, failure != nullptr, changed);
    respond(failure ? problem_of(failure) : answer_of(*host, changed));
  };
  try {
    call.host->change(std::move(state), std::move(change), done);
  } catch (...) {
    call.host->waiting().put_back(queued);
    throw;
  }
}

}  // namespace

void Service::learn_queued(Call&& call, const JsonValue& body,
                           const std::vector<std::int64_t>& queued) const {
  if (!call.host->why_fixed().empty()) throw Refusal(409, call.host->why_fixed());
  const auto state = call.host->state();
  std::vector<RowCells> rows = call.host->waiting().take(queued, state->shape);
  try {
    set_labels(rows, body);
    for (const RowCells& row : rows) {
      if (!row.labelled) throw Error(ErrorKind::usage, "a waiting row is learnt with its 'label'");
    }
  } catch (...) {
    call.host->waiting().put_back(queued);
    throw;
  }
  begin(std::move(call), state, {Change::Kind::learn, std::move(rows)}, queued);
}

void Service::learn(Call&& call) const {
  const JsonValue body = object_of(call.request);
  Options options;
  options.read_query(call.query), options.read_body(body);
  options.allow_only({"queued"});
  const std::vector<std::int64_t> queued = queued_of(body);
  if (!queued.empty()) return learn_queued(std::move(call), body, queued);
  ModelHost::Batch batch = call.host->read(body, options_.most_rows);
  for (std::size_t r = 0; r < batch.rows.size(); ++r) {
    if (!batch.rows[r].labelled)
      throw Error(ErrorKind::data, "a row to learn has no class", {fmt::format("rows[{}]", r), 0, 0},
                  fmt::format("give it as \"label\", or in the row as \"{}\"", batch.state->shape.target()));
  }
  begin(std::move(call), batch.state, {Change::Kind::learn, std::move(batch.rows)});
}

void Service::forget(Call&& call) const {
  const JsonValue body = object_of(call.request);
  Options options;
  options.read_query(call.query), options.read_body(body);
  options.allow_only({"event", "events"});
  std::vector<std::int64_t> events = events_of(body);
  if (!events.empty())
    return begin(std::move(call), call.host->state(), {Change::Kind::forget_events, {}, std::move(events)});
  ModelHost::Batch batch = call.host->read(body, options_.most_rows);
  begin(std::move(call), batch.state, {Change::Kind::forget_rows, std::move(batch.rows)});
}

HttpResponse Service::history(const Call& call) const {
  Options options;
  options.read_query(call.query);
  options.allow_only({"before", "limit"});
  const auto before = static_cast<std::int64_t>(options.number("before", 1e15, 1, 1e15));
  const auto limit = static_cast<std::size_t>(options.number("limit", 100, 1, 1000));
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.history/1").member("model", call.host->name());
  json.key("events").begin_array();
  if (auto journal = call.host->journal()) {
    std::size_t n = 0;
    const auto write = [&](const Event& event) {
      write_json(json, event);
      return ++n < limit;
    };
    journal->visit(0, before - 1, write, true);
  }
  json.end_array().end_object();
  return {200, "application/json", out.str()};
}

}  // namespace priory::server
