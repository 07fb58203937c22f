// SPDX-License-Identifier: Apache-2.0
// JSON from files nobody vouches for. A model's nests six deep at most; a thousand times deeper would
// overflow the stack where it is copied or written, so that the reading stops before.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace priory {

inline nlohmann::ordered_json parse_json(std::string_view text) {
  using nlohmann::ordered_json;
  constexpr int kDeepest = 16;
  const auto check = [](int depth, ordered_json::parse_event_t, ordered_json&) {
    if (depth > kDeepest) throw std::out_of_range("its JSON nests too deep");
    return true;
  };
  return ordered_json::parse(text, check);
}

}  // namespace priory
