// SPDX-License-Identifier: Apache-2.0
#include "metrics.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace priory::server {

Metrics::Metrics(std::size_t n_routes) : routes_(std::make_unique<Route[]>(n_routes + 1)) {}  // NOLINT

void Metrics::count(std::size_t route, unsigned status, double seconds) {
  constexpr auto kRelaxed = std::memory_order_relaxed;
  Route& of = routes_[route];
  of.by_status[std::min(status, kStatuses - 1)].fetch_add(1, kRelaxed);
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  of.by_seconds[static_cast<std::size_t>(bound - kBounds.begin())].fetch_add(1, kRelaxed);
  of.nanoseconds.fetch_add(static_cast<std::uint64_t>(seconds * 1e9), kRelaxed);
}

void Metrics::write_requests(std::string& out, std::size_t route, std::string_view labels) const {
  for (unsigned status = 0; status < kStatuses; ++status) {
    const std::uint64_t n = routes_[route].by_status[status];
    if (n > 0)
      fmt::format_to(std::back_inserter(out), "priory_requests_total{{{},status=\"{}\"}} {}\n", labels,
                     status, n);
  }
}

void Metrics::write_seconds(std::string& out, std::size_t route, std::string_view labels) const {
  const Route& of = routes_[route];
  std::uint64_t n = 0;
  for (std::size_t k = 0; k <= kBounds.size(); ++k) {
    n += of.by_seconds[k];
    const std::string bound = k == kBounds.size() ? "+Inf" : fmt::format("{}", kBounds[k]);
    fmt::format_to(std::back_inserter(out), "priory_request_seconds_bucket{{{},le=\"{}\"}} {}\n", labels,
                   bound, n);
  }
  fmt::format_to(std::back_inserter(out),
                 "priory_request_seconds_sum{{{}}} {}\npriory_request_seconds_count{{{}}} {}\n", labels,
                 static_cast<double>(of.nanoseconds) / 1e9, labels, n);
}

std::string label_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? "\\n" : std::string(1, c);
  }
  return out;
}

}  // namespace priory::server
