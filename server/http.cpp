// SPDX-License-Identifier: Apache-2.0
// Listening, the threads, and the end of it all. Here and in http_session.cpp is what knows Boost.
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <fmt/format.h>
#include <list>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "priory/error.h"

#include "http_session.h"

namespace priory::server {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Local = asio::local::stream_protocol;
template <class Protocol>
using Socket = asio::basic_stream_socket<Protocol, Executor>;
template <class Protocol>
using Acceptor = asio::basic_socket_acceptor<Protocol, Executor>;

[[noreturn]] void cannot_listen(const std::string& where, const Code& code) {
  const bool taken = code == asio::error::address_in_use;
  throw Error(ErrorKind::io, fmt::format("cannot listen at {}: {}", where, code.message()), {},
              taken ? "stop the other server, or choose another ‹port› (0: any that is free)" : "");
}

// A thread, its connections.
struct Worker {
  asio::io_context context{1};
  std::list<std::weak_ptr<Session>> sessions;

  void add(const std::shared_ptr<Session>& session) {
    sessions.remove_if([](const auto& each) { return each.expired(); });
    sessions.push_back(session);
    session->begin();
  }
  void end() {
    for (const auto& each : sessions) {
      if (const auto session = each.lock()) session->end();
    }
  }
};

}  // namespace

struct HttpServer::State {
  Shared shared;
  std::vector<std::unique_ptr<Worker>> workers;
  std::optional<Acceptor<Tcp>> tcp;
  std::optional<Acceptor<Local>> local;
  std::optional<asio::steady_timer> pause, farewell;
  std::size_t next = 0;
  std::uint16_t port = 0;
  std::string own_socket;  // to be removed

  Executor first() { return workers[0]->context.get_executor(); }

  void listen() {
    const HttpOptions& options = shared.options;
    if (options.inherited >= 0) return adopt(options.inherited);
    if (options.tcp) listen_tcp(options);
    if (!options.unix_socket.empty()) listen_local(options.unix_socket);
  }

  void listen_tcp(const HttpOptions& options) {
    Code code;
    const auto address = asio::ip::make_address(options.address, code);
    const std::string where = fmt::format("{}:{}", options.address, options.port);
    if (code) cannot_listen(where, code);
    const Tcp::endpoint endpoint(address, options.port);
    tcp.emplace(first());
    tcp->open(endpoint.protocol(), code);
    if (!code) tcp->set_option(asio::socket_base::reuse_address(true), code);
    if (!code) tcp->bind(endpoint, code);
    if (!code) tcp->listen(asio::socket_base::max_listen_connections, code);
    if (code) cannot_listen(where, code);
    port = tcp->local_endpoint().port();
  }

  // What a server that was killed has left behind is replaced; a socket that answers is not.
  void listen_local(const std::string& path) {
    Code code;
    const Local::endpoint endpoint(path);
    struct stat facts {};
    if (::stat(path.c_str(), &facts) == 0 && S_ISSOCK(facts.st_mode)) {
      Socket<Local> probe(first());
      probe.connect(endpoint, code);
      if (!code) cannot_listen(path, asio::error::address_in_use);
      ::unlink(path.c_str());
    }
    local.emplace(first());
    local->open(endpoint.protocol(), code);
    const mode_t before = ::umask(0177);  // for this user only
    if (!code) local->bind(endpoint, code);
    ::umask(before);
    if (!code) local->listen(asio::socket_base::max_listen_connections, code);
    if (code) cannot_listen(path, code);
    own_socket = path;
  }

