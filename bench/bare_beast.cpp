// SPDX-License-Identifier: Apache-2.0
// The least that a server over Boost.Beast must do: bare_beast THREADS reads each request and answers {}. It
// prints its port and serves until it is killed.
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <utility>  // Boost 1.74 forgets it
#include <vector>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;

class Session : public std::enable_shared_from_this<Session> {
 public:
  explicit Session(Tcp::socket socket) : stream_(std::move(socket)) {}

  void read() {
    request_ = {};
    http::async_read(stream_, buffer_, request_, [self = shared_from_this()](auto code, std::size_t) {
      if (!code) self->answer();
    });
  }

 private:
  void answer() {
    response_ = {http::status::ok, 11};
    response_.set(http::field::content_type, "application/json");
    response_.keep_alive(request_.keep_alive());
    response_.body() = "{}";
    response_.prepare_payload();
    http::async_write(stream_, response_, [self = shared_from_this()](auto code, std::size_t) {
      if (!code) self->read();
    });
  }

  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: bare_beast THREADS\n"), 2;
  std::vector<std::unique_ptr<asio::io_context>> contexts;
  for (int k = 0; k < std::atoi(argv[1]); ++k) contexts.push_back(std::make_unique<asio::io_context>(1));
  Tcp::acceptor acceptor(*contexts[0], {asio::ip::make_address("127.0.0.1"), 0});
  std::printf("%d\n", acceptor.local_endpoint().port());
  std::fflush(stdout);
  std::size_t next = 0;
  const std::function<void()> accept = [&] {
    acceptor.async_accept(*contexts[next++ % contexts.size()], [&](auto code, Tcp::socket socket) {
      if (code) return;
      socket.set_option(Tcp::no_delay(true));
      auto executor = socket.get_executor();
      asio::post(executor, [session = std::make_shared<Session>(std::move(socket))] { session->read(); });
      accept();
    });
  };
  accept();
  std::vector<std::thread> threads;
  for (const auto& each : contexts)
    threads.emplace_back([&each] {
      const auto stay = asio::make_work_guard(*each);
      each->run();
    });
  for (std::thread& each : threads) each.join();
}
