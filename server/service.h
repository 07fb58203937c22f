// SPDX-License-Identifier: Apache-2.0
// What a request means: its route, who may ask, and the answer of a host to it. Any number of threads may
// call `handle`.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include "http.h"
#include "metrics.h"
#include "model_host.h"
#include "tokens.h"
#include "usefulness.h"
#include "work_pool.h"

namespace priory::server {

struct ServiceOptions {
  std::size_t most_rows = 100'000;   // of a request
  std::size_t work_threads = 1;      // for long work
  std::size_t most_waiting = 256;    // pieces of it
  std::set<std::string> hosts = {};  // names that the server is asked by, beside those of this machine
  bool any_address = false;          // by which it is asked: the machine can be reached from others
  Tokens tokens = {};
  std::string new_folder = {};  // where models that begin with no rows are; empty: none can be made
  UsefulBy queue_by = UsefulBy::margin;
  HostOptions host = {};  // of models made later
};

class Service {
 public:
  using Hosts = std::vector<std::unique_ptr<ModelHost>>;
  Service(Hosts hosts, ServiceOptions options);
  ~Service();

  void handle(HttpRequest&& request, Respond respond);
  void reload();  // every model whose file is another one

  // A request on its way through its route.
  struct Call {
    HttpRequest request;
    std::string query;  // of the target
    ModelHost* host = nullptr;
    Respond respond;
  };

 private:
  friend struct Routes;
  bool is_trusted(const HttpRequest& request) const;
  ModelHost* find(const std::string& name) const;
  std::vector<ModelHost*> all_hosts() const;  // in the order of their names
  void start(Call&& call, const struct Route& route);
  void route(HttpRequest&& request, const struct Matched& matched, const Respond& respond);

  HttpResponse page(const Call& call) const;
  HttpResponse form(const Call& call) const;
  HttpResponse portrait(const Call& call) const;
  HttpResponse health(const Call& call) const;
  HttpResponse metrics(const Call& call) const;
  HttpResponse openapi(const Call& call) const;
  HttpResponse models(const Call& call) const;
  HttpResponse model(const Call& call) const;
  HttpResponse predict(const Call& call) const;
  HttpResponse explain(const Call& call) const;
  HttpResponse query(const Call& call) const;
  HttpResponse evaluate(const Call& call) const;
  HttpResponse history(const Call& call) const;
  HttpResponse create(const Call& call);
  HttpResponse add_to_queue(const Call& call) const;
  HttpResponse clear_queue(const Call& call) const;
  HttpResponse queue(const Call& call) const;
  HttpResponse accuracy(const Call& call) const;
  HttpResponse labels(const Call& call) const;
  HttpResponse suspects(const Call& call) const;
  HttpResponse suspects_of_rows(const Call& call) const;
  HttpResponse drift(const Call& call) const;
  HttpResponse drift_of_rows(const Call& call) const;
  HttpResponse events(const Call& call) const;
  HttpResponse report(const Call& call) const;
  void learn(Call&& call) const;
  void learn_queued(Call&& call, const JsonValue& body, const std::vector<std::int64_t>& queued) const;
  void forget(Call&& call) const;

  const ServiceOptions options_;
  Metrics metrics_;                   // outlives what is answered at the end
  mutable std::shared_mutex naming_;  // guards
  Hosts hosts_;
  std::map<std::string, ModelHost*, std::less<>> by_name_;
  std::unique_ptr<WorkPool> pool_;
};

}  // namespace priory::server
