// SPDX-License-Identifier: Apache-2.0
#include "learn/combining.h"

#include <gmock/gmock.h>

#include "priory/error.h"

namespace priory {
namespace {

using Values = std::vector<std::optional<std::string>>;

std::string key_of(const Values& values) {
  std::string out;
  for (const auto& value : values) value ? append_value(out, *value) : append_missing(out);
  return out;
}

TEST(Combining, KeysAreReadAsTheyWereWritten) {
  using namespace std::string_literals;
  for (const Values& values :
       {Values{"a", "b"}, Values{"", ""}, Values{std::nullopt, "b"}, Values{"a\0b"s, "\0"s},
        Values{"\0\x01"s, "\xFF"}, Values{"", std::nullopt}, Values{"+", "a+b"}})
    EXPECT_EQ(split_key(key_of(values), 2), values);
}

TEST(Combining, NoTwoCombinationsHaveOneKey) {
  using namespace std::string_literals;
  const std::vector<std::optional<std::string>> values = {"", "a", "\0"s, "\0\x01"s, "\0\xFF"s, std::nullopt};
  std::vector<std::string> keys;
  for (const auto& a : values) {
    for (const auto& b : values) keys.push_back(key_of({a, b}));
  }
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST(Combining, KeysSortAsTheirColumnsDo) {
  EXPECT_LT(key_of({"a", "z"}), key_of({"ab", "a"}));
  EXPECT_LT(key_of({"a", "b"}), key_of({"a", "c"}));
  EXPECT_LT(key_of({"", "z"}), key_of({"a", "a"}));
  EXPECT_LT(key_of({std::nullopt, "z"}), key_of({"", "a"}));
}

TEST(Combining, WhatIsNoKeyIsRefused) {
  using namespace std::string_literals;
  for (const std::string& key : {""s, "a"s, "a\0"s, "a\0\x02"s, "a\0\0"s, key_of({"a"}),
                                 key_of({"a", "b", "c"}), key_of({"a", "b"}) + "c"})
    EXPECT_THROW(split_key(key, 2), Error);
}

PartPlan plan_of(std::vector<std::vector<std::string>> declared, bool in_order = false) {
  PartPlan out;
  out.family = "joint", out.kind = CellKind::codes, out.columns = {"x", "y"};
  out.declared_of = std::move(declared), out.in_order = in_order;
  return out;
}

TEST(Combining, CellsAreNumberedWithTheLastColumnFastest) {
  Dictionary met;
  for (const Values& each : {Values{"b", "0"}, Values{"a", "1"}, Values{"c", std::nullopt}})
    met.insert(key_of(each));
  const ColumnValues values(plan_of({{}, {"2"}}), met);
  EXPECT_THAT(values.combinations()->sizes, ::testing::ElementsAre(3, 3));     // a b c, 0 1 2
  EXPECT_THAT(values.combinations()->cell, ::testing::ElementsAre(3, 1, -1));  // b,0  a,1  none
  EXPECT_EQ(values.shown_cell(5), "b+2");
  EXPECT_EQ(values.shown(2), "c+?");
}

TEST(Combining, TheOrderOfAListIsKept) {
  Dictionary met;
  met.insert(key_of({"b", "0"}));
  const ColumnValues values(plan_of({{"z", "c"}, {"0"}}, true), met);
  EXPECT_THAT(values.of(0).strings(), ::testing::ElementsAre("z", "c", "b"));
}

TEST(Combining, TooLargeATableIsRefusedWithItsSize) {
  std::vector<std::string> many;
  for (int k = 0; k < 100000; ++k) many.push_back(std::to_string(k));
  PartPlan plan = plan_of({});
  plan.columns = {"a", "b", "c", "d"}, plan.declared_of = {many, many, many, many};
  try {
    const ColumnValues values(plan, {});
    FAIL() << "1e20 cells";
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), ::testing::HasSubstr("1e+20 cells"));
  }
}

}  // namespace
}  // namespace priory
