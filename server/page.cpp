// SPDX-License-Identifier: Apache-2.0
#include "page.h"

#include <sstream>

#include "priory/store.h"
#include "priory/version.h"

#include "form_columns.h"
#include "service.h"

namespace priory::server {

HttpResponse page_for(const HttpRequest& request) {
  if (live_page().empty())
    throw Refusal(404, "this program was built without its page",
                  "install node and npm (on Debian: apt-get install nodejs npm) and build again");
  const std::string tag = '"' + std::string(live_page_tag()) + '"';
  HttpResponse out{200, "text/html; charset=utf-8", {}};
  out.headers = {{"ETag", tag},
                 {"Cache-Control", "no-cache"},
                 {"Content-Security-Policy", std::string(live_page_policy())},
                 {"Cross-Origin-Opener-Policy", "same-origin"},
                 {"Cross-Origin-Resource-Policy", "same-origin"},
                 {"Referrer-Policy", "no-referrer"}};
  if (request.if_none_match.find(tag) != std::string::npos)
    out.status = 304, out.content_type.clear();
  else
    out.body = live_page();
  return out;
}

std::string form_of(const ModelHost& host, const Snapshot& snapshot) {
  const Classifier& model = snapshot.model;
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.form/1").member("model", host.name());
  json.member("event", snapshot.event).member("rows", model.n_rows()).member("target", model.plan().target);
  json.member("classes", model.classes()).member("learns", host.why_fixed().empty());
  if (!host.why_fixed().empty()) json.member("why_not", host.why_fixed());
  json.key("columns").begin_array();
  for (const FormColumn& column : form_columns(model)) write(json, column);
  json.end_array().end_object();
  return out.str();
}

Page report_page(const ModelHost& host, const Snapshot& snapshot) {
  const Classifier& model = snapshot.model;
  const FileFacts facts = file_facts(host.path());
  Page page;
  page.title = host.name(), page.version = PRIORY_VERSION;
  page.model = portrait(model, model.classes().size() == 2 ? positive_class(model.classes(), {}) : 0);
  page.model.file = host.name();  // where it lies on the disk is nobody's business
  page.model.format = facts.format, page.model.checksum = facts.checksum, page.model.bytes = facts.bytes;
  return page;
}

std::string portrait_of(const ModelHost& host, const Snapshot& snapshot) {
  std::ostringstream out;
  JsonWriter json(out);
  write_json(json, report_page(host, snapshot));
  return out.str();
}

namespace {

HttpResponse at_event(std::string body, const Snapshot& snapshot) {
  HttpResponse out{200, "application/json", std::move(body)};
  out.headers.emplace_back("Priory-Event", std::to_string(snapshot.event));
  return out;
}

}  // namespace

HttpResponse Service::page(const Call& call) const {
  return page_for(call.request);
}

HttpResponse Service::form(const Call& call) const {
  const auto snapshot = call.host->current();
  return at_event(form_of(*call.host, *snapshot), *snapshot);
}

HttpResponse Service::portrait(const Call& call) const {
  const auto snapshot = call.host->current();
  return at_event(portrait_of(*call.host, *snapshot), *snapshot);
}

}  // namespace priory::server
