// SPDX-License-Identifier: Apache-2.0
// An object of JSON that is read key by key. What nobody asked for by the end is refused: a misspelt key, or
// one of a later version, must not be overlooked.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "priory/error.h"

#include "store/json.h"

namespace priory {

class JsonObject {
 public:
  JsonObject(const nlohmann::ordered_json& json, std::string what) : json_(json), what_(std::move(what)) {
    if (!json.is_object()) throw std::out_of_range(what_ + " is no object");
  }

  // The value of a key; null: it is not there.
  const nlohmann::ordered_json* find(const std::string& key) {
    known_.push_back(key);
    const auto at = json_.find(key);
    return at == json_.end() ? nullptr : &*at;
  }

  const nlohmann::ordered_json& at(const std::string& key) {
    const nlohmann::ordered_json* found = find(key);
    if (found != nullptr) return *found;
    for (const auto& [other, value] : json_.items()) {
      if (edit_distance(key, other) <= 2)
        throw std::out_of_range(fmt::format("{} has '{}'; did you mean '{}'?", what_, other, key));
    }
    throw std::out_of_range(fmt::format("{} has no '{}'", what_, key));
  }

  // Leaves `to` as it is where the key is not there.
  template <class T>
  void read(const std::string& key, T& to) {
    if (const nlohmann::ordered_json* found = find(key)) to = found->get<T>();
  }

  void read_whole(const std::string& key, std::size_t& to) {
    if (const nlohmann::ordered_json* found = find(key)) to = whole(*found);
  }

  // The value of an enumeration, by its name.
  template <class E>
  void read_name(const std::string& key, E& to) {
    const nlohmann::ordered_json* found = find(key);
    if (found == nullptr) return;
    const auto text = found->get<std::string>();
    if (const std::optional<E> value = value_named<E>(text)) return void(to = *value);
    throw std::out_of_range(fmt::format("'{}' is not known for '{}'{}", text, key,
                                        did_you_mean(text, {kNames<E>.begin(), kNames<E>.end()})));
  }

  void finish() const {
    for (const auto& [key, value] : json_.items()) {
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        throw std::out_of_range(
            fmt::format("{} has '{}', which is not known{}", what_, key, did_you_mean(key, known_)));
    }
  }

 private:
  const nlohmann::ordered_json& json_;
  std::string what_;
  std::vector<std::string> known_;
};

}  // namespace priory
