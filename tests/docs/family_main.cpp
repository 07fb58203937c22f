// SPDX-License-Identifier: Apache-2.0
// The family that docs/adding-a-family.md writes, tried on a table made by hand. The laws of tests/laws are
// linked beside this file, and run over it.
#include <gtest/gtest.h>

#include "rayleigh.h"

namespace priory::testing {

std::span<const Family* const> families_under_test() {
  static const RealFamily<Rayleigh> family;
  static const Family* const list[] = {&family};
  return list;
}

namespace {

TEST(FamilyOfThePage, IsRight) {
  const RealFamily<Rayleigh> family;
  Column column;
  column.reals = {1, 2, 0.5, kMissingReal};
  const Column* columns[] = {&column};
  const std::vector<std::uint32_t> cell_of_row = {0, 0, 1, 1};
  Block statistics = Block::zero(family.statistics(), {}, 2);
  family.accumulate(columns, {cell_of_row, {}, 2, {}}, statistics);

  const Parameters parameters = family.estimate(statistics, Settings(Rayleigh::kOptions), {});
  EXPECT_DOUBLE_EQ(parameters[0].at(0, 0), (1 + 4 + 1.) / (2 * (2 + 1)));
  EXPECT_DOUBLE_EQ(parameters[0].at(0, 1), (0.25 + 1) / (2 * (1 + 1)));

  LogScores scores;
  scores.reset(4, 2);
  family.score(columns, parameters, scores);
  EXPECT_DOUBLE_EQ(scores.at(0, 1), std::log(2) - std::log(1.) - 4 / 2.);
  EXPECT_EQ(scores.at(1, 3), 0);
  EXPECT_EQ(family.feature_name({}, "speed"), "(speed^2)");
}

}  // namespace
}  // namespace priory::testing
