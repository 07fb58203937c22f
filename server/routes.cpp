// SPDX-License-Identifier: Apache-2.0
#include "routes.h"

#include <array>

#include "answers.h"

namespace priory::server {

std::span<const Route> Routes::all() {
  using Work = Route::Work;
  static const std::array routes = {
      Route{"GET", "/", "the page, for people", Work::short_always, &Service::page, Right::open, "text/html"},
      Route{"GET", "/health", "whether the server is there", Work::short_always, &Service::health,
            Right::open, "health"},
      Route{"GET", "/metrics", "what was asked and how long it took, for Prometheus", Work::short_always,
            &Service::metrics, Right::read, "text/plain"},
      Route{"GET", "/openapi.json", "this, for programs", Work::short_always, &Service::openapi, Right::open,
            "application/json"},
      Route{"GET", "/v1/models", "the models, and what can be done with them", Work::short_always,
            &Service::models, Right::read, "priory.models/1"},
      Route{"GET", "/v1/models/NAME", "what a model has learnt, as priory inspect --json says it",
            Work::long_always, &Service::model, Right::read, "priory.model/1"},
      Route{"GET", "/v1/models/NAME/form", "the columns of a row, for a form that asks for them",
            Work::long_always, &Service::form, Right::read, "priory.form/1"},
      Route{"GET", "/v1/models/NAME/portrait", "what the report of the model is drawn from",
            Work::long_always, &Service::portrait, Right::read, "priory.report/1"},
      Route{"POST", "/v1/models/NAME/predict", "the classes of rows", Work::short_if_small, &Service::predict,
            Right::read, "priory.predictions/1",
            "top proba log_proba threshold positive cost reject class_prior raw on_bad_row"},
      Route{"POST", "/v1/models/NAME/explain", "why rows get their class", Work::long_always,
            &Service::explain, Right::read, "priory.explanation/1", "class against class_prior raw"},
      Route{"POST", "/v1/models/NAME/query", "a probability of the model", Work::long_always, &Service::query,
            Right::read, "priory.query/1"},
      Route{"POST", "/v1/models/NAME/evaluate", "how good the model is on rows whose class is known",
            Work::long_always, &Service::evaluate, Right::read, "priory.evaluation/1",
            "threshold positive cost reject class_prior raw"},
      Route{"POST", "/v1/models/NAME/learn", "add rows with their class", Work::short_if_small,
            &Service::learn, Right::teach, "priory.change/1"},
      Route{"POST", "/v1/models/NAME/forget", "take rows back, or events", Work::short_if_small,
            &Service::forget, Right::teach, "priory.change/1"},
      Route{"GET", "/v1/models/NAME/history", "what was learnt and forgotten, the last first",
            Work::long_always, &Service::history, Right::read, "priory.history/1", "before limit"},
      Route{"POST", "/v1/models", "begin a model with no rows", Work::long_always, &Service::create,
            Right::teach, "priory.created/1"},
      Route{"GET", "/v1/models/NAME/queue", "rows that wait for their class, the most useful first",
            Work::long_always, &Service::queue, Right::read, "priory.queue/1", "by limit em"},
      Route{"POST", "/v1/models/NAME/queue", "add rows without their class", Work::long_always,
            &Service::add_to_queue, Right::teach, "priory.queued/1"},
      Route{"DELETE", "/v1/models/NAME/queue", "empty the queue", Work::long_always, &Service::clear_queue,
            Right::teach, "priory.queued/1"},
      Route{"GET", "/v1/models/NAME/accuracy", "leave-one-out over what was learnt, as a curve",
            Work::long_always, &Service::accuracy, Right::read, "priory.accuracy/1", "points"},
      Route{"GET", "/v1/models/NAME/labels", "the rows learnt and not forgotten, as CSV", Work::long_always,
            &Service::labels, Right::read, "text/csv"},
      Route{"GET", "/v1/models/NAME/suspects", "labels worth a second look, of the rows learnt",
            Work::long_always, &Service::suspects, Right::read, "priory.suspects/1", "top"},
      Route{"POST", "/v1/models/NAME/suspects", "labels worth a second look, of rows sent", Work::long_always,
            &Service::suspects_of_rows, Right::read, "priory.suspects/1", "top"},
      Route{"GET", "/v1/models/NAME/drift", "rows that wait in the queue against those learnt",
            Work::long_always, &Service::drift, Right::read, "priory.drift/1", "values"},
      Route{"POST", "/v1/models/NAME/drift", "rows sent against those learnt", Work::long_always,
            &Service::drift_of_rows, Right::read, "priory.drift/1", "values"},
      Route{"GET", "/v1/models/NAME/events", "every change as it happens, as server-sent events",
            Work::long_always, &Service::events, Right::read, "text/event-stream"},
      Route{"GET", "/v1/models/NAME/report", "what the model has learnt, as a page", Work::long_always,
            &Service::report, Right::read, "text/html"},
  };
  return routes;
}

namespace {

// Whether a path is of a pattern; `name` gets what stands in the place of NAME.
bool fits(std::string_view pattern, std::string_view path, std::string_view& name) {
  const std::size_t at = pattern.find("NAME");
  if (at == std::string_view::npos) return pattern == path;
  const std::string_view behind = pattern.substr(at + 4);
  if (path.size() <= at + behind.size() || !path.starts_with(pattern.substr(0, at)) ||
      !path.ends_with(behind))
    return false;
  name = path.substr(at, path.size() - at - behind.size());
  return name.find('/') == std::string_view::npos;
}

}  // namespace

Matched match(std::string_view method, std::string_view path) {
  Matched out;
  for (const Route& route : Routes::all()) {
    std::string_view name;
    if (!fits(route.pattern, path, name)) continue;
    if (route.method == method || (method == "HEAD" && route.method == "GET")) {
      out.route = &route, out.name = percent_decoded(name);
      return out;
    }
    out.other_methods += (out.other_methods.empty() ? "" : ", ") + std::string(route.method);
  }
  return out;
}

}  // namespace priory::server
