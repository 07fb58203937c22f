// SPDX-License-Identifier: Apache-2.0
// Histograms, and which of their bins are joined. What is expected is computed by hand, or by the programs
// named.
#include "family/bins.h"

#include "family/columns.h"
#include "family/join_bins.h"
#include "family/left_out.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;

struct Histogram {
  Bins bins;
  BinsFamily family = {};
  Settings settings = Settings(family.info().options);

  Block count(const std::vector<double>& x, const CellOfRow& cell, std::size_t n_cells,
              const std::vector<double>& weight = {}) const {
    Block out = Block::zero(family.statistics(), {0, 1, {}, bins.size()}, n_cells);
    Column column = reals(x);
    column.bins = &bins;
    const Column* columns[] = {&column};
    family.accumulate(columns, {cell, {}, n_cells, weight}, out);
    return out;
  }
  Parameters estimate(const Block& block) const {
    Context context;
    context.bins = &bins;
    return family.estimate(block, settings, context);
  }
  double score(const Parameters& p, double x, std::size_t cell = 0) const {
    const Column column = reals({x});
    const Column* columns[] = {&column};
    LogScores out;
    out.reset(1, p[0].cells);
    family.score(columns, p, out);
    return out.at(cell, 0);
  }
};

TEST(Bins, FindTheIntervalOfANumber) {
  const Bins bins = {{0, 1, 2.5, 4}, {}};
  for (const auto& [x, bin] : std::vector<std::pair<double, std::uint32_t>>{
           {-7, 0}, {0, 0}, {0.99, 0}, {1, 1}, {2.4, 1}, {2.5, 2}, {4, 2}, {1e300, 2}, {-HUGE_VAL, 0}})
    EXPECT_EQ(bins.find(x), bin) << x;
  EXPECT_THAT(bins.labels(), ElementsAre("<1", "[1, 2.5)", ">=2.5"));
  EXPECT_EQ((Bins{{0, 1}, {}}).find(5), 0U);
  EXPECT_THAT((Bins{{0, 1}, {}}).labels(), ElementsAre("any"));
}

TEST(Bins, FindTheSameAsALinearSearch) {
  for (std::size_t n = 1; n < 70; ++n) {
    Bins bins;
    for (std::size_t k = 0; k <= n; ++k) bins.borders.push_back(static_cast<double>(k));
    for (double x = -1; x < static_cast<double>(n) + 2; x += 0.5) {
      const double last = static_cast<double>(n) - 1;
      EXPECT_EQ(bins.find(x), static_cast<std::uint32_t>(std::clamp(std::floor(x), 0.0, last)))
          << n << " " << x;
    }
  }
}

TEST(Bins, AreSoundOrNot) {
  EXPECT_TRUE((Bins{{}, {}}).sound());
  EXPECT_TRUE((Bins{{0, 1, 2}, {0, 1}}).sound());
  EXPECT_FALSE((Bins{{0}, {}}).sound());
  EXPECT_FALSE((Bins{{0, 0}, {}}).sound());
  EXPECT_FALSE((Bins{{0, NAN}, {}}).sound());
  EXPECT_FALSE((Bins{{0, HUGE_VAL}, {}}).sound());
  EXPECT_FALSE((Bins{{0, 1, 2}, {1}}).sound());
  EXPECT_FALSE((Bins{{0, 1, 2}, {0, 2}}).sound());
  EXPECT_FALSE((Bins{{0, 1, 2}, {0, 1, 1}}).sound());
}

// numpy.histogram([0.5, 1.5, 1.7, 3.9], [0, 1, 2, 4], density=True): 0.25, 0.5, 0.125
TEST(Bins, DensityIsThatOfAHistogram) {
  Histogram h{{{0, 1, 2, 4}, {}}};
  h.settings.set("alpha", 0);
  const Parameters p = h.estimate(h.count({0.5, 1.5, 1.7, 3.9, NAN}, CellOfRow(5), 1));
  EXPECT_NEAR(std::exp(h.score(p, 0.1)), 0.25, 1e-15);
  EXPECT_NEAR(std::exp(h.score(p, 1.1)), 0.5, 1e-15);
  EXPECT_NEAR(std::exp(h.score(p, 3)), 0.125, 1e-15);
  EXPECT_NEAR(std::exp(h.score(p, 900)), 0.125, 1e-15);  // as the bin next to it
  EXPECT_EQ(h.score(p, NAN), 0);
}

