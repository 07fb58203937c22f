// SPDX-License-Identifier: Apache-2.0
// bernoulli and categorical over a column of codes, against fractions.
#include "family/columns.h"

namespace priory::testing {
namespace {

// Three values; cell 0 holds 0 0 1, cell 1 holds 2 2 2 1, cell 2 nothing.
const Column kCodes = codes({0, 0, 1, 2, 2, 2, 1});
const CellOfRow kCells = {0, 0, 0, 1, 1, 1, 1};

Modelling categorical(double alpha) {
  return {"categorical", CellKind::codes, 3, 3, {{"alpha", alpha}}};
}

TEST(Categorical, LaplaceEstimates) {
  const Matrix t = categorical(1)(kCodes, kCells)[0];
  EXPECT_DOUBLE_EQ(exp_at(t, 0, 0), (2. + 1) / (3 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 1, 0), (1. + 1) / (3 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 2, 0), (0. + 1) / (3 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 2, 1), (3. + 1) / (4 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 1, 2), 1. / 3);        // the prior alone
  EXPECT_DOUBLE_EQ(exp_at(t, 3, 1), 1. / (4 + 3));  // a value never seen, if it counts at all
}

TEST(Categorical, MaximumLikelihoodHasZerosAndNoNan) {
  const Matrix t = categorical(0)(kCodes, kCells)[0];
  EXPECT_DOUBLE_EQ(exp_at(t, 0, 0), 2. / 3);
  EXPECT_EQ(t.at(2, 0), kLogZero);
  EXPECT_EQ(t.at(0, 1), kLogZero);
  EXPECT_EQ(t.at(3, 0), kLogZero);
  for (std::size_t v = 0; v < 3; ++v) EXPECT_DOUBLE_EQ(exp_at(t, v, 2), 1. / 3);  // no row: all are alike
  EXPECT_EQ(t.at(3, 2), kLogZero);
}

TEST(Categorical, FractionalAlphaAndWeights) {
  const Modelling model = categorical(0.5);
  const Matrix t = model(kCodes, kCells, {0.25, 1, 2, 1, 1, 1, 1})[0];
  EXPECT_DOUBLE_EQ(exp_at(t, 0, 0), (1.25 + 0.5) / (3.25 + 1.5));
  EXPECT_DOUBLE_EQ(exp_at(t, 1, 0), (2 + 0.5) / (3.25 + 1.5));
}

TEST(Categorical, ScoresAreTheLogsOfTheTable) {
  const Modelling model = categorical(1);
  const auto scores = model.score(codes({2, kMissingCode}), model(kCodes, kCells));
  EXPECT_THAT(scores, ::testing::ElementsAre(std::log(1. / 6), 0, std::log(4. / 7), 0, std::log(1. / 3), 0));
}

TEST(Categorical, AColumnWithNoValueIsSilent) {
  const Modelling model("categorical", CellKind::codes, 0, 2, {{"alpha", 1}});
  const Column missing = codes({kMissingCode, kMissingCode});
  EXPECT_THAT(model.score(missing, model(missing, {0, 1})), ::testing::Each(0.0));
}

TEST(Bernoulli, IsOneCoinACell) {
  const Modelling model("bernoulli", CellKind::codes, 2, 2, {{"alpha", 1}});
  const Parameters p = model(codes({1, 1, 0, 1, 0, 0}), {0, 0, 0, 0, 1, 1});
  EXPECT_DOUBLE_EQ(exp_at(p[0], 1, 0), (3. + 1) / (4 + 2));
  EXPECT_DOUBLE_EQ(exp_at(p[0], 1, 1), (0. + 1) / (2 + 2));
  EXPECT_DOUBLE_EQ(exp_at(p[0], 0, 1), (2. + 1) / (2 + 2));
}

TEST(Bernoulli, WeightIsTheLogOfTheOddsRatio) {
  const Modelling model("bernoulli", CellKind::codes, 2, 2, {{"alpha", 1}});
  const LinearForm form = model.family.linear(model(codes({1, 1, 0, 1, 0, 0}), {0, 0, 0, 0, 1, 1}));
  const double q = 4. / 6, p = 1. / 4;  // of the second value, in the first and the second cell
  ASSERT_EQ(form.terms.size(), 1U);
  EXPECT_EQ(form.terms[0].value, 1U);
  EXPECT_NEAR(form.terms[0].weight, std::log(p * (1 - q) / (q * (1 - p))), 1e-15);
  EXPECT_NEAR(form.bias, std::log((1 - p) / (1 - q)), 1e-15);
}

TEST(Bernoulli, AConstantColumnOfOneValueSaysNothing) {
  const Modelling model("bernoulli", CellKind::codes, 1, 2, {{"alpha", 1}});
  const Parameters p = model(codes({0, 0, 0}), {0, 0, 1});
  EXPECT_THAT(model.score(codes({0}), p), ::testing::Each(0.0));
  EXPECT_EQ(model.family.linear(p).bias, 0);
}

TEST(Bernoulli, FreeParameters) {
  EXPECT_EQ(find_family("bernoulli", CellKind::codes)->free_parameters({2}, 1), 1);
  EXPECT_EQ(find_family("categorical", CellKind::codes)->free_parameters({5}, 1), 4);
  EXPECT_EQ(find_family("categorical", CellKind::codes)->free_parameters({0}, 1), 0);
}

}  // namespace
}  // namespace priory::testing
