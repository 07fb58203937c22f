// SPDX-License-Identifier: Apache-2.0
// How much memory a training may take.
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

constexpr double kLeast = 16 << 20, kMost = 0x1p50;

// An estimate to three digits.
std::string about(double n, bool estimated) {
  if (!estimated) return fmt::format("{:.0f}", n);
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(n)) - 2));
  return fmt::format("about {:.0f}", std::round(n / unit) * unit);
}

}  // namespace

void MemoryArguments::declare(Arguments& arguments) {
  arguments.text(
      "--max-memory", "SIZE", text,
      "learn within so many bytes, such as 500M or 2G: the rarest words of texts are left out where they "
      "would not fit");
}

std::size_t MemoryArguments::bytes() const {
  if (text.empty()) return 0;
  double out = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, out);
  const std::string unit(at, end);
  const std::size_t power = unit.empty() ? 0 : std::string("KMGT").find(unit) + 1;
  if (error != std::errc() || unit.size() > 1 || (!unit.empty() && power == 0) || !(out >= 0))
    throw Error(ErrorKind::usage,
                fmt::format("--max-memory takes a size such as 500M or 2G, not '{}'", text));
  out *= std::pow(1024, power);
  if (out < kLeast)
    throw Error(ErrorKind::usage, fmt::format("--max-memory takes 16M and more, not '{}'", text));
  if (out > kMost)
    throw Error(ErrorKind::usage, fmt::format("--max-memory takes up to 1024T, not '{}'", text));
  return static_cast<std::size_t>(out);
}

void MemoryArguments::say(const std::vector<WordLimit>& limits) const {
  for (const WordLimit& each : limits) {
    if (!each.gate) continue;
    note(fmt::format(
        "column '{}': of {} words {} are kept for --max-memory {}; left out are those that occur less "
        "than {} times",
        each.column, about(each.n_words, each.estimated), about(each.n_kept, each.estimated), text,
        each.least));
  }
}

}  // namespace priory::app
