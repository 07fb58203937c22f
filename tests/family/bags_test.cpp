// SPDX-License-Identifier: Apache-2.0
// multinomial, complement and bernoulli over texts, against fractions.
#include "family/columns.h"

namespace priory::testing {
namespace {

// Three words; cell 0 has "a a b" and "b", cell 1 has "c c c a".
const Column kTexts = bags({{{0, 2}, {1, 1}}, {{1, 1}}, {{2, 3}, {0, 1}}});
const CellOfRow kCellOfRow = {0, 0, 1};

TEST(Multinomial, LaplaceEstimates) {
  const Modelling model("multinomial", CellKind::bag, 3, 2, {{"alpha", 1}});
  const Matrix t = model(kTexts, kCellOfRow)[0];
  EXPECT_DOUBLE_EQ(exp_at(t, 0, 0), (2. + 1) / (4 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 1, 0), (2. + 1) / (4 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 2, 0), (0. + 1) / (4 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 2, 1), (3. + 1) / (4 + 3));
  EXPECT_DOUBLE_EQ(exp_at(t, 3, 1), 1. / (4 + 3));
}

TEST(Multinomial, CountsMultiplyTheLogs) {
  const Modelling model("multinomial", CellKind::bag, 3, 2, {{"alpha", 1}});
  const auto scores = model.score(bags({{{0, 2}, {2, 0.5}}, {}}), model(kTexts, kCellOfRow));
  EXPECT_NEAR(scores[0], 2 * std::log(3. / 7) + 0.5 * std::log(1. / 7), 1e-15);
  EXPECT_EQ(scores[1], 0);
  EXPECT_NEAR(scores[2], 2 * std::log(2. / 7) + 0.5 * std::log(4. / 7), 1e-15);
}

TEST(Multinomial, MaximumLikelihoodHasZerosAndNoNan) {
  const Modelling model("multinomial", CellKind::bag, 3, 3, {{"alpha", 0}});
  const Parameters p = model(kTexts, kCellOfRow);
  EXPECT_EQ(p[0].at(2, 0), kLogZero);
  EXPECT_DOUBLE_EQ(exp_at(p[0], 2, 1), 3. / 4);
  EXPECT_DOUBLE_EQ(exp_at(p[0], 1, 2), 1. / 3);  // a cell with no text
  EXPECT_EQ(model.score(bags({{{2, 1}}}), p)[0], kLogZero);
}

// Words 0 and 1 in each of three rows that are in one soft cell; word 0 has these counts and shares.
Block soft_counts(const std::vector<double>& counts, const std::vector<double>& shares) {
  const Modelling model("multinomial", CellKind::bag, 2, 1);
  const Column column = bags({{{0, counts[0]}, {1, 1}}, {{1, 1}, {0, counts[1]}}, {{0, counts[2]}, {1, 1}}});
  const Column* columns[] = {&column};
  Block out = Block::zero(model.family.statistics(), {2}, 1);
  model.family.accumulate(columns, {{}, shares, 1, {}}, out);
  return out;
}

TEST(Multinomial, SoftCountsAreExactOnAGridAndOffIt) {
  const std::vector<double> whole = {1, 2, 3}, fractions = {1, 0.1, 3};
  const std::vector<double> coarse = {0.25, 0x1p-40, 0.75}, fine = {0.25, 0x1p-90, 0.7};
  for (const auto& counts : {whole, fractions}) {
    for (const auto& shares : {coarse, fine}) {
      const Block block = soft_counts(counts, shares);
      Sums expected(2, 1);
      for (std::size_t row = 0; row < 3; ++row) {
        expected.add_product(0, 0, shares[row], counts[row]);
        expected.add(1, 0, shares[row]);
      }
      EXPECT_EQ(block.sums[0].canonical(), expected.canonical());
      EXPECT_EQ(block.sums[1].value(0, 0), 3);
      EXPECT_EQ(block.sums[1].value(1, 0), 3);
      EXPECT_EQ(block.sums[2].value(0, 0), 3);
    }
  }
}

TEST(Complement, WeightsComeFromTheOtherCells) {
  const Modelling model("complement", CellKind::bag, 3, 2, {{"alpha", 1}});
  const Matrix weight = model(kTexts, kCellOfRow)[0];
  EXPECT_DOUBLE_EQ(weight.at(0, 0), -std::log((1. + 1) / (4 + 3)));  // "a" stands once in cell 1
  EXPECT_DOUBLE_EQ(weight.at(1, 0), -std::log((0. + 1) / (4 + 3)));
  EXPECT_DOUBLE_EQ(weight.at(2, 0), -std::log((3. + 1) / (4 + 3)));
  EXPECT_DOUBLE_EQ(weight.at(2, 1), -std::log((0. + 1) / (4 + 3)));
}

TEST(Complement, NormalisedWeightsSumToOne) {
  const Modelling model("complement", CellKind::bag, 3, 2, {{"alpha", 1}, {"weight-norm", 1}});
  const Matrix weight = model(kTexts, kCellOfRow)[0];
  const double total = std::log(7. / 2) + std::log(7.) + std::log(7. / 4);
  EXPECT_DOUBLE_EQ(weight.at(1, 0), std::log(7.) / total);
  EXPECT_NEAR(weight.at(0, 0) + weight.at(1, 0) + weight.at(2, 0), 1, 1e-15);
}

TEST(Complement, OfOneWordAloneWeighsNothing) {
  const Modelling model("complement", CellKind::bag, 1, 2, {{"alpha", 1}, {"weight-norm", 1}});
  const Parameters p = model(bags({{{0, 2}}, {{0, 1}}}), {0, 1});
  EXPECT_EQ(p[0].at(0, 0), 0);  // -log 1, and no sum to divide by
}

TEST(BernoulliText, AbsentWordsCount) {
  const Modelling model("bernoulli", CellKind::bag, 3, 2, {{"alpha", 1}});
  const Parameters p = model(kTexts, kCellOfRow);
  EXPECT_DOUBLE_EQ(exp_at(p[0], 0, 0), (1. + 1) / (2 + 2));  // "a" is in one of two texts
  EXPECT_DOUBLE_EQ(exp_at(p[0], 1, 0), (2. + 1) / (2 + 2));
  EXPECT_DOUBLE_EQ(exp_at(p[0], 2, 0), (0. + 1) / (2 + 2));
  EXPECT_DOUBLE_EQ(exp_at(p[0], 2, 1), (1. + 1) / (1 + 2));
  const auto scores = model.score(bags({{{1, 5}}, {}}), p);
  EXPECT_NEAR(std::exp(scores[0]), 1. / 2 * 3 / 4 * 3 / 4, 1e-15);  // no a, b, no c; how often is no matter
  EXPECT_NEAR(std::exp(scores[1]), 1. / 2 * 1 / 4 * 3 / 4, 1e-15);
  EXPECT_NEAR(std::exp(scores[2]), 1. / 3 * 1 / 3 * 1 / 3, 1e-15);
}

TEST(BernoulliText, CertainWordsMustBeThereAndNothingIsNan) {
  const Modelling model("bernoulli", CellKind::bag, 3, 3, {{"alpha", 0}});
  const Parameters p = model(kTexts, kCellOfRow);  // in cell 0 "b" is certain, in cell 1 "a" and "c" are
  const auto scores = model.score(bags({{{1, 1}}, {{0, 1}}, {{0, 1}, {2, 1}}}), p);
  EXPECT_NEAR(std::exp(scores[0]), 1. / 2, 1e-15);
  EXPECT_EQ(scores[1], kLogZero);  // "b" is absent
  EXPECT_EQ(scores[2], kLogZero);
  EXPECT_EQ(scores[3], kLogZero);
  EXPECT_EQ(scores[4], kLogZero);
  EXPECT_NEAR(std::exp(scores[5]), 1, 1e-15);
  EXPECT_NEAR(std::exp(scores[6]), 1. / 8, 1e-15);  // a cell with no text: every word is a fair coin
}

TEST(BernoulliText, AnUnseenWordIsNotAmongTheAbsent) {
  const Modelling model("bernoulli", CellKind::bag, 3, 2, {{"alpha", 1}});
  const Parameters p = model(kTexts, kCellOfRow);
  const auto scores = model.score(bags({{{3, 1}}, {}}), p);
  EXPECT_NEAR(scores[0] - scores[1], std::log(1. / 4), 1e-15);  // alpha / (n + 2 alpha)
}

TEST(Bags, FreeParameters) {
  EXPECT_EQ(find_family("multinomial", CellKind::bag)->free_parameters({20}, 1), 19);
  EXPECT_EQ(find_family("bernoulli", CellKind::bag)->free_parameters({20}, 3), 60);
  EXPECT_EQ(find_family("multinomial", CellKind::bag)->free_parameters({0}, 1), 0);
}

}  // namespace
}  // namespace priory::testing
