// SPDX-License-Identifier: Apache-2.0
// What answers hold is declared here, a line an object: "name:type", where a type is integer, number, string,
// boolean, object (of any members), another of these names, or [type]; "name?" may be absent, "type|null" be
// null. "..." at the end: there is more, as the command line's page of that schema says.
#include "openapi.h"

#include <fmt/format.h>
#include <map>
#include <sstream>
#include <string_view>

#include "priory/report.h"
#include "priory/version.h"

#include "routes.h"

namespace priory::server {
namespace {

struct Shape {
  std::string_view name, members;
};

constexpr Shape kShapes[] = {
    {"problem", "title:string status:integer detail:string place?:string remedy?:string"},
    {"health", "status:string"},
    {"priory.models/1", "version:string may_create:boolean models:[listed_model]"},
    {"listed_model",
     "name:string target:string classes:[string] rows:number event:integer learns:boolean why_not?:string "
     "text:string|null columns:[listed_column] queued:integer"},
    {"listed_column", "name:string kind:string values?:[string]"},
    {"priory.model/1", "kind:string classes:[string] parts:[object] ..."},
    {"priory.form/1", "model:string classes:[string] ..."},
    {"priory.report/1", "..."},
    {"priory.predictions/1", "model:string event:integer rows:[object]"},
    {"priory.explanation/1", "rows:[object]"},
    {"priory.query/1", "query:string ..."},
    {"priory.evaluation/1", "rows:number accuracy:number ..."},
    {"priory.change/1", "model:string first_event:integer last_event:integer repeated:boolean rows:number"},
    {"priory.history/1", "model:string events:[event]"},
    {"event",
     "event:integer time:integer change:string of?:integer forgotten_by?:integer erased?:boolean "
     "label?:string row?:object"},
    {"priory.created/1", "model:string"},
    {"priory.queued/1", "model:string first?:integer last?:integer waiting:integer already:integer"},
    {"priory.queue/1", "model:string event:integer by:string em:boolean waiting:integer rows:[waiting_row]"},
    {"waiting_row",
     "queued:integer usefulness:number row:object predicted:string|null probability?:number p?:object"},
    {"priory.accuracy/1",
     "model:string event:integer rows:integer accuracy:number|null points:[accuracy_point]"},
    {"accuracy_point", "rows:integer event:integer accuracy:number"},
    {"priory.suspects/1",
     "model:string event:integer rows:integer n_suspects:integer suspects:[suspect] n_alike:integer "
     "alike:[alike]"},
    {"suspect",
     "row_number:integer event?:integer label:string likelier:string log_odds:number probability:number "
     "row:object"},
    {"alike", "row_numbers:[integer] events?:[integer] labels:[string] equal:boolean row:object"},
    {"priory.drift/1", "rows:number learnt_rows:number columns:[drift_column] classes:[drift_class]"},
    {"drift_column",
     "column:string kind:string test:string statistic:number df:integer p_value:number psi:number "
     "psi_by_chance:number drift:string n_learnt:number n_now:number missing_learnt:number missing:number "
     "unseen:number mean?:object deviation?:object values:[drift_value]"},
    {"drift_value", "value:string learnt:number now:number g:number"},
    {"drift_class", "class:string learnt:number estimated:number"}};

// A name in a reference: "priory.change/1" is "priory.change".
std::string component(std::string_view name) {
  return std::string(name.substr(0, name.find('/')));
}

bool is_plain(std::string_view type) {
  constexpr std::string_view kPlain[] = {"integer", "number", "string", "boolean", "object"};
  return std::ranges::find(kPlain, type) != std::end(kPlain);
}

void write_type(JsonWriter& json, std::string_view type) {
  json.begin_object();
  if (type.starts_with('[')) {
    json.member("type", "array").key("items");
    write_type(json, type.substr(1, type.size() - 2));
  } else if (type.ends_with("|null")) {
    json.member("type", std::vector<std::string_view>{type.substr(0, type.size() - 5), "null"});
  } else if (type == "number") {  // what JSON lacks is a string
    json.key("anyOf").begin_array().begin_object().member("type", "number").end_object().begin_object();
    json.member("enum", std::vector<std::string>{"inf", "-inf"}).end_object().end_array();
  } else if (is_plain(type)) {
    json.member("type", type);
  } else {
    json.member("$ref", "#/components/schemas/" + component(type));
  }
  json.end_object();
}

struct Member {
  std::string_view name, type;
  bool optional = false;
};

std::vector<Member> members_of(std::string_view text, bool& open) {
  std::vector<Member> out;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    open = one == "...";
    if (open) break;
    const std::size_t colon = one.find(':');
    Member member{one.substr(0, colon), one.substr(colon + 1)};
    member.optional = member.name.ends_with('?');
    if (member.optional) member.name.remove_suffix(1);
    out.push_back(member);
  }
  return out;
}

void write_shape(JsonWriter& json, const Shape& shape) {
  bool open = false;
  const std::vector<Member> members = members_of(shape.members, open);
  const bool versioned = shape.name.find('/') != std::string_view::npos;
  std::vector<std::string_view> required;
  if (versioned) required.emplace_back("schema");
  json.begin_object().member("type", "object").key("properties").begin_object();
  if (versioned) json.key("schema").begin_object().member("const", shape.name).end_object();
  for (const Member& each : members) {
    json.key(each.name);
    write_type(json, each.type);
    if (!each.optional) required.push_back(each.name);
  }
  json.end_object().member("required", required).member("additionalProperties", open).end_object();
}

// "application/json" and a shape, or another type whose body is no JSON.
void write_content(JsonWriter& json, std::string_view type, std::string_view shape) {
  json.key("content").begin_object().key(type).begin_object();
  if (!shape.empty()) {
    json.key("schema");
    write_type(json, shape);
  }
  json.end_object().end_object();
}

void write_answers(JsonWriter& json, const Route& route) {
  const bool is_type =
      route.answer.find('/') != std::string_view::npos && !route.answer.starts_with("priory.");
  json.key("responses").begin_object();
  json.key(route.method == "POST" && route.pattern == "/v1/models" ? "201" : "200").begin_object();
  json.member("description", route.summary);
  is_type ? write_content(json, route.answer, "") : write_content(json, "application/json", route.answer);
  json.end_object().key("default").begin_object().member("description", "what is wrong, and what to do");
  write_content(json, "application/problem+json", "problem");
  json.end_object().end_object();
}

void write_parameter(JsonWriter& json, std::string_view name, bool in_path) {
  json.begin_object().member("name", name).member("in", in_path ? "path" : "query");
  json.member("required", in_path).key("schema").begin_object().member("type", "string").end_object();
  json.end_object();
}

void write_operation(JsonWriter& json, const Route& route) {
  std::string method(route.method);
  for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
  json.key(method).begin_object().member("summary", route.summary);
  json.key("parameters").begin_array();
  if (route.pattern.find("NAME") != std::string_view::npos) write_parameter(json, "NAME", true);
  std::string_view options = route.options;
  while (!options.empty()) {
    const std::string_view one = options.substr(0, options.find(' '));
    options.remove_prefix(std::min(options.size(), one.size() + 1));
    write_parameter(json, one, false);
  }
  json.end_array();
  if (route.right != Right::open)
    json.key("security")
        .begin_array()
        .begin_object()
        .key("token")
        .begin_array()
        .end_array()
        .end_object()
        .end_array();
  write_answers(json, route);
  json.end_object();
}

std::string path_of(std::string_view pattern) {
  const std::size_t at = pattern.find("NAME");
  if (at == std::string_view::npos) return std::string(pattern);
  return fmt::format("{}{{NAME}}{}", pattern.substr(0, at), pattern.substr(at + 4));
}

std::string made() {
  std::map<std::string, std::vector<const Route*>> paths;
  for (const Route& route : Routes::all()) paths[path_of(route.pattern)].push_back(&route);
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("openapi", "3.1.0").key("info").begin_object();
  json.member("title", "priory serve").member("version", PRIORY_VERSION).end_object();
  json.key("paths").begin_object();
  for (const auto& [path, routes] : paths) {
    json.key(path).begin_object();
    for (const Route* route : routes) write_operation(json, *route);
    json.end_object();
  }
  json.end_object().key("components").begin_object().key("schemas").begin_object();
  for (const Shape& shape : kShapes) {
    json.key(component(shape.name));
    write_shape(json, shape);
  }
  json.end_object().key("securitySchemes").begin_object().key("token").begin_object();
  json.member("type", "http").member("scheme", "bearer").end_object().end_object().end_object().end_object();
  return out.str();
}

}  // namespace

const std::string& openapi_document() {
  static const std::string text = made();
  return text;
}

}  // namespace priory::server
