// SPDX-License-Identifier: Apache-2.0
// The server as its front end starts it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "http.h"
#include "model_host.h"
#include "service.h"

namespace priory::server {

struct ServedModel {
  std::string name, path;
};

// "mail.priory" is served as "mail", "spam=mail.priory" as "spam". An Error of kind usage where two have one
// name.
std::vector<ServedModel> served_models(const std::vector<std::string>& arguments);

struct ServeOptions {
  std::vector<ServedModel> models;
  HttpOptions http;
  ServiceOptions service;
  HostOptions host;
  std::function<void(const HttpServer&)> on_listening = {};
};

// Until SIGTERM or SIGINT. Then requests in work are answered and every event is in its model file.
void serve(const ServeOptions& options);

// The socket that systemd has opened for this process, by its variables LISTEN_PID and LISTEN_FDS; -1: none.
int inherited_socket(const char* listen_pid, const char* listen_fds);

}  // namespace priory::server
