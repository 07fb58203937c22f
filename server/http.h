// SPDX-License-Identifier: Apache-2.0
// HTTP/1.1 over TCP and Unix sockets: connections, limits, time-outs and the end of it all. What is asked and
// answered is the caller's.
//
// Each thread has its own connections, and a request is handed over on the thread of its connection; the
// answer may come from any thread, once. A connection has one request in work at a time, so pipelined
// requests are answered in order.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace priory::server {

struct HttpRequest {
  std::string method, target;  // the target as it stands: path and query
  std::string host, origin, content_type, authorization, idempotency_key, if_none_match;
  std::string body;
  bool over_unix = false;  // from a Unix socket
};

// A body that comes by and by. The connection asks for it, on its thread.
class Outflow {
 public:
  virtual ~Outflow() = default;
  // `wake` may be called from any thread, when there is more to take; also after the connection has gone.
  virtual void begin(std::function<void()> wake) = 0;
  virtual std::string take() = 0;                        // what there is; empty: nothing for now
  virtual bool ended() const = 0;                        // after an empty `take`: there will be nothing more
  virtual bool endless() const { return false; }         // it ends with the connection
  virtual std::string_view pulse() const { return {}; }  // sent when there was nothing for a while
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::shared_ptr<Outflow> flow = {};  // in place of `body`
};

using Respond = std::function<void(HttpResponse)>;
using Handle = std::function<void(HttpRequest&&, Respond)>;
// What the connection itself has to say: 400, 413, 431, 503.
using Refuse =
    std::function<HttpResponse(unsigned status, const std::string& why, const std::string& remedy)>;

struct HttpOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any that is free
  bool tcp = true;
  std::string unix_socket = {};  // a path; empty: none
  int inherited = -1;            // a listening socket that somebody else opened, in place of the above
  std::size_t threads = 1;
  std::size_t most_connections = 4096;
  std::size_t most_header_bytes = 16 << 10;
  std::size_t most_body_bytes = 16 << 20;
  std::chrono::seconds patience{60};  // for a whole request, and for a client to take its answer
  std::chrono::seconds pulse{15};     // of an answer that comes by and by and is silent
  std::chrono::seconds farewell{10};  // for requests in work when the server ends
};

class HttpServer {
 public:
  // Listens; an Error of kind io says why it cannot.
  HttpServer(HttpOptions options, Handle handle, Refuse refuse);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;  // 0: there is no TCP socket
  std::size_t n_connections() const;

  // Serves until SIGTERM or SIGINT: then new connections are refused, requests in work are answered, and it
  // returns. `on_hangup` is called on a thread of the server for each SIGHUP.
  void run(const std::function<void()>& on_hangup);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace priory::server
