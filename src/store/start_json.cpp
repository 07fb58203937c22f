// SPDX-License-Identifier: Apache-2.0
// Parameters as `inspect --json` writes them, read back as a start for EM.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "priory/store.h"

#include "store/file.h"
#include "store/json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

double number_of(const ordered_json& json) {
  if (!json.is_string()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::out_of_range(fmt::format("'{}' is not a number", text));
}

// Lists of lists of the same length each.
void read_array(const ordered_json& json, std::size_t depth, StartArray& out) {
  if (!json.is_array()) {
    if (depth != out.shape.size()) throw std::out_of_range(fmt::format("'{}' is ragged", out.name));
    out.data.push_back(number_of(json));
    return;
  }
  if (depth == out.shape.size() && out.data.empty()) out.shape.push_back(json.size());
  if (depth >= out.shape.size() || out.shape[depth] != json.size())
    throw std::out_of_range(fmt::format("'{}' is ragged", out.name));
  for (const ordered_json& each : json) read_array(each, depth + 1, out);
}

StartPart read_part(const ordered_json& json) {
  StartPart out;
  out.family = json.at("family").get<std::string>();
  out.columns = json.at("columns").get<std::vector<std::string>>();
  // Of hashed texts the vocabulary is names, and the buckets are the words.
  for (const char* key : {"values", "vocabulary", "buckets"}) {
    if (json.contains(key)) out.values = json.at(key).get<std::vector<std::string>>();
  }
  for (const auto& [key, value] : json.items()) {
    static constexpr std::string_view kNames[] = {"columns", "values", "vocabulary", "buckets"};
    if (!value.is_array() || std::ranges::find(kNames, key) != std::end(kNames)) continue;
    out.arrays.push_back({key, {}, {}});
    read_array(value, 0, out.arrays.back());
  }
  return out;
}

// Probabilities may be written with few digits; they are taken as they stand.
void check_prior(const Start& start) {
  double total = 0;
  for (const double log_p : start.log_prior) total += std::exp(log_p);
  if (start.log_prior.empty() || !(std::abs(total - 1) < 1e-3))
    throw std::out_of_range(fmt::format("the probabilities of 'log_prior' sum to {}, not to 1", total));
}

// Whether a parameter of that name may be x.
bool can_be(std::string_view name, double x) {
  if (name == "log_prob") return x <= 0;
  if (!std::isfinite(x)) return false;
  if (name == "variance") return x > 0;
  if (name == "rate") return x >= 0;
  if (name == "trials") return x >= 0 && x == std::trunc(x);
  return name != "probability" || (x >= 0 && x <= 1);
}

void check_numbers(const Start& start) {
  for (const StartPart& part : start.parts) {
    for (const StartArray& array : part.arrays) {
      for (const double x : array.data) {
        if (!can_be(array.name, x)) throw std::out_of_range(fmt::format("'{}' cannot be {}", array.name, x));
      }
    }
  }
}

}  // namespace

Start start_from_json(std::string_view json, const std::string& name) {
  try {
    const ordered_json all = parse_json(json);
    Start out;
    out.name = name;
    if (all.contains("classes")) out.classes = all.at("classes").get<std::vector<std::string>>();
    for (const ordered_json& each : all.at("log_prior")) out.log_prior.push_back(number_of(each));
    for (const ordered_json& each : all.at("parts")) out.parts.push_back(read_part(each));
    check_prior(out);
    check_numbers(out);
    return out;
  } catch (const ordered_json::exception& error) {
    throw Error(ErrorKind::data, fmt::format("{}: {}", name, error.what()), {},
                "a start is what inspect ‹json› writes");
  } catch (const std::out_of_range& error) {
    throw Error(ErrorKind::data, fmt::format("{}: {}", name, error.what()), {},
                "a start is what inspect ‹json› writes");
  }
}

Start load_start(const std::string& path) {
  const MappedFile file(path);
  return start_from_json(file.bytes(), path);
}

}  // namespace priory
