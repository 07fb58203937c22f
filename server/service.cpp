// SPDX-License-Identifier: Apache-2.0
#include "service.h"

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"
#include "priory/version.h"

#include "host_state.h"
#include "openapi.h"
#include "problem.h"
#include "routes.h"

namespace priory::server {
namespace {

constexpr std::size_t kSmall = 64 << 10;  // bytes of a body that is answered where it comes in

// "example.org:80" without the port; "[::1]:80" without port and brackets.
std::string host_name(std::string_view host) {
  if (host.starts_with('[')) return std::string(host.substr(1, host.find(']') - 1));
  return std::string(host.substr(0, host.rfind(':')));
}

bool is_this_machine(const std::string& name) {
  return name == "localhost" || name == "127.0.0.1" || name == "::1";
}

// A name can be made to lead anywhere by whoever has it; an address is what it is.
bool is_address(const std::string& name) {
  in6_addr ignored{};
  return ::inet_pton(AF_INET, name.c_str(), &ignored) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), &ignored) == 1;
}

std::string_view without_scheme(std::string_view origin) {
  const std::size_t at = origin.find("://");
  return at == std::string_view::npos ? origin : origin.substr(at + 3);
}

}  // namespace

Service::Service(Hosts hosts, ServiceOptions options)
    : options_(std::move(options)),
      metrics_(Routes::all().size()),
      hosts_(std::move(hosts)),
      pool_(std::make_unique<WorkPool>(options_.work_threads, options_.most_waiting)) {
  for (const auto& host : hosts_) by_name_.emplace(host->name(), host.get());
}

// What is in work may still ask the hosts.
Service::~Service() {
  pool_.reset();
}

void Service::reload() {
  for (ModelHost* host : all_hosts()) host->reload();
}

std::vector<ModelHost*> Service::all_hosts() const {
  const std::shared_lock lock(naming_);
  std::vector<ModelHost*> out;
  for (const auto& host : hosts_) out.push_back(host.get());
  return out;
}

ModelHost* Service::find(const std::string& name) const {
  const std::shared_lock lock(naming_);
  const auto at = by_name_.find(name);
  if (at != by_name_.end()) return at->second;
  std::vector<std::string> names;
  for (const auto& [each, host] : by_name_) names.push_back(each);
  throw Refusal(404, fmt::format("there is no model '{}'{}", name, did_you_mean(name, names)),
                "GET /v1/models lists them");
}

// A page of anybody's, open in a browser on this machine, can send requests here: by a name that leads here
// (then Host is that name), or as a form (then Origin is that page).
bool Service::is_trusted(const HttpRequest& request) const {
  if (!request.origin.empty() && without_scheme(request.origin) != request.host) return false;
  if (request.over_unix) return true;
  const std::string name = host_name(request.host);
  return is_this_machine(name) || options_.hosts.contains(name) || (options_.any_address && is_address(name));
}

