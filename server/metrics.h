// SPDX-License-Identifier: Apache-2.0
// What the server has done, counted by route: the Prometheus text format, version 0.0.4. Any thread may
// count.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace priory::server {

class Metrics {
 public:
  explicit Metrics(std::size_t n_routes);

  // `route` is a number below n_routes, or n_routes for requests of none.
  void count(std::size_t route, unsigned status, double seconds);

  // The lines of one route; `labels` as they stand in braces: method="GET",path="/health".
  void write_requests(std::string& out, std::size_t route, std::string_view labels) const;
  void write_seconds(std::string& out, std::size_t route, std::string_view labels) const;

 private:
  static constexpr std::array<double, 8> kBounds = {0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 1, 10};  // seconds
  static constexpr unsigned kStatuses = 600;
  struct Route {
    std::array<std::atomic<std::uint64_t>, kStatuses> by_status{};
    std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> by_seconds{};
    std::atomic<std::uint64_t> nanoseconds{0};
  };
  std::unique_ptr<Route[]> routes_;  // NOLINT(modernize-avoid-c-arrays): atomics do not move
};

// A text as the value of a label.
std::string label_value(std::string_view text);

}  // namespace priory::server
