// SPDX-License-Identifier: Apache-2.0
#include "store/reading_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/date.h"
#include "store/json_object.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

char sign_from_json(JsonObject& json, const char* name, std::string_view allowed, char usual) {
  std::string sign;
  json.read(name, sign);
  if (sign.empty()) return usual;
  if (sign.size() != 1 || allowed.find(sign[0]) == std::string_view::npos)
    throw std::out_of_range("a sign between digits that cannot be");
  return sign[0];
}

Reading reading_from_json(const ordered_json& from) {
  Reading out;
  JsonObject json(from, "a reading");
  out.decimal = sign_from_json(json, "decimal", ".,", '.');
  out.thousands = sign_from_json(json, "thousands", ".,' ", 0);
  json.read("unit", out.unit);
  json.read("multiples", out.multiples);
  json.read("parentheses", out.parentheses);
  json.read("missing", out.missing);
  json.read("truth", out.truth);
  json.read("date", out.date);
  json.read("from", out.from);
  json.read("part", out.part);
  json.read("borders", out.borders);
  json.finish();
  const auto is_one_of = [](const auto& list, const std::string& item) {
    return item.empty() || std::ranges::find(list, item) != list.end();
  };
  const bool part = !out.part.empty();
  if (out.decimal == out.thousands || (!out.truth.empty() && out.truth.size() != 2) ||
      !is_one_of(kDateFormats, out.date) || !is_one_of(kDateParts, out.part) || part != !out.from.empty() ||
      (part && out.date.empty()) || !std::ranges::is_sorted(out.missing) ||
      std::ranges::adjacent_find(out.borders, std::ranges::greater_equal()) != out.borders.end() ||
      !std::ranges::all_of(out.borders, [](double x) { return std::isfinite(x); }))
    throw std::out_of_range("a reading that cannot be");
  return out;
}

}  // namespace

// Of each column what is other than usual.
nlohmann::ordered_json json_of(const Readings& readings) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const auto& [column, reading] : readings) {
    nlohmann::ordered_json each = nlohmann::ordered_json::object();
    if (reading.decimal != '.') each["decimal"] = std::string(1, reading.decimal);
    if (reading.thousands != 0) each["thousands"] = std::string(1, reading.thousands);
    if (!reading.unit.empty()) each["unit"] = reading.unit;
    if (reading.multiples) each["multiples"] = true;
    if (reading.parentheses) each["parentheses"] = true;
    if (!reading.missing.empty()) each["missing"] = reading.missing;
    if (!reading.truth.empty()) each["truth"] = reading.truth;
    if (!reading.date.empty()) each["date"] = reading.date;
    if (!reading.from.empty()) each["from"] = reading.from;
    if (!reading.part.empty()) each["part"] = reading.part;
    if (!reading.borders.empty()) each["borders"] = reading.borders;
    out[column] = std::move(each);
  }
  return out;
}

Readings readings_of_json(const nlohmann::ordered_json& readings) {
  Readings out;
  if (!readings.is_object()) throw std::out_of_range("readings that are no object");
  for (const auto& [column, reading] : readings.items()) out.emplace(column, reading_from_json(reading));
  return out;
}

}  // namespace priory
