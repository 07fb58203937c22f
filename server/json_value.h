// SPDX-License-Identifier: Apache-2.0
// A JSON document that somebody sent. Numbers keep their spelling, as in files of rows. What is no JSON,
// deep, very large, or names a member twice is an Error of kind usage with the place in the body.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace priory::server {

struct JsonValue {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  std::string text = {};                // of a string; of a number and a boolean as it is spelt
  std::vector<std::string> names = {};  // of the members of an object, and their
  std::vector<JsonValue> items = {};    // values; or those of an array

  bool is(Kind wanted) const { return kind == wanted; }
  const JsonValue* find(std::string_view name) const;  // a member; null: there is none
};

struct JsonLimits {
  std::size_t depth = 16;
  std::size_t values = 1'000'000;
};

JsonValue parse_json(std::string_view text, const JsonLimits& limits = {});

// What a member has to be; `name` is what it is called in the Error of kind usage.
const std::string& string_of(const JsonValue& value, std::string_view name);
double number_of(const JsonValue& value, std::string_view name, double least, double most);
bool truth_of(const JsonValue& value, std::string_view name);

}  // namespace priory::server
