// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as each of the little languages of the command line: they end or throw an Error of kind
// usage, and numbers that come out are finite, or what `auto` stands for where that was written.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "priory/error.h"
#include "priory/evaluation.h"
#include "priory/plan.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Act>
void check(const Act& act) {
  try {
    act();
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::usage);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check([&] { priory::parse_list(text); });
  check([&] {
    for (const auto& each : priory::parse_types(text)) require(each.values.size() <= size);
  });
  check([&] {
    for (const auto& each : priory::parse_parts(text)) require(!each.columns.empty());
  });
  check([&] {
    const bool may_be_auto = text.find("auto") != std::string_view::npos;
    for (const auto& each : priory::parse_setting("alpha", text))
      require(std::isfinite(each.value) || (may_be_auto && std::isnan(each.value)));
  });
  check([&] {
    double total = 0;
    const auto prior = priory::parse_prior(text, 0);
    for (const auto& [label, p] : prior.given) require(p >= 0), total += p;
    require(prior.given.empty() || std::abs(total - 1) < 1e-6);
  });
  check([&] {
    for (const auto& each : priory::parse_requirements(text))
      require(!each.name.empty() && !std::isnan(each.bound));
  });
  return 0;
}
