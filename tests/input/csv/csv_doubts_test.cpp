// SPDX-License-Identifier: Apache-2.0
// Labels below the names are told from rows that happen to begin oddly.
#include "input/csv/csv_doubts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <vector>

namespace priory {
namespace {

Cell cell(std::string_view text) {
  return {text.data(), static_cast<std::uint32_t>(text.size()), 0};
}

std::string rows(std::size_t n, std::string_view word = "ann") {
  std::string out;
  for (std::size_t k = 0; k < n; ++k) out += fmt::format("{},{}.5,2024-01-{:02}\n", word, k, 1 + k);
  return out;
}

std::size_t below(const std::string& records) {
  const std::vector<Cell> names = {cell("who"), cell("size"), cell("day")};
  return header_records_below(names, records, ',');
}

TEST(CsvDoubts, LabelsAboveNumbersAndDatesAreMoreOfTheHeader) {
  EXPECT_EQ(below("Who are you?,How tall?,When?\n" + rows(8)), 1u);
  EXPECT_EQ(below("Who are you?,How tall?,When?\n{1},{2},{3}\n" + rows(8)), 2u);
  EXPECT_EQ(below(",cm,day\n" + rows(8)), 1u);  // units
}

TEST(CsvDoubts, RowsAreRows) {
  EXPECT_EQ(below(rows(8)), 0u);
  EXPECT_EQ(below("Who are you?,How tall?,When?\n" + rows(7)), 0u);   // too few to tell
  EXPECT_EQ(below("ann,n.d.,soon\n" + rows(8)), 0u);                  // ann comes again
  EXPECT_EQ(below("bob,,\n" + rows(8)), 0u);                          // cells that are missing
  EXPECT_EQ(below("bob,1.5,soon\n" + rows(8, "bob") + rows(8)), 0u);  // a number among them
  EXPECT_EQ(below(rows(4) + "bob,n.d.,soon\n" + rows(8)), 0u);        // not the first
}

TEST(CsvDoubts, SpacesPartCells) {
  std::string records;
  for (int k = 0; k < 9; ++k) records += fmt::format("{}  {} b\n", k, k * k);
  EXPECT_TRUE(parted_by_spaces(std::vector{cell("x y  z")}, records));
  EXPECT_FALSE(parted_by_spaces(std::vector{cell("x y")}, records));
  EXPECT_FALSE(parted_by_spaces(std::vector{cell("x")}, records));
  EXPECT_FALSE(parted_by_spaces(std::vector{cell("x y z"), cell("w")}, records));
  EXPECT_FALSE(parted_by_spaces(std::vector{cell("x y z")}, records + "one more line of words\n"));
}

}  // namespace
}  // namespace priory
