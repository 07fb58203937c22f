// SPDX-License-Identifier: Apache-2.0
// The only file that knows Boost. Beast parses requests; answers are a line of headers each, written by hand
// in one call with their body.
#include "http.h"

#include <array>
#include <atomic>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <csignal>
#include <ctime>
#include <fmt/format.h>
#include <iterator>
#include <list>
#include <optional>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>  // Boost 1.74 forgets it

#include "priory/error.h"

namespace priory::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Code = boost::system::error_code;
using Executor = asio::io_context::executor_type;
using Stream = beast::basic_stream<asio::generic::stream_protocol, Executor>;
using Tcp = asio::ip::tcp;
using Local = asio::local::stream_protocol;
template <class Protocol>
using Socket = asio::basic_stream_socket<Protocol, Executor>;
template <class Protocol>
using Acceptor = asio::basic_socket_acceptor<Protocol, Executor>;

std::string text_of(beast::string_view view) {
  return {view.data(), view.size()};
}

// The date as HTTP has it; made once a second in each thread.
const std::string& date() {
  thread_local std::time_t at = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now == at) return text;
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 40> out{};
  std::strftime(out.data(), out.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  at = now, text = out.data();
  return text;
}

std::string_view reason(unsigned status) {
  const auto text = beast::http::obsolete_reason(static_cast<beast::http::status>(status));
  return {text.data(), text.size()};
}

std::string head_of(const HttpResponse& response, bool keep_alive) {
  std::string out;
  out.reserve(256);
  fmt::format_to(std::back_inserter(out),
                 "HTTP/1.1 {} {}\r\nServer: priory\r\nDate: {}\r\nContent-Length: {}\r\n", response.status,
                 reason(response.status), date(), response.body.size());
  if (!response.content_type.empty())
    fmt::format_to(std::back_inserter(out), "Content-Type: {}\r\nX-Content-Type-Options: nosniff\r\n",
                   response.content_type);
  for (const auto& [name, value] : response.headers)
    fmt::format_to(std::back_inserter(out), "{}: {}\r\n", name, value);
  out += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return out;
}

// What all connections share.
struct Shared {
  HttpOptions options;
  Handle handle;
  Refuse refuse;
  std::atomic<std::size_t> n_connections{0};
  std::atomic<bool> ending{false};
};

// One connection. It lives as long as an operation on it is under way, or its answer is being made; all of it
// happens on the thread of its stream but for the making of the answer.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Shared& shared, Stream stream, bool over_unix)
      : shared_(shared), stream_(std::move(stream)), over_unix_(over_unix) {
    ++shared_.n_connections;
  }
  ~Session() { --shared_.n_connections; }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void begin() {
    if (shared_.n_connections > shared_.options.most_connections)
      return answer_last(503, "too many connections", "try again in a moment");
    read();
  }

  // Waits for nothing more; what is in work is answered first.
  void end() {
    if (!in_work_) close();
  }

 private:
  void read() {
    if (shared_.ending) return close();
    in_work_ = false;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_.options.most_header_bytes));
    parser_->body_limit(shared_.options.most_body_bytes);
    stream_.expires_after(shared_.options.patience);
    beast::http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](Code code, std::size_t) { self->on_head(code); });
  }

  void on_head(Code code) {
    if (code) return on_broken(code);
    in_work_ = true;
    if (parser_->is_done()) return take();
    if (beast::iequals(parser_->get()[beast::http::field::expect], "100-continue")) return go_on();
    read_body();
  }

  void go_on() {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(
        stream_, asio::buffer(kContinue.data(), kContinue.size()),
        [self = shared_from_this()](Code code, std::size_t) { code ? self->close() : self->read_body(); });
  }

  void read_body() {
    beast::http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Code code, std::size_t) {
      code ? self->on_broken(code) : self->take();
    });
  }

  void on_broken(Code code) {
    using beast::http::error;
    const HttpOptions& options = shared_.options;
    if (code == error::body_limit)
      return answer_last(413, fmt::format("the body is longer than {} bytes", options.most_body_bytes),
                         "send the rows in several requests, or start the server with a larger --max-body");
    if (code == error::header_limit)
      return answer_last(431, fmt::format("the headers are longer than {} bytes", options.most_header_bytes),
                         "send fewer headers");
    const bool malformed = code.category() == beast::http::make_error_code(error::bad_method).category();
    if (malformed && code != error::end_of_stream && code != error::partial_message)
      return answer_last(400, "this is no HTTP/1.1 request: " + code.message(), "");
    close();
  }

  void take() {
    auto& message = parser_->get();
    using beast::http::field;
    HttpRequest request;
    request.method = text_of(message.method_string());
    request.target = text_of(message.target());
    request.host = text_of(message[field::host]);
    request.origin = text_of(message[field::origin]);
    request.content_type = text_of(message[field::content_type]);
    request.authorization = text_of(message[field::authorization]);
    request.idempotency_key = text_of(message["Idempotency-Key"]);
    request.body = std::move(message.body());
    request.over_unix = over_unix_;
    keep_alive_ = message.keep_alive();
    without_body_ = message.method() == beast::http::verb::head;
    stream_.expires_never();
    shared_.handle(std::move(request), [self = shared_from_this()](HttpResponse response) {
      if (self->stream_.get_executor().running_in_this_thread()) return self->write(std::move(response));
      asio::post(self->stream_.get_executor(),
                 [self, response = std::move(response)]() mutable { self->write(std::move(response)); });
    });
  }

  void answer_last(unsigned status, const std::string& why, const std::string& remedy) {
    keep_alive_ = false;
    write(shared_.refuse(status, why, remedy));
  }

  void write(HttpResponse response) {
    in_work_ = true;
    if (shared_.ending) keep_alive_ = false;
    head_ = head_of(response, keep_alive_);
    body_ = without_body_ ? std::string() : std::move(response.body);
    stream_.expires_after(shared_.options.patience);
    const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_), asio::buffer(body_)};
    asio::async_write(stream_, buffers, [self = shared_from_this()](Code code, std::size_t) {
      if (code) return self->close();
      self->keep_alive_ ? self->read() : self->linger();
    });
  }

  // A client that is still sending would lose the answer if the socket were closed at once: the rest of what
  // it sends is taken, for a moment.
  void linger() {
    Code ignored;
    stream_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
    stream_.expires_after(std::chrono::seconds(2));
    drain();
  }

  void drain() {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(1 << 14), [self = shared_from_this()](Code code, std::size_t) {
      code ? self->close() : self->drain();
    });
  }

  void close() {
    Code ignored;
    stream_.socket().close(ignored);
  }

  Shared& shared_;
  Stream stream_;
  bool over_unix_;
  beast::flat_buffer buffer_;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser_;
  bool in_work_ = false, keep_alive_ = false, without_body_ = false;
  std::string head_, body_;
};

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
