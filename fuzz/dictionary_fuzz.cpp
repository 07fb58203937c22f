// SPDX-License-Identifier: Apache-2.0
// The lines of the input go into a Dictionary and into a map from the standard library: both must agree on
// every code, and a copy must agree with its original.
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string_view>

#include "priory/chunk.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_lines(std::string_view rest, priory::Dictionary& dictionary) {
  std::map<std::string_view, std::uint32_t> expected;
  while (true) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const auto [place, is_new] = expected.try_emplace(line, static_cast<std::uint32_t>(expected.size()));
    require((dictionary.find(line) == priory::Dictionary::kAbsent) == is_new);
    require(dictionary.insert(line) == place->second && dictionary[place->second] == line);
    if (line.size() == rest.size()) break;
    rest.remove_prefix(line.size() + 1);
  }
  require(dictionary.size() == expected.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  priory::Dictionary dictionary;
  check_lines({reinterpret_cast<const char*>(data), size}, dictionary);
  const priory::Dictionary copy = dictionary;
  require(copy.strings() == dictionary.strings() && copy.sorted_codes() == dictionary.sorted_codes());
  return 0;
}
