// SPDX-License-Identifier: Apache-2.0
// The reading of a column follows from all its cells, whatever their order, the batches and the threads.
#include "input/find_reading.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "priory/table.h"

#include "../threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

ColumnProfile look(const std::vector<std::string>& cells, const ReadingRules& rules = {},
                   std::size_t batch_bytes = 1 << 18, unsigned threads = 1) {
  std::string text = "x;y\n";
  for (const std::string& each : cells) text += each + ";a\n";
  ReadOptions options;
  options.format = Format::csv;
  options.delimiter = ';';
  options.batch_bytes = batch_bytes;
  return profile(Table::from_text(text, "rows", options), rules, false, threads)[0];
}

std::vector<std::string> repeated(std::initializer_list<std::string> cells, std::size_t times = 8) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < times; ++k) out.insert(out.end(), cells.begin(), cells.end());
  return out;
}

TEST(FindReading, SameInAnyOrder) {
  const std::vector<std::string> columns[] = {
      repeated({"0,98", "1.234,5", "-", "7"}),    repeated({"$1.2k", "$98.25", "?"}),
      repeated({"yes", "No", "TRUE", "0"}),       repeated({"31.12.2024", "01.02.2025", "n/a"}),
      repeated({"1", "2", "3", "-999", "4.5"}),   repeated({" a", "b ", "A", "?"}),
      repeated({"12,5%", "7%", "100 %", "#N/A"}), repeated({"982,481", "12", "1,234,567"}),
  };
  for (std::vector<std::string> cells : columns) {
    const ColumnProfile first = look(cells);
    EXPECT_FALSE(first.reading.plain() && first.alike.empty()) << cells[0];
    for (unsigned seed = 0; seed < 5; ++seed) {
      std::shuffle(cells.begin(), cells.end(), std::mt19937(seed));
      const ColumnProfile other = look(cells, {}, 16, 1 + 2 * (seed % 4));
      EXPECT_EQ(other.reading, first.reading) << cells[0];
      EXPECT_EQ(other.n_missing, first.n_missing);
      EXPECT_EQ(other.n_numbers, first.n_numbers);
      EXPECT_EQ(other.n_distinct, first.n_distinct);
      EXPECT_EQ(other.examples, first.examples);
      EXPECT_EQ(other.doubts, first.doubts);
    }
  }
}

TEST(FindReading, FactsAreOfCellsAsTheyAreRead) {
  const ColumnProfile c = look(repeated({"0,5", "1.234,5", "-", "7"}));
  EXPECT_EQ(c.reading.decimal, ',');
  EXPECT_EQ(c.reading.thousands, '.');
  EXPECT_EQ(c.reading.missing, std::vector<std::string>{"-"});
  EXPECT_EQ(c.n_missing, 8u);
  EXPECT_EQ(c.n_numbers, 24u);
  EXPECT_EQ(c.least, 0.5);
  EXPECT_EQ(c.most, 1234.5);
  EXPECT_EQ(c.n_distinct, 3u);
}

TEST(FindReading, GuessingEnds) {
  ReadingRules rules;
  rules.settled = {"x"};
  EXPECT_TRUE(look(repeated({"0,5", "-"}), rules).reading.plain());
  rules.settled.clear(), rules.guess_missing = false;
  EXPECT_TRUE(look(repeated({"0,5", "1,5"}), rules).reading.missing.empty());
  EXPECT_TRUE(look(repeated({"1", "2", "3", "-999"}), rules).reading.plain());
}

TEST(FindReading, WhatStaysAsItStands) {
  for (const auto& cells :
       {repeated({"+", "-"}), repeated({"f", "n", "y"}), repeated({"yes", "no"}), repeated({"0", "1"}),
        repeated({"192.168.1.1", "10.0.0.1"}), repeated({"12a", "12b"}), repeated({"1.5", "2.25", "-3"}),
        repeated({"900", "999", "1100"}), repeated({"5 kg", "300 g"})})
    EXPECT_TRUE(look(cells).reading.plain()) << cells[0];
}

TEST(FindReading, DifferentValuesAreCounted) {
  std::vector<std::string> cells;
  for (int k = 0; k < 3000; ++k) cells.push_back(std::to_string(k % 273) + ".5");
  EXPECT_EQ(look(cells).n_distinct, 273u);
  cells.clear();
  for (int k = 0; k < 20000; ++k) cells.push_back(std::to_string(k) + ".25");
  EXPECT_NEAR(static_cast<double>(look(cells).n_distinct), 20000,
              2000);  // three standard errors of 1024 hashes
}

}  // namespace
}  // namespace priory
