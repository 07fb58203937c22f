// SPDX-License-Identifier: Apache-2.0
#include "serve.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "new_model.h"
#include "problem.h"

namespace priory::server {
namespace {

// Without its folders and its ending.
std::string stem_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  std::string out = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::size_t dot = out.rfind('.');
  if (dot != std::string::npos && dot > 0) out.resize(dot);
  return out;
}

// As many descriptors as this process may have: a connection is one.
void raise_limit_of_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void add_begun(std::vector<ServedModel>& models, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const BegunModel& each : begun_models(folder)) {
    if (std::ranges::find(models, each.path, &ServedModel::path) != models.end()) continue;
    if (std::ranges::find(models, each.name, &ServedModel::name) != models.end())
      throw Error(ErrorKind::usage, fmt::format("two models would be served as '{}'", each.name), {},
                  fmt::format("one of them is {}", each.path));
    models.push_back({each.name, each.path});
  }
}

}  // namespace

std::vector<ServedModel> served_models(const std::vector<std::string>& arguments) {
  std::vector<ServedModel> out;
  for (const std::string& each : arguments) {
    const std::size_t sign = each.find('=');
    const bool named = sign != std::string::npos && sign > 0 &&
                       each.substr(0, sign).find('/') == std::string::npos &&
                       ::access(each.c_str(), F_OK) != 0;
    ServedModel model =
        named ? ServedModel{each.substr(0, sign), each.substr(sign + 1)} : ServedModel{stem_of(each), each};
    if (model.name.empty() || model.name.find('/') != std::string::npos)
      throw Error(ErrorKind::usage, fmt::format("'{}' has no name to be served by", each), {},
                  "give it one: spam=mail.priory");
    if (std::ranges::find(out, model.name, &ServedModel::name) != out.end())
      throw Error(ErrorKind::usage, fmt::format("two models would be served as '{}'", model.name), {},
                  fmt::format("give one another name: {}2={}", model.name, model.path));
    out.push_back(std::move(model));
  }
  return out;
}

void serve(const ServeOptions& options) {
  raise_limit_of_files();
  Service::Hosts hosts;
  std::vector<ServedModel> models = options.models;
  if (!options.service.new_folder.empty()) add_begun(models, options.service.new_folder);
  for (const ServedModel& each : models)
    hosts.push_back(std::make_unique<ModelHost>(each.name, each.path, options.host));
  std::unique_ptr<Service> service;
  HttpServer http(
      options.http,
      [&](HttpRequest&& request, Respond respond) {
        service->handle(std::move(request), std::move(respond));
      },
      [](unsigned status, const std::string& why, const std::string& remedy) {
        return problem(status, why, "", remedy);
      });
  service = std::make_unique<Service>(std::move(hosts), options.service);
  if (options.on_listening) options.on_listening(http);
  http.run([&] { service->reload(); });
  service.reset();  // what is in work has connections, which go with `http`
}

int inherited_socket(const char* listen_pid, const char* listen_fds) {
  constexpr int kFirst = 3;
  if (listen_pid == nullptr || listen_fds == nullptr) return -1;
  if (std::to_string(::getpid()) != listen_pid) return -1;
  return std::string(listen_fds) == "1"
             ? kFirst
             : throw Error(ErrorKind::usage, "one socket can be handed over, not several");
}

}  // namespace priory::server
