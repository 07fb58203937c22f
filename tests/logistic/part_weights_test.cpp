// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>

#include "priory/discriminative.h"

#include "training.h"

namespace priory {
namespace {

using priory::testing::explanations;
using priory::testing::opener;
using priory::testing::plan_of;
using priory::testing::posteriors;
using priory::testing::with_types;

// A column that tells the class in 8 of 10 rows, `copies` times, and one that tells nothing.
std::string copied(std::size_t n, std::size_t copies, unsigned seed) {
  Random random(seed);
  std::string out = "noise,";
  for (std::size_t k = 0; k < copies; ++k) out += fmt::format("c{},", k);
  out += "y\n";
  for (std::size_t row = 0; row < n; ++row) {
    const bool yes = random.uniform() < 0.5, told = random.uniform() < 0.8 ? yes : !yes;
    out += random.uniform() < 0.5 ? "u," : "v,";
    for (std::size_t k = 0; k < copies; ++k) out += told ? "s," : "t,";
    out += yes ? "yes\n" : "no\n";
  }
  return out;
}

PartWeights weights_of(const std::string& csv) {
  const Plan plan = plan_of(csv, with_types("y", ""));
  return fit_part_weights(LabelledRows(plan, opener(plan, csv)), plan);
}

// Four witnesses that say the same count as one.
TEST(PartWeights, CopiesShareOneWeight) {
  const PartWeights one = weights_of(copied(2000, 1, 1)), four = weights_of(copied(2000, 4, 1));
  double sum = 0;
  for (const PartPlan& part : four.plan.parts) {
    EXPECT_GE(part.score_weight, 0);
    if (part.columns[0] != "noise") sum += part.score_weight;
  }
  EXPECT_NEAR(sum, 1, 0.05);
  EXPECT_NEAR(four.plan.parts[1].score_weight, four.plan.parts[2].score_weight, 1e-6);
  EXPECT_NEAR(four.common, 0.25, 0.03);
  EXPECT_NEAR(four.log_loss_fitted, one.log_loss_fitted, 1e-3);
  EXPECT_LT(four.log_loss_fitted, four.log_loss - 0.05);
  EXPECT_LE(four.log_loss_fitted, four.log_loss_common + 1e-6);
  // The entropy of a class that is told in 8 of 10 rows.
  EXPECT_NEAR(one.log_loss_fitted, -(0.8 * std::log(0.8) + 0.2 * std::log(0.2)), 0.03);
}

TEST(PartWeights, SumsAreThoseWithoutWeights) {
  const std::string csv = copied(300, 3, 2), header = csv.substr(0, csv.find('\n') + 1);
  const Plan weighted = weights_of(csv).plan;
  const std::size_t cut = csv.find('\n', csv.size() / 3) + 1;
  const std::string first = csv.substr(0, cut), rest = header + csv.substr(cut);
  const Classifier whole = Classifier::train(weighted, opener(weighted, csv));
  const Classifier a = Classifier::train(weighted, opener(weighted, first));
  const Classifier b = Classifier::train(weighted, opener(weighted, rest));
  EXPECT_EQ(to_bytes(a.merge(b)), to_bytes(whole));
  EXPECT_EQ(to_bytes(a.learn(opener(weighted, rest))), to_bytes(whole));
  EXPECT_EQ(to_bytes(whole.forget(opener(weighted, rest))), to_bytes(a));
  Plan plain = weighted;
  for (PartPlan& part : plain.parts) part.score_weight = 1;
  EXPECT_THROW(a.merge(Classifier::train(plain, opener(plain, rest))), Error);
  const Classifier again = from_bytes(to_bytes(whole), "model");
  EXPECT_EQ(posteriors(again, csv), posteriors(whole, csv));
}

// log P(c) + sum of w_k log p_k(x | c), by hand.
TEST(PartWeights, ScoreIsTheWeightedSum) {
  const std::string csv = copied(100, 2, 3);
  Plan plan = plan_of(csv, with_types("y", ""));
  plan.parts[0].score_weight = 0, plan.parts[1].score_weight = 0.5, plan.parts[2].score_weight = 2;
  const Classifier model = Classifier::train(plan, opener(plan, csv));
  for (const Explanation& row : explanations(model, csv)) {
    for (std::size_t c = 0; c < 2; ++c) {
      double sum = model.log_prior()[c];
      for (std::size_t k = 1; k < 3; ++k) {
        const bool s = row.reasons[1 + k].value == "s";
        const PartView part = model.parts()[k];
        sum +=
            plan.parts[k].score_weight * part.parameters[0].at(part.values[0] == (s ? "s" : "t") ? 0 : 1, c);
      }
      EXPECT_NEAR(row.log_scores[c], sum, 1e-12);
    }
  }
}

TEST(PartWeights, OfLeaveOneOutAreThoseOfTraining) {
  const std::string csv = copied(60, 2, 4), header = csv.substr(0, csv.find('\n') + 1);
  Plan plan = plan_of(csv, with_types("y", ""));
  plan.parts[1].score_weight = 0.5;
  const LabelledRows rows(plan, opener(plan, csv));
  const Evaluation left = leave_one_out(rows, plan, {}, 60);
  const std::size_t begin = header.size(), end = csv.find('\n', begin) + 1;
  const std::string others = header + csv.substr(end);
  const Classifier without = Classifier::train(plan, opener(plan, others));
  const auto judged = posteriors(without, header + csv.substr(begin, end - begin));
  for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(left.rows().scores(0)[c], judged[0][c], 1e-12);
}

}  // namespace
}  // namespace priory