TEST(Bins, AreSmoothedAndJoined) {
  Histogram h{{{0, 1, 2, 4}, {0, 2}}};
  const Parameters p = h.estimate(h.count({0.5, 1.5, 1.7, 3.9}, CellOfRow(4), 1));
  ASSERT_EQ(p[0].rows, 2U);
  EXPECT_NEAR(std::exp(p[0].at(0, 0)), (3. + 1) / (4 + 2), 1e-15);
  EXPECT_NEAR(std::exp(p[0].at(1, 0)), (1. + 1) / (4 + 2), 1e-15);
  EXPECT_NEAR(std::exp(h.score(p, 0.1)), 4. / 6 / 2, 1e-15);
}

// The counts 4, 0, 0 under a bandwidth of 1: weights 1, e^-1/2, e^-2 of distances 0, 1, 2.
TEST(Bins, OfASmoothedHistogramShareTheirCounts) {
  Histogram h{{{0, 1, 2, 3}, {}}};
  h.settings.set("alpha", 0), h.settings.set("bandwidth", 1);
  const Parameters p = h.estimate(h.count({0, 0.1, 0.2, 0.3}, CellOfRow(4), 1));
  const double sum = 1 + std::exp(-0.5) + std::exp(-2);
  EXPECT_NEAR(std::exp(p[0].at(0, 0)), 1 / sum, 1e-15);
  EXPECT_NEAR(std::exp(p[0].at(1, 0)), std::exp(-0.5) / sum, 1e-15);
  EXPECT_NEAR(std::exp(p[0].at(2, 0)), std::exp(-2) / sum, 1e-15);
}

TEST(Bins, MeanVarianceAndMassAreThoseOfTheDensity) {
  Histogram h{{{0, 1, 3}, {}}};
  h.settings.set("alpha", 0);
  const Parameters p = h.estimate(h.count({0.5, 2, 2, 2}, CellOfRow(4), 1));
  // 1/4 on [0, 1), 3/4 on [1, 3): mean 1/8 + 3/2, E x^2 = 1/4 * 1/3 + 3/4 * (27 - 1) / 6
  const double mean = 0.125 + 1.5, square = 1. / 12 + 0.75 * 26 / 6;
  EXPECT_NEAR(h.family.spread(p, 0, 0)->mean, mean, 1e-15);
  EXPECT_NEAR(h.family.spread(p, 0, 0)->variance, square - mean * mean, 1e-14);
  EXPECT_NEAR(std::exp(*h.family.log_mass(p, 0, 0, {}, 0.5, 2)), 0.125 + 0.375, 1e-15);
  EXPECT_EQ(*h.family.log_mass(p, 0, 0, {}, 5, 6), kLogZero);
}

// Whole numbers 0, 1, 2: a mass each, and nothing in between.
TEST(Bins, OfWholeNumbersHaveNoFractions) {
  Histogram h{{{-0.5, 0.5, 2.5}, {}}};
  h.settings.set("alpha", 0);
  const Parameters p = h.estimate(h.count({0, 1, 2, 2}, CellOfRow(4), 1));
  EXPECT_NEAR(std::exp(*h.family.log_mass(p, 0, 0, {}, -HUGE_VAL, 1)), 0.25, 1e-15);  // x < 1: only 0
  EXPECT_NEAR(std::exp(*h.family.log_mass(p, 0, 0, {}, 0, HUGE_VAL)), 0.75, 1e-15);   // x > 0: 1 and 2
  EXPECT_NEAR(h.family.spread(p, 0, 0)->mean, 0.75 * 1.5, 1e-15);
  EXPECT_NEAR(h.family.spread(p, 0, 0)->variance, 0.75 * (1 + 4) / 2 - 0.75 * 1.5 * 0.75 * 1.5, 1e-14);
  Column drawn;
  priory::Random random(4);
  h.family.sample(p, {}, CellOfRow(200), random, {&drawn, 1});
  for (const double x : drawn.reals.view()) EXPECT_TRUE(x == 0 || x == 1 || x == 2) << x;
}

