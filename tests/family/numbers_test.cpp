// SPDX-License-Identifier: Apache-2.0
// Families over numbers with a domain: small columns with their fractions, or with what scipy 1.10 makes of
// them.
#include <numbers>

#include "family/columns.h"

namespace priory::testing {
namespace {

constexpr double kPi = std::numbers::pi;

Modelling numbers(std::string_view family, double smoothing = 0, std::size_t cells = 1) {
  return {family, CellKind::reals, 0, cells, {{"var-smoothing", smoothing}, {"alpha", smoothing}}};
}

double log_density(std::string_view family, double first, double second, double x) {
  const Modelling model = numbers(family);
  Parameters p = model(reals({}), {});
  p[0].at(0, 0) = first;
  if (p.size() > 1) p[1].at(0, 0) = second;
  return model.score(reals({x}), p)[0];
}

TEST(Exponential, TheRateIsOneOverTheMean) {
  const Modelling model = numbers("exponential");
  const Parameters p = model(reals({1, 2, NAN, 6}), CellOfRow(4));
  EXPECT_DOUBLE_EQ(p[0].at(0, 0), 3. / 9);
  EXPECT_DOUBLE_EQ(model.score(reals({2}), p)[0], std::log(3. / 9) - 2 * 3. / 9);
  EXPECT_EQ(model.family.log_mass(p, 0, 0, {}, -5, 0), kLogZero);
  EXPECT_DOUBLE_EQ(*model.family.log_mass(p, 0, 0, {}, 300, HUGE_VAL), -100);
}

TEST(Exponential, SmoothingIsAShareOfTheMeanOfAllCells) {
  const Parameters p = numbers("exponential", 0.5, 2)(reals({0, 0, 6, 6}), {0, 0, 1, 1});
  EXPECT_DOUBLE_EQ(p[0].at(0, 0), 1 / (0 + 0.5 * 3));
  EXPECT_DOUBLE_EQ(p[0].at(0, 1), 1 / (6 + 0.5 * 3));
}

TEST(Gamma, IsThatOfMaximumLikelihood) {
  const Parameters p = numbers("gamma")(reals({1, 2, 3, 4, 10}), CellOfRow(5));
  EXPECT_NEAR(p[0].at(0, 0), 1.872609843957335, 1e-13);
  EXPECT_NEAR(p[1].at(0, 0), 0.4681524609893338, 1e-13);
  EXPECT_NEAR(log_density("gamma", 3, 0.7, 2.5), -1.6805905486278325, 1e-14);
}

TEST(Lognormal, HasTheMomentsOfTheLogarithms) {
  const double e = std::numbers::e;
  const Parameters p = numbers("lognormal")(reals({1, e * e, e * e * e * e}), CellOfRow(3));
  EXPECT_NEAR(p[0].at(0, 0), (0 + 2 + 4) / 3., 1e-15);
  EXPECT_NEAR(p[1].at(0, 0), (4 + 0 + 4) / 3., 1e-15);
  EXPECT_NEAR(log_density("lognormal", 0.3, 1.5 * 1.5, 2), -2.0518985342243896, 1e-14);
}

TEST(NegativeBinomial, HasTheMomentsOfTheCounts) {
  const Column column = reals({0, 0, 0, 12, 1});
  const Parameters p = numbers("negative-binomial")(column, CellOfRow(5));
  EXPECT_DOUBLE_EQ(p[0].at(0, 0), 13. / 5);
  EXPECT_DOUBLE_EQ(p[1].at(0, 0), (5 * 145. - 13 * 13 - 5 * 13) / (13 * 13));
  const Parameters smooth = numbers("negative-binomial", 2)(column, CellOfRow(5));
  EXPECT_DOUBLE_EQ(smooth[0].at(0, 0), (13. + 2) / (5 + 2));
  EXPECT_DOUBLE_EQ(smooth[1].at(0, 0), (7 * 147. - 15 * 15 - 7 * 15) / (15 * 15));
  EXPECT_NEAR(log_density("negative-binomial", 3, 2, 7), -3.615171900549846, 1e-13);
}

TEST(NegativeBinomial, OfCountsThatVaryLittleIsPoisson) {
  const Modelling model = numbers("negative-binomial"), poisson = numbers("poisson");
  const Column column = reals({3, 4, 5});
  const Parameters p = model(column, CellOfRow(3)), q = poisson(column, CellOfRow(3));
  EXPECT_EQ(p[1].at(0, 0), 0);
  for (const double x : {0.0, 1.0, 4.0, 30.0, 1000.0}) {
    const double expected = poisson.score(reals({x}), q)[0];
    EXPECT_NEAR(model.score(reals({x}), p)[0], expected, 1e-13 * std::abs(expected));
  }
}

TEST(VonMises, PointsWhereTheAnglesDo) {
  const Modelling model = numbers("von-mises");
  const Parameters p = model(reals({0, kPi / 2, 4 * kPi}), {0, 0, 0}, {1, 2, 1});
  EXPECT_NEAR(p[0].at(0, 0), kPi / 4, 1e-15);
  EXPECT_NEAR(p[1].at(0, 0), 2.058215395908356, 1e-12);  // R is sqrt(1/2)
  EXPECT_NEAR(log_density("von-mises", 0.5, 2, 1), -0.906705484111556, 1e-14);
  EXPECT_NEAR(log_density("von-mises", 0.5, 2, 1 + 2 * kPi), -0.906705484111556, 1e-14);
  const Parameters opposite = model(reals({0, kPi}), {0, 0});
  EXPECT_NEAR(opposite[1].at(0, 0), 0, 1e-12);
}

TEST(Beta, IsThatOfMaximumLikelihood) {
  const Parameters p = numbers("beta")(reals({0.1, 0.2, 0.4, 0.7}), CellOfRow(4));
  EXPECT_NEAR(p[0].at(0, 0), 1.442304351475802, 1e-12);
  EXPECT_NEAR(p[1].at(0, 0), 2.6333955951679435, 1e-12);
  EXPECT_NEAR(log_density("beta", 2, 5, 0.3), 0.7705248015812898, 1e-14);
}

class EqualValues : public ::testing::TestWithParam<const char*> {};

// One value in a cell has no spread: smoothing gives it some, else it is refused. Never a NaN.
TEST_P(EqualValues, AreSmoothedOrRefused) {
  const Column column = reals({0.25, 0.25, 0.5, 0.75});
  const CellOfRow cells = {0, 0, 1, 1};
  const Modelling smooth = numbers(GetParam(), 1e-9, 2), bare = numbers(GetParam(), 0, 2);
  const Parameters p = smooth(column, cells);
  EXPECT_EQ(smooth.family.trouble(p, 0), "");
  for (const double x : {1e-300, 0.2, 0.25, 0.9}) EXPECT_FALSE(std::isnan(smooth.score(reals({x}), p)[0]));
  EXPECT_NE(bare.family.trouble(bare(column, cells), 0), "");
  EXPECT_EQ(bare.family.trouble(bare(column, cells), 1), "");
}

INSTANTIATE_TEST_SUITE_P(Families, EqualValues, ::testing::Values("gamma", "lognormal", "von-mises", "beta"));

TEST(Numbers, OfAnySizeGiveNoNan) {
  for (const char* name : {"exponential", "gamma", "lognormal", "negative-binomial", "von-mises", "beta"}) {
    const Modelling model = numbers(name, 1e-9);
    const Domain domain = model.family.domain();
    std::vector<double> all;
    for (const double x : {0.0, 1e-320, 1e-300, 1e-9, 0.5, 1 - 0x1p-53, 1.0, 3.0, 1e9, 1e300, 1.7e308})
      if (domain.contains(x)) all.push_back(x);
    for (const double a : all) {
      for (const double b : all) {
        const Parameters p = model(reals({a, b}), {0, 0});
        if (!model.family.trouble(p, 0).empty()) continue;
        for (const double x : all)
          EXPECT_FALSE(std::isnan(model.score(reals({x}), p)[0])) << name << " " << a << " " << b << " " << x;
      }
    }
  }
}

}  // namespace
}  // namespace priory::testing
