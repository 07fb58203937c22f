// SPDX-License-Identifier: Apache-2.0
// One connection: Beast parses requests; the head of an answer is written by hand, in one call with its body.
// An answer whose body comes by and by is sent in chunks as it comes.
//
// A Session lives as long as an operation on it is under way, or its answer is being made; all of it happens
// on the thread of its stream but for the making of the answer.
#pragma once

#include <atomic>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>  // Boost 1.74 forgets it

#include "http.h"

namespace priory::server {

using Code = boost::system::error_code;
using Executor = boost::asio::io_context::executor_type;
using Stream = boost::beast::basic_stream<boost::asio::generic::stream_protocol, Executor>;

// What all connections share.
struct Shared {
  HttpOptions options;
  Handle handle;
  Refuse refuse;
  std::atomic<std::size_t> n_connections{0};
  std::atomic<bool> ending{false};
};

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Shared& shared, Stream stream, bool over_unix);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void begin();
  void end();  // waits for nothing more; what is in work is answered first

 private:
  void read();
  void on_head(Code code);
  void go_on();
  void read_body();
  void on_broken(Code code);
  void take();
  HttpRequest request_of();
  void answer_last(unsigned status, const std::string& why, const std::string& remedy);
  void write(HttpResponse response);
  void write_whole(HttpResponse response);
  void finish();
  void begin_flow(HttpResponse response);
  void watch();
  void pump();
  void send_chunk(std::string_view piece);
  void wait_for_more();
  void linger();
  void close_later();
  void drain();
  void close();

  Shared& shared_;
  Stream stream_;
  bool over_unix_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  bool in_work_ = false, keep_alive_ = false, without_body_ = false;
  std::string head_, body_;
  // Of an answer that comes by and by.
  std::shared_ptr<Outflow> flow_;
  std::optional<boost::asio::steady_timer> pulse_;
  bool sending_ = false, watching_ = false, ending_ = false;
};

}  // namespace priory::server
