// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/discriminative.h"

#include "evaluate/some_rows.h"
#include "logistic/weight_fit.h"
#include "training.h"

namespace priory {
namespace {

using priory::testing::explanations;
using priory::testing::opener;
using priory::testing::plan_of;
using priory::testing::posteriors;
using priory::testing::with_types;

// Two numbers, a column of three values and one of them again, classes that hang on all of them.
std::string table_of_rows(std::size_t n, unsigned seed, std::size_t n_classes = 2) {
  Random random(seed);
  std::string out = "x,z,c,d,y\n";
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t k = random.below(3);
    const double x = 2 * random.uniform() - 1 + static_cast<double>(k) / 2, z = 5 * random.uniform();
    const double score = 1.5 * x + 0.3 * z + static_cast<double>(k) + 2 * random.uniform() - 2;
    const auto label =
        std::min<std::size_t>(n_classes - 1, score > 0 ? 1 + static_cast<std::size_t>(score) : 0);
    out += fmt::format("{:.4f},{:.4f},{},{},{}\n", x, z, "abc"[k], "abc"[k], "pqrs"[label]);
  }
  return out;
}

struct Trained {
  Classifier model;
  LabelledRows rows;
};

Trained learnt_from(const std::string& csv, const std::string& types = "") {
  const Plan plan = plan_of(csv, with_types("y", types));
  return {Classifier::train(plan, opener(plan, csv)), LabelledRows(plan, opener(plan, csv))};
}

DiscriminativeOptions with_l2(double l2, Towards towards = Towards::generative) {
  DiscriminativeOptions out;
  out.l2 = l2, out.towards = towards, out.tolerance = 1e-10;
  return out;
}

std::vector<double> weights_of(const Classifier& model) {
  std::vector<double> out;
  for (const LinearWeight& each : model.linear().weights) out.push_back(each.weight);
  return out;
}

// As L grows, the weights become those of the generative model divided by its temperature.
TEST(FitWeights, LimitIsTheGenerativeModelAtItsTemperature) {
  const Trained made = learnt_from(table_of_rows(300, 1));
  const Classifier fitted = fit_weights(made.model, made.rows, with_l2(1e9)).model;
  const double slope = fitted.conditional_fit()->temperature;
  EXPECT_LT(slope, 1);  // a column stands twice: the generative model is too sure
  const std::vector<double> ours = weights_of(fitted), theirs = weights_of(made.model);
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], slope * theirs[k], 1e-6);
}

// What is told of a penalty is the loss of each fold by a fit to all others, everything learnt again.
TEST(FitWeights, TrialsAreThoseOfRefits) {
  const std::string csv = table_of_rows(200, 2, 3);
  const Trained made = learnt_from(csv);
  DiscriminativeOptions options;
  options.tolerance = 1e-8;
  const double temperature = temperature_of(made.rows, made.model.plan(), 1);
  const Discriminative found = WeightFit(made.model, made.rows, temperature, 1).fit(options);
  ASSERT_GE(found.trials.size(), 3U);
  const std::vector<std::uint32_t> fold_of_row = assign_folds(made.rows, {5, false, 1});
  for (const PenaltyTrial& trial : {found.trials[0], found.trials[2]}) {
    options.l2 = trial.l2;
    const auto learn = [&](const LabelledRows& some) {
      const Classifier model = Classifier::train(made.model.plan(), some.open());
      return WeightFit(model, some, temperature, 1).fit(options).model;
    };
    Evaluation all(made.rows.classes());
    for (const Evaluation& each : cross_validate(made.rows, made.model.plan(), fold_of_row, {}, learn, 1))
      all.merge(each);
    EXPECT_NEAR(trial.log_loss, all.measure().log_loss, 2e-4) << trial.l2;
  }
}

TEST(FitWeights, ChosenPenaltyIsTheBestTried) {
  const Trained made = learnt_from(table_of_rows(250, 3));
  const Discriminative found = fit_weights(made.model, made.rows);
  for (const PenaltyTrial& trial : found.trials) {
    const auto chosen = std::ranges::find(found.trials, found.model.conditional_fit()->l2, &PenaltyTrial::l2);
    EXPECT_LE(chosen->log_loss, trial.log_loss);
  }
}

