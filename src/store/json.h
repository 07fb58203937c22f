// SPDX-License-Identifier: Apache-2.0
// JSON from files nobody vouches for. A model's nests six deep at most; a thousand times deeper would
// overflow the stack where it is copied or written, so that the depth is looked at before anything is built.
// (The parser's own callback would do, but it walks the enclosing array at the end of every object.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace priory {

// How deep the brackets outside of strings nest; of a text that is JSON, its depth.
inline int json_depth(std::string_view text) {
  int depth = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++k;
    if (in_string) continue;
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

inline nlohmann::ordered_json parse_json(std::string_view text) {
  constexpr int kDeepest = 16;
  if (json_depth(text) > kDeepest) throw std::out_of_range("its JSON nests too deep");
  return nlohmann::ordered_json::parse(text);
}

// A whole number. (The library's own get<>() converts any number, also one that does not fit.)
inline std::size_t whole(const nlohmann::ordered_json& json) {
  return json.get_ref<const std::uint64_t&>();
}

inline std::vector<std::size_t> wholes(const nlohmann::ordered_json& json) {
  std::vector<std::size_t> out;
  for (const auto& each : json) out.push_back(whole(each));
  return out;
}

}  // namespace priory
