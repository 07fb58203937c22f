// SPDX-License-Identifier: Apache-2.0
// priory serve MODEL...: a server that predicts, learns and forgets.
#include "server/serve.h"

#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <thread>

#include "command.h"

namespace priory::app {
namespace {

struct Serve {
  std::vector<std::string> models;
  std::string unix_socket, new_folder, queue = "margin";
  std::vector<std::string> hosts;
  std::size_t port = 8080, threads = 0, max_body = 16, max_rows = 100'000, max_connections = 4096,
              time_out = 60;
  std::size_t checkpoint_events = 10'000, checkpoint_seconds = 60, keep = 0;
  bool port_given = false, allow_remote = false;
  std::string address = "127.0.0.1", token_file;

  int run() {
    server::ServeOptions options;
    if (models.empty() && new_folder.empty())
      throw Error(ErrorKind::usage, "there is no model to serve", {},
                  "name a model file, or a folder for new ones: --new FOLDER");
    options.models = server::served_models(models);
    set_http(options.http);
    options.service.most_rows = max_rows;
    options.service.hosts = {hosts.begin(), hosts.end()};
    options.host.checkpoint_events = static_cast<std::int64_t>(checkpoint_events);
    options.host.checkpoint_seconds = static_cast<std::int64_t>(checkpoint_seconds);
    options.host.keep = keep;
    options.host.note = [](const std::string& text) { note(text); };
    if (allow_remote) set_tokens(options.service);
    options.service.new_folder = new_folder;
    options.service.queue_by = server::useful_by(queue);
    options.service.host = options.host;
    options.on_listening = [&](const server::HttpServer& http) { say_where(options, http); };
    server::serve(options);
    note("ended; every event is in its model file or its journal");
    return 0;
  }

  // Said once: whoever has the teacher's token can change the models.
  void set_tokens(server::ServiceOptions& service) const {
    bool made = true;
    service.any_address = true;
    service.tokens = token_file.empty() ? server::make_tokens() : server::tokens_of_file(token_file, made);
    if (made)
      note(fmt::format("token for reading: {}\n        for reading and teaching: {}", service.tokens.reader,
                       service.tokens.teacher));
  }

  void check_address() const {
    const bool own = address == "127.0.0.1" || address == "::1";
    if (!own && !allow_remote)
      throw Error(ErrorKind::usage, fmt::format("--address {} lets other machines ask", address), {},
                  "say --allow-remote, too: requests then need a token");
    if (!token_file.empty() && !allow_remote)
      throw Error(ErrorKind::usage, "--tokens goes with --allow-remote");
  }

  void set_http(server::HttpOptions& http) const {
    check_address();
    http.address = allow_remote && address == "127.0.0.1" ? "0.0.0.0" : address;
    http.port = static_cast<std::uint16_t>(port);
    http.unix_socket = unix_socket;
    http.tcp = unix_socket.empty() || port_given;
    http.inherited =
        server::inherited_socket(std::getenv("LISTEN_PID"), std::getenv("LISTEN_FDS"));  // NOLINT
    http.threads = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    http.most_body_bytes = max_body << 20;
    http.most_connections = max_connections;
    http.patience = std::chrono::seconds(time_out);
  }

  static std::string shown_address(const std::string& address) {
    if (address == "0.0.0.0" || address == "::") return "127.0.0.1";
    return address.find(':') == std::string::npos ? address : '[' + address + ']';
  }

  // Where the first model can be asked, as a command to try.
  static void say_where(const server::ServeOptions& options, const server::HttpServer& http) {
    const std::string name = options.models.empty() ? "" : '/' + options.models[0].name;
    if (http.port() != 0)
      note(fmt::format("listening at http://{2}:{0}; for instance: curl http://{2}:{0}/v1/models{1}",
                       http.port(), name, shown_address(options.http.address)));
    if (!options.http.unix_socket.empty() && options.http.inherited < 0)
      note(fmt::format("listening at {0}; for instance: curl --unix-socket {0} http://localhost/v1/models{1}",
                       options.http.unix_socket, name));
  }
};

}  // namespace

Verb make_serve() {
  const auto self = std::make_shared<Serve>();
  Verb verb{"serve",
            "answer, learn and forget over HTTP",
            {"priory serve mail.priory", "priory serve mail.priory tickets=queue.priory --port 8081",
             "priory serve mail.priory --socket /run/priory.sock"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.texts("MODEL", "", self->models,
                  "model files; NAME=FILE serves one by another name than that of its file");
  arguments.group("Where");
  arguments.call(
      "--port", "N",
      [self](const std::string& text) {
        const std::size_t n =
            text.size() < 6 && !text.empty() && text.find_first_not_of("0123456789") == std::string::npos
                ? std::stoul(text)
                : std::numeric_limits<std::size_t>::max();
        if (n > 65535)
          throw Error(ErrorKind::usage, fmt::format("--port takes a number from 0 to 65535, not '{}'", text));
        self->port = n, self->port_given = true;
      },
      "the TCP port on this machine; 8080 when not given, 0: any that is free");
  arguments.text("--socket", "PATH", self->unix_socket,
                 "a Unix socket, for this user only; no TCP then without --port");
  arguments.texts("--host", "NAME", self->hosts,
                  "a name that requests may ask for, beside localhost (a proxy's)");
  arguments.group("Other machines");
  arguments.flag("--allow-remote", self->allow_remote,
                 "let them ask, at every address of this machine; requests need a token, which is said once");
  arguments.text("--address", "ADDRESS", self->address, "at this address only");
  arguments.text("--tokens", "FILE", self->token_file,
                 "read the tokens from a file; it is made if there is none");
  arguments.group("Learning");
  arguments.text("--new", "FOLDER", self->new_folder,
                 "where models are that clients begin with no rows, by naming classes and columns");
  arguments.word("--queue", "WAY", self->queue, {"margin", "information", "diversity", "order"},
                 "which waiting rows are most useful to label; margin when not given");
  arguments.count("--checkpoint-events", "N", self->checkpoint_events,
                  "write the model file after so many events; 10000 when not given");
  arguments.count("--checkpoint-seconds", "N", self->checkpoint_seconds,
                  "or after so much time; 60 when not given");
  arguments.count("--keep", "N", self->keep,
                  "keep copies of the last N checkpoints beside the model file; none when not given");
  arguments.group("Limits");
  arguments.count("--threads", "N", self->threads, "how many take requests; all when not given");
  arguments.count("--max-body", "MB", self->max_body, "of a request; 16 when not given");
  arguments.count("--max-rows", "N", self->max_rows, "of a request; 100000 when not given");
  arguments.count("--max-connections", "N", self->max_connections, "at a time; 4096 when not given");
  arguments.count("--time-out", "SECONDS", self->time_out,
                  "for a client to send a request, and to take the answer; 60 when not given");
  verb.matter = {"--port", "--socket", "--host", "--max-body", "--threads"};
  return verb;
}

}  // namespace priory::app
