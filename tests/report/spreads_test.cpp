// SPDX-License-Identifier: Apache-2.0
// Columns in each class: counted by hand, in any order of reading, and curves that are densities.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "priory/report.h"
#include "priory/training.h"

#include "core/random.h"
#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "report/reach.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

SampledRows sample_of(const Classifier& model, const std::string& csv, std::size_t most = 20'000,
                      Way way = {}) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target_needed = spec.places = true;
  spec.chunk_rows = way.chunk_rows;
  const Table table = table_of(csv, way.batch_bytes);
  return sample_rows(
      model, [&] { return open_chunks(table, spec, nullptr, true); }, most, way.threads);
}

const std::string kSmall =
    "y,colour,size\n"
    "a,red,1.5\na,red,2.5\na,blue,3.5\na,,4.25\n"
    "b,blue,10.5\nb,green,12.25\n";

TEST(SampledRows, HasEveryRowOfFew) {
  const Classifier model = trained(kSmall, with_types("y", "colour=categorical,size=gaussian"));
  const SampledRows rows = sample_of(model, kSmall + "c,red,9\n");  // a class that is unknown
  EXPECT_EQ(rows.n_rows, 6U);
  EXPECT_EQ(std::ranges::count(rows.classes, 0U), 4);
  ASSERT_EQ(rows.columns.size(), 2U);
  const SampledColumn& colour = rows.columns[rows.columns[0].name == "colour" ? 0 : 1];
  EXPECT_EQ(std::ranges::count_if(colour.cells, [](double x) { return std::isnan(x); }), 1);
  EXPECT_EQ(colour.values, (std::vector<std::string>{"blue", "green", "red"}));
}

TEST(SampledRows, IsTheSameForAnyThreadsAndChunks) {
  std::string csv = "y,x\n";
  for (int row = 0; row < 3000; ++row) csv += fmt::format("{},{}\n", row % 3 == 0 ? "a" : "b", row);
  const Classifier model = trained(csv, with_types("y", "x=gaussian"));
  const SampledRows one = sample_of(model, csv, 200);
  ASSERT_EQ(one.classes.size(), 200U);
  EXPECT_EQ(one.n_rows, 3000U);
  for (const Way way : {Way{2, 500, 7}, Way{7, 1000, 100}}) {
    const SampledRows other = sample_of(model, csv, 200, way);
    EXPECT_EQ(other.classes, one.classes);
    EXPECT_EQ(other.columns[0].cells, one.columns[0].cells);
  }
  // Drawn from all over the file: of each third of it about a third.
  for (double from = 0; from < 3000; from += 1000) {
    const auto in_third = [&](double x) { return x >= from && x < from + 1000; };
    EXPECT_NEAR(static_cast<double>(std::ranges::count_if(one.columns[0].cells, in_third)), 67, 30);
  }
}

TEST(Spreads, ValuesAreSharesOfTheRowsThatHaveOne) {
  const Classifier model = trained(kSmall, with_types("y", "colour=categorical,size=gaussian"));
  const SampledRows rows = sample_of(model, kSmall);
  const PageSpreads all = spreads(model, &rows);
  const auto colour = std::ranges::find(all.columns, "colour", &PageSpread::column);
  ASSERT_NE(colour, all.columns.end());
  EXPECT_EQ(colour->rows, (std::vector<double>{3, 2}));
  EXPECT_EQ(colour->observed[0], (std::vector<double>{1.0 / 3, 0, 2.0 / 3}));
  EXPECT_EQ(colour->observed[1], (std::vector<double>{0.5, 0.5, 0}));
  // Laplace: (2 + 1) / (3 + 3) of the reds in a.
  EXPECT_NEAR(colour->fitted[0][2], 3.0 / 6, 1e-12);
}

TEST(Spreads, BinsHoldEveryRowThatTheyReach) {
  const Classifier model = trained(kSmall, with_types("y", "colour=categorical,size=gaussian"));
  const SampledRows rows = sample_of(model, kSmall);
  const PageSpreads all = spreads(model, &rows);
  const auto size = std::ranges::find(all.columns, "size", &PageSpread::column);
  ASSERT_NE(size, all.columns.end());
  EXPECT_EQ(size->borders.front(), 1.5);
  EXPECT_NEAR(size->borders.back(), 12.25, 1e-9);
  EXPECT_EQ(size->outside, 0);
  for (const std::vector<double>& shares : size->observed) {
    double sum = 0;
    for (const double each : shares) sum += each;
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(Spreads, WithoutRowsTheCurveHasNearlyAllOfTheDensity) {
  std::string csv = "y,g,l,e\n";
  priory::Random random(3);
  for (int row = 0; row < 400; ++row) {
    const double u = random.uniform() + random.uniform() + random.uniform();
    csv +=
        fmt::format("{},{},{},{}\n", row % 2 == 0 ? "a" : "b", u, std::exp(2 * u), -std::log(1 - u / 3.01));
  }
  const Classifier model = trained(csv, with_types("y", "g=gaussian,l=lognormal,e=exponential"));
  const PageSpreads all = spreads(model);
  ASSERT_EQ(all.columns.size(), 3U);
  for (const PageSpread& each : all.columns) {
    ASSERT_GT(each.places.size(), 20U) << each.column;
    for (const std::vector<double>& density : each.fitted) {
      double sum = 0;
      for (std::size_t k = 1; k < density.size(); ++k)
        sum += (each.places[k] - each.places[k - 1]) * (density[k] + density[k - 1]) / 2;
      EXPECT_GT(sum, 0.9) << each.column;
      EXPECT_LT(sum, 1.06) << each.column;
    }
  }
}

TEST(Reach, OneFarNumberDoesNotStretchIt) {
  std::vector<double> numbers;
  for (int k = 0; k < 1000; ++k) numbers.push_back(0.5 + k % 100);
  numbers.push_back(1e9);
  const Reach reach = reach_of(numbers);
  EXPECT_GE(reach.low, 0.5);
  EXPECT_LE(reach.high, 99.5);
  EXPECT_FALSE(reach.whole);
}

TEST(Reach, OfFewNumbersIsAllAndNaNIsNone) {
  const Reach reach = reach_of({3, kMissingReal, -1, 8});
  EXPECT_EQ(reach.low, -1);
  EXPECT_EQ(reach.high, 8);
  EXPECT_TRUE(reach.whole);
  EXPECT_TRUE(reach_of(std::vector<double>{kMissingReal}).is_empty());
}

}  // namespace
}  // namespace priory::testing
