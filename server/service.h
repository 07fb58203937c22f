// SPDX-License-Identifier: Apache-2.0
// What a request means: its route, who may ask, and the answer of a host to it. Any number of threads may
// call `handle`.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "http.h"
#include "metrics.h"
#include "model_host.h"
#include "work_pool.h"

namespace priory::server {

struct ServiceOptions {
  std::size_t most_rows = 100'000;   // of a request
  std::size_t work_threads = 1;      // for long work
  std::size_t most_waiting = 256;    // pieces of it
  std::set<std::string> hosts = {};  // names that the server is asked by, beside those of this machine
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
  void start(Call&& call, const struct Route& route);
  void route(HttpRequest&& request, const struct Matched& matched, const Respond& respond);

  HttpResponse health(const Call& call) const;
  HttpResponse metrics(const Call& call) const;
  HttpResponse models(const Call& call) const;
  HttpResponse model(const Call& call) const;
  HttpResponse predict(const Call& call) const;
  HttpResponse explain(const Call& call) const;
  HttpResponse query(const Call& call) const;
  HttpResponse evaluate(const Call& call) const;
  HttpResponse history(const Call& call) const;
  void learn(Call&& call) const;
  void forget(Call&& call) const;

  const ServiceOptions options_;
  Metrics metrics_;  // outlives what is answered at the end
  Hosts hosts_;
  std::map<std::string, ModelHost*, std::less<>> by_name_;
  std::unique_ptr<WorkPool> pool_;
};

}  // namespace priory::server