void Service::handle(HttpRequest&& request, Respond respond) {
  const std::string target = request.target.substr(0, request.target.find('?'));
  const Matched matched = match(request.method, target);
  const std::size_t number = matched.route == nullptr
                                 ? Routes::all().size()
                                 : static_cast<std::size_t>(matched.route - Routes::all().data());
  const Respond counted = [this, number, begin = std::chrono::steady_clock::now(),
                           respond = std::move(respond)](HttpResponse response) {
    metrics_.count(number, response.status,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    respond(std::move(response));
  };
  try {
    route(std::move(request), matched, counted);
  } catch (...) {
    counted(problem_of(std::current_exception()));
  }
}

void Service::route(HttpRequest&& request, const Matched& matched, const Respond& respond) {
  if (!is_trusted(request))
    return respond(problem(403, "the request is for another host, or comes from the page of one", "",
                           "ask by the address that the server says at its start"));
  if (matched.route == nullptr) {
    if (matched.other_methods.empty())
      throw Refusal(404, "there is nothing at this path", "docs/serve.md lists the paths");
    HttpResponse response = problem(405, fmt::format("{} is not for this path", request.method), "",
                                    "use " + matched.other_methods);
    response.headers.emplace_back("Allow", matched.other_methods);
    return respond(std::move(response));
  }
  if (!request.over_unix) options_.tokens.check(request.authorization, matched.route->right);
  const std::size_t mark = request.target.find('?');
  std::string query = mark == std::string::npos ? "" : request.target.substr(mark + 1);
  Call call{std::move(request), std::move(query), nullptr, respond};
  if (!matched.name.empty()) call.host = find(matched.name);
  const bool at_once =
      matched.route->work == Route::Work::short_always ||
      (matched.route->work == Route::Work::short_if_small && call.request.body.size() <= kSmall);
  if (at_once) return start(std::move(call), *matched.route);
  // std::function copies what it holds
  const auto shared = std::make_shared<Call>(std::move(call));
  if (!pool_->take([this, shared, of = matched.route] { start(std::move(*shared), *of); }))
    throw Refusal(503, "too many requests are waiting", "send it again in a moment");
}

void Service::start(Call&& call, const Route& route) {
  const Respond respond = call.respond;
  try {
    if (const auto* begin = std::get_if<Route::Begin>(&route.run)) return (this->**begin)(std::move(call));
    if (const auto* change = std::get_if<Route::Change>(&route.run)) return respond((this->**change)(call));
    respond((this->*std::get<Route::Answer>(route.run))(call));
  } catch (...) {
    respond(problem_of(std::current_exception()));
  }
}

HttpResponse Service::health(const Call&) const {
  return {200, "application/json", "{\"status\": \"ok\"}\n"};
}

HttpResponse Service::openapi(const Call&) const {
  return {200, "application/json", openapi_document()};
}

HttpResponse Service::metrics(const Call&) const {
  std::vector<std::string> labels;
  for (const Route& each : Routes::all())
    labels.push_back(fmt::format("method=\"{}\",path=\"{}\"", each.method, each.pattern));
  labels.emplace_back("method=\"\",path=\"\"");
  std::string out =
      "# HELP priory_requests_total Requests that were answered.\n# TYPE priory_requests_total counter\n";
  for (std::size_t k = 0; k < labels.size(); ++k) metrics_.write_requests(out, k, labels[k]);
  out += "# HELP priory_request_seconds How long they took.\n# TYPE priory_request_seconds histogram\n";
  for (std::size_t k = 0; k < labels.size(); ++k) metrics_.write_seconds(out, k, labels[k]);
  out += "# HELP priory_model_event The last event that predictions see.\n# TYPE priory_model_event gauge\n";
  for (const ModelHost* host : all_hosts())
    out += fmt::format("priory_model_event{{model=\"{}\"}} {}\n", label_value(host->name()), host->event());
  return {200, "text/plain; version=0.0.4; charset=utf-8", std::move(out)};
}

namespace {

// The columns that a row has, as a form asks for them.
void write_columns(JsonWriter& json, const RowShape& shape) {
  json.key("columns").begin_array();
  for (const ShapeColumn& column : shape.listed()) {
    json.begin_object().member("name", column.name).member("kind", column.kind);
    if (!column.values.empty()) json.member("values", column.values);
    json.end_object();
  }
  json.end_array();
}

void write_host(JsonWriter& json, ModelHost& host) {
  const auto state = host.state();
  const RowShape& shape = state->shape;
  const std::vector<std::string> classes = host.classes();
  json.begin_object().member("name", host.name()).member("target", shape.target());
  json.member("classes", classes).member("rows", state->n_rows());
  json.member("event", host.event()).member("learns", host.why_fixed().empty());
  if (!host.why_fixed().empty()) json.member("why_not", host.why_fixed());
  json.key("text");
  shape.has_one_text() ? json.value(shape.columns()[shape.text_column()]) : json.value(nullptr);
  write_columns(json, shape);
  json.member("queued", host.waiting().size()).end_object();
}

}  // namespace

HttpResponse Service::models(const Call&) const {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.models/1").member("version", PRIORY_VERSION);
  json.member("may_create", !options_.new_folder.empty());
  json.key("models").begin_array();
  for (ModelHost* host : all_hosts()) write_host(json, *host);
  json.end_array().end_object();
  return {200, "application/json", out.str()};
}

HttpResponse Service::model(const Call& call) const {
  const auto snapshot = call.host->current();
  HttpResponse out{200, "application/json", to_json(snapshot->model)};
  out.headers.emplace_back("Priory-Event", std::to_string(snapshot->event));
  return out;
}

}  // namespace priory::server
