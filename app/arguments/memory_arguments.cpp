// SPDX-License-Identifier: Apache-2.0
// How much memory a training may take.
#include <cmath>
#include <fmt/format.h>

#include "priory/front_end.h"

#include "command.h"

namespace priory::app {
namespace {

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
  return text.empty() ? 0 : parse_memory(text);
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
