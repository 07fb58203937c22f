// SPDX-License-Identifier: Apache-2.0
// The JSON writer: its layout, its numbers, and that any bytes in a label come out as valid JSON.
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

template <class Value>
std::string written(const Value& value) {
  std::ostringstream out;
  JsonWriter(out).value(value);
  return out.str();
}

TEST(JsonWriter, Layout) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("name", "x").member("list", std::vector{1.0, 2.5}).member("none", nullptr);
  json.key("matrix").value(std::vector<std::vector<int>>{{1, 2}, {3, 4}});
  json.key("inner").begin_object().member("yes", true).member("no", false).end_object();
  json.key("things").begin_array().begin_object().member("n", 1).end_object().end_array();
  json.key("empty").begin_array().end_array();
  json.end_object();
  EXPECT_EQ(out.str(), R"({
  "name": "x",
  "list": [1, 2.5],
  "none": null,
  "matrix": [
    [1, 2],
    [3, 4]
  ],
  "inner": {"yes": true, "no": false},
  "things": [
    {"n": 1}
  ],
  "empty": []
}
)");
}

TEST(JsonWriter, Numbers) {
  EXPECT_EQ(written(12.0), "12");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(written(5e-324), "5e-324");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "\"-inf\"");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "\"inf\"");
  EXPECT_THROW(written(std::nan("")), std::logic_error);  // never to be written
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(written(std::optional<double>()), "null");
}

TEST(JsonWriter, EscapesAndRepairsStrings) {
  EXPECT_EQ(written("a\"b\\c\n\x1b é"), "\"a\\\"b\\\\c\\n\\u001b é\"");
  EXPECT_EQ(written(std::string("\xff\xc3", 2)), "\"\uFFFD\uFFFD\"");
}

RC_GTEST_PROP(JsonWriter, DoublesReadBackToTheSameBits, (std::uint64_t bits)) {
  const auto number = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(number));
  const auto read = nlohmann::json::parse(written(number)).get<double>();
  RC_ASSERT(std::bit_cast<std::uint64_t>(read) == bits || (number == 0 && read == 0));
}

RC_GTEST_PROP(JsonWriter, AnyBytesBecomeValidJson, (const std::string& bytes)) {
  const auto read = nlohmann::json::parse(written(bytes));
  RC_ASSERT(read.is_string());
}

}  // namespace
}  // namespace priory
