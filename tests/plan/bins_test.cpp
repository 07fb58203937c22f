// SPDX-License-Identifier: Apache-2.0
// Borders of bins: from the numbers of a column, whatever their order, and who reads them.
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <random>

#include "plan/make_bins.h"
#include "rows_of.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

ColumnProfile with_numbers(const std::vector<NumberCount>& numbers) {
  ColumnProfile out;
  out.numbers = numbers;
  for (const NumberCount& each : numbers) out.n_numbers += each.count;
  out.n_rows = out.n_numbers;
  return out;
}

ColumnProfile uniform(std::size_t n) {
  std::vector<NumberCount> numbers;
  for (std::size_t k = 0; k < n; ++k) numbers.push_back({static_cast<double>(k) / 4 + 0.1, 1});
  return with_numbers(numbers);
}

TEST(MakeBins, FewNumbersHaveABinEach) {
  EXPECT_THAT(bins_of(with_numbers({{0.1, 5}, {0.2, 1}, {0.9, 3}}), 256).borders,
              ElementsAre(DoubleEq(0.05), DoubleEq(0.15), DoubleEq(0.55), DoubleEq(1.25)));
  EXPECT_THAT(bins_of(with_numbers({{3, 5}}), 256).borders, ElementsAre(2.5, 3.5));
  EXPECT_THAT(bins_of(with_numbers({}), 256).borders, ElementsAre(0, 1));
}

TEST(MakeBins, WholeNumbersArePartedBetweenThem) {
  EXPECT_THAT(bins_of(with_numbers({{0, 5}, {1, 1}, {5, 3}}), 256).borders, ElementsAre(-0.5, 0.5, 3.5, 5.5));
}

TEST(MakeBins, AreOfEqualFrequency) {
  const ColumnProfile column = uniform(1000);
  const Bins bins = bins_of(column, 8);
  ASSERT_EQ(bins.size(), 8U);
  for (const double weight : weights_in(bins, column)) EXPECT_NEAR(weight, 125, 4);
}

TEST(MakeBins, CoarseOnesNestInFineOnes) {
  const ColumnProfile column = uniform(3000);
  const Bins fine = bins_of(column, kFineBins);
  EXPECT_EQ(fine.size(), kFineBins);
  for (const std::size_t n : {2U, 5U, 8U, 100U}) {
    for (const double offset : {0.0, 0.3}) {
      const Bins coarse = coarser(fine, weights_in(fine, column), n, offset);
      EXPECT_TRUE(coarse.sound());
      EXPECT_TRUE(std::ranges::includes(fine.borders, coarse.borders));
    }
    EXPECT_EQ(bins_of(column, n), coarser(fine, weights_in(fine, column), n));
  }
}

TEST(MakeBins, ASpikeHasABinOfItsOwn) {
  ColumnProfile column = uniform(2000);
  column.numbers[700].count = 4000;
  const double spike = column.numbers[700].value;
  for (const std::size_t n : {8U, 256U}) {
    const Bins bins = bins_of(column, n);
    EXPECT_EQ(weights_in(bins, column)[bins.find(spike)], 4000);
  }
}

TEST(MakeBins, ExtremeNumbersHaveSoundBins) {
  const double most = std::numeric_limits<double>::max(), next = std::nextafter(most, 0);
  for (const auto& numbers : std::vector<std::vector<NumberCount>>{{{most, 1}},
                                                                   {{-most, 1}, {most, 1}},
                                                                   {{next, 1}, {most, 1}},
                                                                   {{-most, 1}},
                                                                   {{0, 1}, {5e-324, 1}},
                                                                   {{1, 1}, {std::nextafter(1, 2), 1}},
                                                                   {{0x1p60, 1}, {0x1p61, 1}},
                                                                   {{-5e-324, 1}, {0, 3}, {most, 1}}}) {
    for (const std::size_t n : {1U, 2U, 256U}) {
      const Bins bins = bins_of(with_numbers(numbers), n);
      EXPECT_TRUE(bins.sound() && bins.size() > 0) << numbers[0].value;
    }
  }
}

std::vector<std::string> some_rows(std::size_t n) {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> number(1, 2);
  std::vector<std::string> out;
  for (std::size_t k = 0; k < n; ++k) {
    const double x = random() % 3 == 0 ? 0 : number(random);
    const char* const label = random() % 2 == 0 ? "a" : "b";
    out.push_back(
        fmt::format("{},{},{}\n", x, random() % 5 == 0 ? "NA" : std::to_string(random() % 40), label));
  }
  return out;
}

std::string csv_of(const std::vector<std::string>& rows) {
  return fmt::format("x,k,y\n{}", fmt::join(rows, ""));
}

// More rows than the sample holds, so that which of them it has matters.
TEST(MakeBins, DoNotDependOnTheOrderOfRowsNorOnThreads) {
  std::vector<std::string> rows = some_rows(12000);
  PlanOptions options = with_types("y", "x=bins,k=bins");
  const Plan expected = plan_of(csv_of(rows), options);
  EXPECT_GT(expected.parts[0].bins[0].size(), 150U);
  EXPECT_EQ(expected.parts[1].bins[0].size(), 40U);
  EXPECT_EQ(plan_of(csv_of(rows), options, {3, 5000, 100}).parts, expected.parts);
  std::mt19937_64 random(8);
  std::ranges::shuffle(rows, random);
  EXPECT_EQ(plan_of(csv_of(rows), options, {2, 999, 100}).parts, expected.parts);
}

TEST(MakeBins, AreTheSameOfRowsInMemory) {
  const std::string csv = csv_of(some_rows(6000));
  const PlanOptions options = with_types("y", "x=bins,k=bins");
  const Plan expected = plan_of(csv, options);
  for (const Storage storage : {Storage::strings, Storage::offsets, Storage::natural}) {
    const OwnedRows owned(CellColumns(csv), storage);
    EXPECT_EQ(make_plan(profile(Data(owned.rows()), options.missing, false, 2), options).parts,
              expected.parts);
  }
}

}  // namespace
}  // namespace priory::testing