// Bins are features like values: the reasons of a row sum to its scores, and the file says the same.
TEST(FitWeights, OfBins) {
  const std::string csv = table_of_rows(300, 4, 3);
  const Trained made = learnt_from(csv, "x=bins,z=bins");
  const Classifier fitted = fit_weights(made.model, made.rows, with_l2(0.5)).model;
  for (const Explanation& row : explanations(fitted, csv)) {
    std::vector<double> sum(3);
    for (const Reason& reason : row.reasons) {
      for (std::size_t c = 0; c < reason.log_p.size(); ++c) sum[c] += reason.log_p[c];
    }
    for (std::size_t c = 0; c < sum.size(); ++c) EXPECT_NEAR(sum[c], row.log_scores[c], 1e-9);
  }
  const Classifier again = from_bytes(to_bytes(fitted), "model");
  EXPECT_EQ(posteriors(again, csv), posteriors(fitted, csv));
}

// Counts that have learnt more rows, and the weights fitted again, are those of all rows at once.
TEST(RefitWeights, IsTheFitToAllRows) {
  const std::string csv = table_of_rows(240, 5, 3), header = csv.substr(0, csv.find('\n') + 1);
  const std::size_t half = csv.find('\n', csv.size() / 2) + 1;
  const Plan plan = plan_of(csv, with_types("y", ""));
  const auto rows_in = [&](const std::string& some) { return LabelledRows(plan, opener(plan, some)); };
  const std::string first = csv.substr(0, half), second = header + csv.substr(half);
  const Classifier before =
      fit_weights(Classifier::train(plan, opener(plan, first)), rows_in(first), with_l2(2)).model;
  const Classifier counts = before.generative().learn(opener(plan, second));
  const Classifier after = refit_weights(before, counts, rows_in(csv), with_l2(0)).model;
  const Classifier fresh =
      fit_weights(Classifier::train(plan, opener(plan, csv)), rows_in(csv), with_l2(2)).model;
  EXPECT_EQ(after.conditional_fit()->l2, 2);  // the penalty is the model's
  EXPECT_LE(after.conditional_fit()->iterations, fresh.conditional_fit()->iterations);
  const auto ours = posteriors(after, csv), theirs = posteriors(fresh, csv);
  for (std::size_t row = 0; row < ours.size(); ++row) {
    for (std::size_t c = 0; c < ours[row].size(); ++c) EXPECT_NEAR(ours[row][c], theirs[row][c], 1e-6);
  }
  EXPECT_THROW(refit_weights(before, counts, rows_in(first), with_l2(0)), Error);
}

TEST(FitWeights, StopsWithTheBestSoFar) {
  const Trained made = learnt_from(table_of_rows(200, 6));
  DiscriminativeOptions options;
  std::size_t steps = 0;
  options.on_iteration = [&](std::size_t, double, double) { return ++steps < 2; };
  const Discriminative found = fit_weights(made.model, made.rows, options);
  EXPECT_TRUE(found.interrupted);
  EXPECT_LE(steps, 3U);
  EXPECT_TRUE(std::isfinite(found.model.conditional_fit()->loss));
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.message();
  }
  return "";
}

TEST(FitWeights, SeparableRowsNeedAPenalty) {
  std::string csv = "x,y\n";
  for (int row = 0; row < 40; ++row)
    csv += fmt::format("{},{}\n", row + (row % 2) * 100 + 0.5, row % 2 == 0 ? "a" : "b");
  const Trained made = learnt_from(csv, "x=gaussian-shared");
  EXPECT_THAT(message_of([&] { fit_weights(made.model, made.rows, with_l2(0, Towards::zero)); }),
              ::testing::HasSubstr("part the classes"));
  EXPECT_TRUE(
      fit_weights(made.model, made.rows, with_l2(0.1, Towards::zero)).model.conditional_fit()->converged);
}

TEST(FitWeights, TooLittleMemoryIsSaid) {
  const Trained made = learnt_from(table_of_rows(200, 7));
  DiscriminativeOptions options = with_l2(1);
  options.memory = 1000;
  EXPECT_THAT(message_of([&] { fit_weights(made.model, made.rows, options); }), ::testing::HasSubstr("MB"));
}

}  // namespace
}  // namespace priory
