// SPDX-License-Identifier: Apache-2.0
#include "input/columns.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

std::vector<DeclaredColumn> columns_named(const Texts& names) {
  std::vector<DeclaredColumn> columns(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) columns[i].name = names[i];
  return columns;
}

Texts settled(const Texts& names) {
  auto columns = columns_named(names);
  settle_names(columns, {"f", 1, 0});
  Texts result;
  for (const auto& column : columns) result.push_back(column.name);
  return result;
}

TEST(Columns, WithoutANameGetTheirPosition) {
  EXPECT_EQ(settled({"a", "", "b", ""}), (Texts{"a", "2", "b", "4"}));
  EXPECT_EQ(settled({"2", ""}), (Texts{"2", ""}));  // taken
}

TEST(Columns, OfOneNameAreRefused) {
  EXPECT_EQ(error_of(ErrorKind::data,
                     [] {
                       settled({"a", "b", "a"});
                     }),
            "f:1: columns 1 and 3 are both named 'a'\n  give every column a name of its own");
}

TEST(Columns, AreMappedByName) {
  const auto table = columns_named({"a", "b", "c"});
  EXPECT_TRUE(column_map(table, "1", table, "2").empty());
  EXPECT_THAT(column_map(table, "1", columns_named({"c", "a", "b"}), "2"), ::testing::ElementsAre(2, 0, 1));
}

TEST(Columns, ThatDifferNameBothFiles) {
  const auto table = columns_named({"a", "b"});
  const auto map = [&](const Texts& names) {
    return column_map(table, "x.csv", columns_named(names), "y.csv");
  };
  EXPECT_THAT(error_of(ErrorKind::data,
                       [&] {
                         map({"a", "c"});
                       }),
              ::testing::StartsWith("y.csv has no column 'b', but x.csv has"));
  EXPECT_THAT(error_of(ErrorKind::data,
                       [&] {
                         map({"b", "c", "a"});
                       }),
              ::testing::StartsWith("x.csv has no column 'c', but y.csv has"));
}

}  // namespace
}  // namespace priory::testing
