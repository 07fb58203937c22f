// SPDX-License-Identifier: Apache-2.0
// Sums of rows of tables against plain loops, to the bit, with every kind of vector that this machine has.
#include "kernels/table_scores.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <limits>
#include <random>
#include <vector>

#include "priory/chunk.h"

namespace priory {
namespace {

using Draws = std::mt19937_64;

std::vector<double> logs(Draws& draws, std::size_t n) {
  std::vector<double> out(n);
  for (double& each : out) {
    each = draws() % 20 == 0 ? -std::numeric_limits<double>::infinity()
                             : -std::exponential_distribution<double>(0.3)(draws);
  }
  return out;
}

class TableScores : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  template <class Law>
  void for_many_sizes(const Law& law) {
    Draws draws(5);
    for (const std::size_t n_rows : {0U, 1U, 7U, 8U, 9U, 31U, 64U, 100U}) {
      for (std::size_t n_cells = 1; n_cells <= 70; n_cells += n_cells < 20 ? 1 : 7) {
        SCOPED_TRACE(testing::Message() << n_rows << " rows, " << n_cells << " cells");
        law(draws, n_rows, n_cells);
        if (HasFailure()) return;
      }
    }
  }
};

TEST_P(TableScores, OfCodesAreThoseOfPlainLoops) {
  for_many_sizes([](Draws& draws, std::size_t n_rows, std::size_t n_cells) {
    std::vector<double> out = logs(draws, n_rows * n_cells), wanted = out;
    std::vector<std::vector<std::uint32_t>> codes(draws() % 4);
    std::vector<std::vector<double>> tables;
    std::vector<CodeScore> columns;
    for (auto& column : codes) {
      const std::size_t n_values = 1 + draws() % 6;
      tables.push_back(logs(draws, n_values * n_cells));
      for (std::size_t r = 0; r < n_rows; ++r)
        column.push_back(draws() % 5 == 0 ? kMissingCode : static_cast<std::uint32_t>(draws() % n_values));
      columns.push_back({column, tables.back().data()});
      for (std::size_t r = 0; r < n_rows; ++r) {
        for (std::size_t c = 0; column[r] != kMissingCode && c < n_cells; ++c)
          wanted[c * n_rows + r] += tables.back()[column[r] * n_cells + c];
      }
    }
    score_codes(columns, n_rows, n_cells, out.data());
    EXPECT_EQ(out, wanted);
  });
}

TEST_P(TableScores, OfBagsAreThoseOfPlainLoops) {
  for_many_sizes([](Draws& draws, std::size_t n_rows, std::size_t n_cells) {
    const std::size_t n_words = 1 + draws() % 30;
    const bool counted = draws() % 3 != 0;
    const std::vector<double> table = logs(draws, n_words * n_cells);
    std::vector<double> out = logs(draws, n_rows * n_cells), wanted = out;
    Bag bag;
    for (std::size_t r = 0; r < n_rows; ++r) {
      std::vector<double> sum(n_cells);
      for (std::size_t k = draws() % 30; k > 0; --k) {
        bag.word.push_back(static_cast<std::uint32_t>(draws() % n_words));
        bag.count.push_back(counted ? std::uniform_real_distribution<double>(0.1, 3)(draws) : 1);
        for (std::size_t c = 0; c < n_cells; ++c)
          sum[c] += bag.count.back() * table[bag.word.back() * n_cells + c];
      }
      bag.end_row(false);
      for (std::size_t c = 0; c < n_cells; ++c) wanted[c * n_rows + r] += sum[c];
    }
    score_bags(
        {bag.begin, bag.word.view(), counted ? bag.count.view() : std::span<const double>(), table.data()},
        n_cells, out.data());
    EXPECT_EQ(out, wanted);
  });
}

INSTANTIATE_TEST_SUITE_P(Targets, TableScores, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return std::string(hwy::TargetName(target.param)); });

}  // namespace
}  // namespace priory
