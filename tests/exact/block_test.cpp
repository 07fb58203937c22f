// SPDX-License-Identifier: Apache-2.0
#include "exact/block.h"

#include <gtest/gtest.h>

namespace priory {
namespace {

constexpr Statistic kShapes[] = {{"count", Per::value, true}, {"documents", Per::value, false},
                                 {"n", Per::part, true},      {"texts", Per::part, false},
                                 {"sum", Per::column, true},  {"products", Per::pair, true}};

// Every entry is its own number, so that a misplaced one shows.
Block numbered(std::size_t values, std::size_t cells, double from) {
  Block out = Block::zero(kShapes, {values}, cells);
  for (Sums& sums : out.sums) {
    for (std::size_t r = 0; r < sums.rows(); ++r) {
      for (std::size_t c = 0; c < sums.cells(); ++c) sums.add(r, c, from++);
    }
  }
  return out;
}

TEST(Block, HasTheShapesOfItsStatistics) {
  const Block block = Block::zero(kShapes, {5, 4}, 3);
  const std::size_t rows[] = {5, 5, 1, 1, 4, 10}, cells[] = {3, 1, 3, 1, 3, 3};
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(block.sums[k].rows(), rows[k]);
    EXPECT_EQ(block.sums[k].cells(), cells[k]);
  }
}

TEST(Block, GrowsByZeros) {
  Block block = numbered(2, 2, 1);
  block.resize(kShapes, {3}, 4);
  EXPECT_EQ(block.sums[0].value(1, 1), 4);
  EXPECT_TRUE(block.sums[0].zero(2, 0));
  EXPECT_TRUE(block.sums[0].zero(0, 3));
  EXPECT_EQ(block.sums[1].value(1, 0), 6);
  EXPECT_EQ(block.sums[2].value(0, 1), 8);
  EXPECT_TRUE(block.sums[2].zero(0, 2));
  EXPECT_EQ(block.sums[3].value(0, 0), 9);
  block.resize(kShapes, {2}, 2);
  EXPECT_EQ(block, numbered(2, 2, 1));
}

TEST(Block, SelectsValuesAndCells) {
  const std::uint32_t values[] = {2, 0}, cells[] = {1};
  const Block some = numbered(3, 2, 1).select(kShapes, values, cells);
  EXPECT_EQ(some.sums[0].value(0, 0), 6);  // value 2, cell 1
  EXPECT_EQ(some.sums[0].value(1, 0), 2);
  EXPECT_EQ(some.sums[1].value(0, 0), 9);  // value 2
  EXPECT_EQ(some.sums[2].value(0, 0), 11);
  EXPECT_EQ(some.sums[3].value(0, 0), 12);
}

TEST(Block, MergesByMapsAndSubtractsAgain) {
  const std::uint32_t values[] = {2, 0}, cells[] = {1, 0};
  Block sum = numbered(3, 2, 1);
  const Block part = numbered(2, 2, 100);  // counts 100 .. 103, documents 104, 105, n 106, 107, texts 108
  sum.merge(kShapes, part, values, cells);
  EXPECT_EQ(sum.sums[0].value(2, 1), 6 + 100);
  EXPECT_EQ(sum.sums[0].value(2, 0), 5 + 101);
  EXPECT_EQ(sum.sums[0].value(0, 0), 1 + 103);
  EXPECT_EQ(sum.sums[0].value(1, 1), 4);
  EXPECT_EQ(sum.sums[1].value(2, 0), 9 + 104);
  EXPECT_EQ(sum.sums[2].value(0, 0), 10 + 107);
  EXPECT_EQ(sum.sums[3].value(0, 0), 12 + 108);
  sum.subtract(kShapes, part, values, cells);
  EXPECT_EQ(sum, numbered(3, 2, 1));
}

}  // namespace
}  // namespace priory
