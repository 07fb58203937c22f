// SPDX-License-Identifier: Apache-2.0
// Names with a number each, as JSON: settings and given class priors.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace priory {

using Pairs = std::vector<std::pair<std::string, double>>;

inline nlohmann::ordered_json json_of(const Pairs& pairs) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& [name, value] : pairs) out.push_back({name, value});
  return out;
}

// Pairs in a list, as models have them, or an object.
inline Pairs pairs_of_json(const nlohmann::ordered_json& json) {
  Pairs out;
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) out.emplace_back(name, value.get<double>());
    return out;
  }
  for (const nlohmann::ordered_json& pair : json)
    out.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<double>());
  return out;
}

}  // namespace priory