TEST(Bins, LeavingARowOutIsForgettingIt) {
  for (const double bandwidth : {0.0, 1.5}) {
    Histogram h{{{0, 1, 2, 3, 4}, {0, 1, 3}}};
    h.settings.set("bandwidth", bandwidth);
    const std::vector<double> x = {0.5, 1.5, 2.5, 3.5, 0.2, 3.1};
    const CellOfRow cell = {0, 1, 0, 1, 1, 1};
    const Block all = h.count(x, cell, 2);
    const auto left_out = h.family.left_out(all, h.settings);
    for (std::size_t row = 0; row < x.size(); ++row) {
      const Block own = h.count({x[row]}, {cell[row]}, 2);
      Block rest = all;
      rest.subtract(h.family.statistics(), own, {}, {});
      const Parameters expected = h.estimate(rest);
      Context context;
      context.bins = &h.bins;
      const Parameters found = left_out->estimate({{}, 0, &own}, context);
      for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(found[k].data, expected[k].data);
    }
  }
}

Sums counts(const std::vector<std::vector<double>>& bins) {
  Sums out(bins.size(), bins[0].size());
  for (std::size_t k = 0; k < bins.size(); ++k) {
    for (std::size_t c = 0; c < bins[k].size(); ++c) out.add(k, c, bins[k][c]);
  }
  return out;
}

// 8 a, then 8 b: one cut; a gain of 1 bit against (log2 3 + log2 7 - 2) / 16 = 0.15.
TEST(JoinBins, MdlCutsWhereTheClassesPart) {
  EXPECT_THAT(joined_by_mdl(counts({{4, 0}, {4, 0}, {0, 4}, {0, 4}})), ElementsAre(0, 2));
  EXPECT_THAT(joined_by_mdl(counts({{2, 2}, {2, 2}, {2, 2}})), ElementsAre(0));
  EXPECT_THAT(joined_by_mdl(counts({{0, 0}})), ElementsAre(0));
  // A bin without rows is no place to cut.
  EXPECT_THAT(joined_by_mdl(counts({{9, 0}, {0, 0}, {0, 9}})), ElementsAre(0, 2));
}

// 2 rows on either side are too few: a gain of 1 against (log2 1 + log2 7 - 2) / 4 = 0.2 pays, 1 row does
// not: (0 + log2 7 - 2) / 2 = 0.4 pays too, since all is told; mixed bins do not.
TEST(JoinBins, MdlWantsMoreThanChance) {
  EXPECT_THAT(joined_by_mdl(counts({{3, 2}, {2, 3}})), ElementsAre(0));
  EXPECT_THAT(joined_by_mdl(counts({{300, 200}, {200, 300}})), ElementsAre(0, 1));
}

// A flat density is one bin, a step two; judged by trying all joins of these few.
TEST(JoinBins, LooFindsWhatIsBestOfAll) {
  const Bins bins = {{0, 1, 2, 3, 4, 5, 6}, {}};
  const auto likelihood = [&](const Sums& count, const std::vector<std::uint32_t>& joined) {
    const Bins wide = Bins{bins.borders, joined}.wider();
    std::vector<double> n(wide.size());
    double all = 0, out = 0;
    for (std::size_t k = 0; k < bins.size(); ++k)
      n[wide.find(bins.borders[k])] += count.value(k, 0), all += count.value(k, 0);
    for (std::size_t k = 0; k < n.size(); ++k)
      if (n[k] > 0)
        out += n[k] * std::log(n[k] / (all - 1 + static_cast<double>(n.size())) /
                               (wide.borders[k + 1] - wide.borders[k]));
    return out;
  };
  for (const auto& shape :
       {std::vector<double>{5, 5, 5, 5, 5, 5}, {40, 40, 40, 2, 2, 2}, {9, 1, 1, 1, 1, 9}}) {
    std::vector<std::vector<double>> table;
    for (const double n : shape) table.push_back({n});
    const Sums count = counts(table);
    double best = -HUGE_VAL;
    for (std::uint32_t set = 0; set < 32; ++set) {
      std::vector<std::uint32_t> joined = {0};
      for (std::uint32_t k = 1; k < 6; ++k)
        if ((set >> (k - 1) & 1) != 0) joined.push_back(k);
      best = std::max(best, likelihood(count, joined));
    }
    EXPECT_NEAR(likelihood(count, joined_by_loo(count, bins, 1)), best, 1e-9);
  }
}

}  // namespace
}  // namespace priory::testing
