// SPDX-License-Identifier: Apache-2.0
#include "json_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "priory/error.h"

namespace priory::server {
namespace {

// Takes what nlohmann's parser finds, piece by piece.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(const JsonLimits& limits) : limits_(limits) {}

  JsonValue value;
  std::string why;  // it is refused

  bool null() override { return add(JsonValue::Kind::null, ""); }
  bool boolean(bool truth) override { return add(JsonValue::Kind::boolean, truth ? "true" : "false"); }
  bool number_integer(std::int64_t number) override { return add_number(std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) override { return add_number(std::to_string(number)); }
  bool number_float(double, const std::string& text) override { return add_number(text); }
  bool string(std::string& text) override { return add(JsonValue::Kind::string, std::move(text)); }
  bool binary(nlohmann::json::binary_t&) override { return refuse("binary values are no JSON"); }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::array); }
  bool end_array() override { return open_.pop_back(), true; }
  bool key(std::string& name) override { return open_.back()->names.push_back(std::move(name)), true; }
  bool end_object() override {
    std::vector<std::string_view> names(open_.back()->names.begin(), open_.back()->names.end());
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice != names.end()) return refuse(fmt::format("the member '{}' comes twice", *twice));
    return open_.pop_back(), true;
  }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string_view text = error.what();  // "[json.exception...] parse error at ...: what it is"
    const std::size_t colon = text.find(": ");
    return refuse(fmt::format("the body is not JSON, at byte {}: {}", at,
                              colon == std::string_view::npos ? text : text.substr(colon + 2)));
  }

 private:
  bool refuse(std::string text) { return why = std::move(text), false; }
  bool add_number(std::string text) { return add(JsonValue::Kind::number, std::move(text)); }

  bool add(JsonValue::Kind kind, std::string text) {
    if (++n_values_ > limits_.values) return refuse(fmt::format("more than {} values", limits_.values));
    JsonValue* to = &value;
    if (!open_.empty()) to = &open_.back()->items.emplace_back();
    to->kind = kind, to->text = std::move(text);
    return true;
  }

  // What is open lies in what was opened before it, whose items grow no more until it is closed.
  bool open(JsonValue::Kind kind) {
    if (open_.size() == limits_.depth) return refuse(fmt::format("more than {} levels deep", limits_.depth));
    if (!add(kind, "")) return false;
    open_.push_back(open_.empty() ? &value : &open_.back()->items.back());
    return true;
  }

  const JsonLimits& limits_;
  std::vector<JsonValue*> open_;
  std::size_t n_values_ = 0;
};

[[noreturn]] void wrong(std::string_view name, std::string_view wanted) {
  throw Error(ErrorKind::usage, fmt::format("'{}' has to be {}", name, wanted));
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? nullptr : &items[static_cast<std::size_t>(at - names.begin())];
}

JsonValue parse_json(std::string_view text, const JsonLimits& limits) {
  Builder builder(limits);
  if (!nlohmann::json::sax_parse(text, &builder)) throw Error(ErrorKind::usage, builder.why);
  return std::move(builder.value);
}

const std::string& string_of(const JsonValue& value, std::string_view name) {
  if (!value.is(JsonValue::Kind::string)) wrong(name, "a string");
  return value.text;
}

double number_of(const JsonValue& value, std::string_view name, double least, double most) {
  double out = NAN;
  const std::string& text = value.text;
  const bool spelt = value.is(JsonValue::Kind::number) || value.is(JsonValue::Kind::string);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool whole = code == std::errc() && end == text.data() + text.size();
  if (!spelt || !whole || !(out >= least && out <= most))
    wrong(name, fmt::format("a number from {} to {}", least, most));
  return out;
}

bool truth_of(const JsonValue& value, std::string_view name) {
  if (value.text == "true" || value.text == "1") return true;
  if (value.text == "false" || value.text == "0") return false;
  wrong(name, "true or false");
}

}  // namespace priory::server
