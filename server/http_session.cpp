// SPDX-License-Identifier: Apache-2.0
#include "http_session.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <ctime>
#include <fmt/format.h>
#include <iterator>

namespace priory::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;

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

constexpr unsigned kNotModified = 304;  // has no body, and no length

std::string head_of(const HttpResponse& response, bool keep_alive) {
  std::string out;
  out.reserve(256);
  fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\nServer: priory\r\nDate: {}\r\n", response.status,
                 reason(response.status), date());
  if (response.flow)
    out += "Transfer-Encoding: chunked\r\n";
  else if (response.status != kNotModified)
    fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n", response.body.size());
  if (!response.content_type.empty())
    fmt::format_to(std::back_inserter(out), "Content-Type: {}\r\nX-Content-Type-Options: nosniff\r\n",
                   response.content_type);
  bool may_be_kept = false;
  for (const auto& [name, value] : response.headers) {
    fmt::format_to(std::back_inserter(out), "{}: {}\r\n", name, value);
    may_be_kept = may_be_kept || name == "Cache-Control";
  }
  if (!may_be_kept) out += "Cache-Control: no-store\r\n";
  out += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return out;
}

}  // namespace

Session::Session(Shared& shared, Stream stream, bool over_unix)
    : shared_(shared), stream_(std::move(stream)), over_unix_(over_unix) {
  ++shared_.n_connections;
}

Session::~Session() {
  --shared_.n_connections;
}

void Session::begin() {
  if (shared_.n_connections > shared_.options.most_connections)
    return answer_last(503, "too many connections", "try again in a moment");
  read();
}

// A flow that has no end of its own ends here.
void Session::end() {
  if (flow_ && flow_->endless()) return sending_ ? void(ending_ = true) : send_chunk("");
  if (!in_work_) close();
}

void Session::read() {
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

void Session::on_head(Code code) {
  if (code) return on_broken(code);
  in_work_ = true;
  if (parser_->is_done()) return take();
  if (beast::iequals(parser_->get()[beast::http::field::expect], "100-continue")) return go_on();
  read_body();
}

void Session::go_on() {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(
      stream_, asio::buffer(kContinue.data(), kContinue.size()),
      [self = shared_from_this()](Code code, std::size_t) { code ? self->close() : self->read_body(); });
}

void Session::read_body() {
  beast::http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Code code, std::size_t) {
    code ? self->on_broken(code) : self->take();
  });
}

void Session::on_broken(Code code) {
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

HttpRequest Session::request_of() {
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
  request.if_none_match = text_of(message[field::if_none_match]);
  request.body = std::move(message.body());
  request.over_unix = over_unix_;
  keep_alive_ = message.keep_alive();
  without_body_ = message.method() == beast::http::verb::head;
  return request;
}

void Session::take() {
  HttpRequest request = request_of();
  stream_.expires_never();
  shared_.handle(std::move(request), [self = shared_from_this()](HttpResponse response) {
    if (self->stream_.get_executor().running_in_this_thread()) return self->write(std::move(response));
    asio::post(self->stream_.get_executor(),
               [self, response = std::move(response)]() mutable { self->write(std::move(response)); });
  });
}

void Session::answer_last(unsigned status, const std::string& why, const std::string& remedy) {
  keep_alive_ = false;
  write(shared_.refuse(status, why, remedy));
}

void Session::write(HttpResponse response) {
  in_work_ = true;
  if (shared_.ending) keep_alive_ = false;
  response.flow ? begin_flow(std::move(response)) : write_whole(std::move(response));
}

void Session::write_whole(HttpResponse response) {
  head_ = head_of(response, keep_alive_);
  body_ = without_body_ ? std::string() : std::move(response.body);
  stream_.expires_after(shared_.options.patience);
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_), asio::buffer(body_)};
  asio::async_write(stream_, buffers, [self = shared_from_this()](Code code, std::size_t) {
    code ? self->close() : self->finish();
  });
}

void Session::finish() {
  keep_alive_ ? read() : linger();
}

void Session::begin_flow(HttpResponse response) {
  if (response.flow->endless()) keep_alive_ = false;
  head_ = head_of(response, keep_alive_);
  if (without_body_) {
    body_.clear();
  } else {
    flow_ = std::move(response.flow);
    flow_->begin([weak = weak_from_this()] {
      const auto self = weak.lock();
      if (self) asio::post(self->stream_.get_executor(), [self] { self->pump(); });
    });
  }
  sending_ = true;
  stream_.expires_after(shared_.options.patience);
  asio::async_write(stream_, asio::buffer(head_), [self = shared_from_this()](Code code, std::size_t) {
    self->sending_ = false;
    if (code) return self->close();
    if (!self->flow_) return self->finish();
    self->pump();
  });
}

// A client that goes away while there is nothing to be sent to it.
void Session::watch() {
  if (watching_ || !flow_->endless()) return;
  watching_ = true;
  stream_.expires_never();
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(512), [self = shared_from_this()](Code code, std::size_t) {
    self->watching_ = false;
    if (code) return self->close();
    self->flow_ ? self->watch() : self->drain();
  });
}

void Session::pump() {
  if (sending_ || !flow_) return;
  const std::string piece = flow_->take();
  if (!piece.empty()) return send_chunk(piece);
  if (ending_ || flow_->ended()) return send_chunk("");
  wait_for_more();
}

void Session::send_chunk(std::string_view piece) {
  const bool last = piece.empty();
  body_ = fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
  sending_ = true;
  watch();
  stream_.expires_after(shared_.options.patience);
  asio::async_write(stream_, asio::buffer(body_), [self = shared_from_this(), last](Code code, std::size_t) {
    self->sending_ = false;
    if (code) return self->close();
    if (!last) return self->pump();
    self->flow_.reset();
    self->finish();
  });
}

// What is silent for a while says that it is still there; so a client that is not is found.
void Session::wait_for_more() {
  watch();
  const std::string_view pulse = flow_->pulse();
  if (pulse.empty()) return;
  if (!pulse_) pulse_.emplace(stream_.get_executor());
  pulse_->expires_after(shared_.options.pulse);
  pulse_->async_wait([weak = weak_from_this(), pulse](Code code) {
    const auto self = weak.lock();
    if (!code && self && self->flow_ && !self->sending_) self->send_chunk(pulse);
  });
}

// A client that is still sending would lose the answer if the socket were closed at once: the rest of what
// it sends is taken, for a moment.
void Session::linger() {
  Code ignored;
  stream_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
  if (watching_) return close_later();
  stream_.expires_after(std::chrono::seconds(2));
  drain();
}

// What is read already has no time-out.
void Session::close_later() {
  if (!pulse_) pulse_.emplace(stream_.get_executor());
  pulse_->expires_after(std::chrono::seconds(2));
  pulse_->async_wait([self = shared_from_this()](Code code) {
    if (!code) self->close();
  });
}

void Session::drain() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(1 << 14), [self = shared_from_this()](Code code, std::size_t) {
    code ? self->close() : self->drain();
  });
}

void Session::close() {
  Code ignored;
  flow_.reset();
  if (pulse_) pulse_->cancel();
  stream_.socket().close(ignored);
}

}  // namespace priory::server
