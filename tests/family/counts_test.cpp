// SPDX-License-Identifier: Apache-2.0
// poisson and binomial over a column of whole numbers.
#include "family/columns.h"

namespace priory::testing {
namespace {

Modelling poisson(double alpha, std::size_t cells = 1) {
  return {"poisson", CellKind::reals, 0, cells, {{"alpha", alpha}}};
}

Modelling binomial(double alpha, double trials, std::size_t cells = 1) {
  return {"binomial", CellKind::reals, 0, cells, {{"alpha", alpha}, {"trials", trials}}};
}

TEST(Poisson, Rates) {
  const Column column = reals({2, 3, 7, NAN});
  EXPECT_EQ(poisson(0)(column, CellOfRow(4))[0].at(0, 0), 12. / 3);
  EXPECT_EQ(poisson(1)(column, CellOfRow(4))[0].at(0, 0), (12. + 1) / (3 + 1));
  EXPECT_EQ(poisson(0)(column, CellOfRow(4), {1, 0.5, 2, 1})[0].at(0, 0), (2 + 1.5 + 14) / 3.5);
}

TEST(Poisson, Density) {
  const Modelling model = poisson(0);
  const Parameters p = model(reals({2}), {0});
  const auto scores = model.score(reals({0, 1, 4, 300}), p);
  EXPECT_NEAR(std::exp(scores[0]), std::exp(-2), 1e-16);
  EXPECT_NEAR(std::exp(scores[1]), 2 * std::exp(-2), 1e-16);
  EXPECT_NEAR(std::exp(scores[2]), 16. / 24 * std::exp(-2), 1e-16);
  int sign = 0;
  EXPECT_NEAR(scores[3], 300 * std::log(2) - 2 - ::lgamma_r(301, &sign), 1e-12 * -scores[3]);
}

TEST(Poisson, ARateOfZeroAllowsZeroOnly) {
  const Modelling model = poisson(0, 2);
  const auto scores = model.score(reals({0, 1}), model(reals({0, 0, 3}), {0, 0, 1}));
  EXPECT_EQ(scores[0], 0);
  EXPECT_EQ(scores[1], kLogZero);
}

TEST(Poisson, ACellWithNoRows) {
  EXPECT_EQ(poisson(0, 2)(reals({1, 3}), {0, 0})[0].at(0, 1), 2);  // what all share
  EXPECT_EQ(poisson(1, 2)(reals({1, 3}), {0, 0})[0].at(0, 1), 1);  // what the prior says
  EXPECT_EQ(poisson(0)(reals({NAN}), {0})[0].at(0, 0), 1);
}

TEST(Poisson, HugeCountsGiveNoNan) {
  const double huge[] = {1e15, 1e100, 1e300, 1.7e308};
  for (const double rate : huge) {
    const Modelling model = poisson(0);
    const Parameters p = model(reals({rate}), {0});
    for (const double x : {0.0, 1.0, 1e15, 1e100, 1e300, 1.7e308})
      EXPECT_LE(model.score(reals({x}), p)[0], 0) << "x " << x << " rate " << rate;
    // Near its rate a count is as probable as 1 / sqrt(2 pi rate).
    EXPECT_NEAR(model.score(reals({rate}), p)[0], -0.5 * (std::log(2 * M_PI) + std::log(rate)), 1e-6) << rate;
  }
}

TEST(Binomial, Chances) {
  const Column column = reals({2, 3, 7, NAN});
  EXPECT_EQ(binomial(0, 10)(column, CellOfRow(4))[0].at(0, 0), 12. / 30);
  EXPECT_EQ(binomial(1, 10)(column, CellOfRow(4))[0].at(0, 0), (12. + 1) / (30 + 2));
}

TEST(Binomial, Density) {
  const Modelling model = binomial(0, 4);
  const Parameters p = model(reals({1}), {0});  // chance 1/4
  const auto scores = model.score(reals({0, 1, 2, 3, 4, 5}), p);
  const double expected[] = {81. / 256, 108. / 256, 54. / 256, 12. / 256, 1. / 256, 0};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(std::exp(scores[k]), expected[k], 1e-15);
}

TEST(Binomial, CertainTrialsAllowOneOutcome) {
  const Modelling model = binomial(0, 4, 2);
  const auto scores = model.score(reals({0, 4, 2}), model(reals({0, 4}), {0, 1}));
  EXPECT_THAT(scores, ::testing::ElementsAre(0, kLogZero, kLogZero, kLogZero, 0, kLogZero));
}

TEST(Binomial, ACellWithNoRows) {
  EXPECT_EQ(binomial(0, 4, 2)(reals({1, 2}), {0, 0})[0].at(0, 1), 3. / 8);  // what all share
  EXPECT_EQ(binomial(1, 4, 2)(reals({1, 2}), {0, 0})[0].at(0, 1), 0.5);
  EXPECT_EQ(binomial(0, 0, 1)(reals({0, 0}), {0, 0})[0].at(0, 0), 0.5);  // no trial at all
}

TEST(Binomial, HugeTrialsGiveNoNan) {
  for (const double trials : {1e15, 1e100, 1e300, 1.7e308}) {
    const Modelling model = binomial(0, trials);
    const Parameters p = model(reals({std::trunc(trials / 4)}), {0});
    for (const double share : {0.0, 1e-9, 0.25, 0.75, 1.0})
      EXPECT_LE(model.score(reals({std::trunc(share * trials)}), p)[0], 0) << trials << " * " << share;
    EXPECT_NEAR(model.score(reals({std::trunc(trials / 4)}), p)[0],
                -0.5 * (std::log(2 * M_PI * 3 / 16) + std::log(trials)), 1e-6)
        << trials;
  }
}

TEST(Counts, FreeParameters) {
  for (const char* name : {"poisson", "binomial"})
    EXPECT_EQ(find_family(name, CellKind::reals)->free_parameters({}, 1), 1);
  EXPECT_EQ(find_family("gaussian", CellKind::reals)->free_parameters({}, 1), 2);
}

}  // namespace
}  // namespace priory::testing