  void adopt(int socket) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    Code code;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      throw Error(ErrorKind::io, "the socket that was handed over is none");
    if (address.ss_family == AF_UNIX) {
      local.emplace(first());
      local->assign(Local(), socket, code);
    } else {
      tcp.emplace(first());
      tcp->assign(address.ss_family == AF_INET6 ? Tcp::v6() : Tcp::v4(), socket, code);
      if (!code) port = tcp->local_endpoint(code).port();
    }
    if (code) cannot_listen("the socket that was handed over", code);
  }

  template <class Protocol>
  void accept(Acceptor<Protocol>& acceptor) {
    Worker& worker = *workers[next++ % workers.size()];
    acceptor.async_accept(worker.context.get_executor(),
                          [this, &acceptor, &worker](Code code, Socket<Protocol> socket) {
                            if (code == asio::error::operation_aborted || !acceptor.is_open()) return;
                            if (code) return accept_later(acceptor);
                            if constexpr (std::is_same_v<Protocol, Tcp>) {
                              Code ignored;
                              socket.set_option(Tcp::no_delay(true), ignored);
                            }
                            take(worker, std::move(socket));
                            accept(acceptor);
                          });
  }

  // No descriptor is left, most likely: when some connection has ended there is.
  template <class Protocol>
  void accept_later(Acceptor<Protocol>& acceptor) {
    pause.emplace(first(), std::chrono::milliseconds(100));
    pause->async_wait([this, &acceptor](Code code) {
      if (!code && acceptor.is_open()) accept(acceptor);
    });
  }

  template <class Protocol>
  void take(Worker& worker, Socket<Protocol> socket) {
    using Generic = Socket<asio::generic::stream_protocol>;
    auto session = std::make_shared<Session>(shared, Stream(Generic(std::move(socket))),
                                             std::is_same_v<Protocol, Local>);
    asio::post(worker.context, [&worker, session = std::move(session)] { worker.add(session); });
  }

  void end() {
    if (shared.ending.exchange(true)) return;
    Code ignored;
    if (tcp) tcp->close(ignored);
    if (local) local->close(ignored);
    if (!own_socket.empty()) ::unlink(own_socket.c_str());
    for (const auto& worker : workers) asio::post(worker->context, [&worker] { worker->end(); });
    farewell.emplace(first());
    wait_for_last(std::chrono::steady_clock::now() + shared.options.farewell);
  }

  void wait_for_last(std::chrono::steady_clock::time_point until) {
    if (shared.n_connections == 0 || std::chrono::steady_clock::now() > until) {
      for (const auto& worker : workers) worker->context.stop();
      return;
    }
    farewell->expires_after(std::chrono::milliseconds(10));
    farewell->async_wait([this, until](Code) { wait_for_last(until); });
  }
};

HttpServer::HttpServer(HttpOptions options, Handle handle, Refuse refuse)
    : state_(std::make_unique<State>()) {
  state_->shared.options = std::move(options);
  state_->shared.handle = std::move(handle);
  state_->shared.refuse = std::move(refuse);
  for (std::size_t k = 0; k < std::max<std::size_t>(1, state_->shared.options.threads); ++k)
    state_->workers.push_back(std::make_unique<Worker>());
  state_->listen();
}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const {
  return state_->port;
}
std::size_t HttpServer::n_connections() const {
  return state_->shared.n_connections;
}

void HttpServer::run(const std::function<void()>& on_hangup) {
  State& state = *state_;
  asio::signal_set ends(state.workers[0]->context, SIGTERM, SIGINT),
      hangups(state.workers[0]->context, SIGHUP);
  ends.async_wait([&](Code code, int) {
    if (!code) hangups.cancel(), state.end();
  });
  std::function<void()> wait_for_hangup = [&] {
    hangups.async_wait([&](Code code, int) {
      if (code) return;
      on_hangup();
      wait_for_hangup();
    });
  };
  wait_for_hangup();
  if (state.tcp) state.accept(*state.tcp);
  if (state.local) state.accept(*state.local);
  std::vector<std::thread> threads;
  const auto work = [](Worker& worker) {
    const auto stay = asio::make_work_guard(worker.context);
    worker.context.run();
  };
  for (std::size_t k = 1; k < state.workers.size(); ++k)
    threads.emplace_back(work, std::ref(*state.workers[k]));
  work(*state.workers[0]);
  for (std::thread& each : threads) each.join();
}

}  // namespace priory::server
