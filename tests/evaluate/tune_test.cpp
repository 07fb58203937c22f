// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "priory/tuning.h"

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

// Two classes by their words, most of which are noise.
std::string texts() {
  Random random(3);
  std::string csv = "y,text\n";
  for (int row = 0; row < 120; ++row) {
    const bool b = row % 3 == 0;
    csv += b ? "b," : "a,";
    for (int k = 0; k < 12; ++k) csv += fmt::format("noise{} ", below(random, 200));
    for (int k = 0; k < 2; ++k)
      csv += fmt::format("{}{} ", b == !one_in(random, 5) ? "right" : "left", below(random, 10));
    csv += "\n";
  }
  return csv;
}

Tuned tuned(const std::string& csv, const PlanOptions& plan_options, const TuneOptions& options) {
  const Plan plan = plan_of(csv, plan_options);
  return tune(
      plan, [&](const Plan& each) { return LabelledRows(each, opener(each, csv)); }, options);
}

PlanOptions text_options() {
  PlanOptions out = with_types("y", "text=text");
  return out;
}

TEST(Tune, EndsWithTheBestOfItsTrials) {
  const Tuned result = tuned(texts(), text_options(), {});
  const auto& trials = result.record.trials;
  ASSERT_GT(trials.size(), 15U);
  double best = HUGE_VAL;
  for (const Trial& trial : trials) {
    EXPECT_EQ(trial.best, trial.value < best) << trial.options;
    best = std::min(best, trial.value);
  }
  EXPECT_LT(best, trials[0].value);
  // The plan is that of the best trial.
  const Evaluation judged = judge_unseen(result.rows, result.plan, {}, TuneOptions().most_rows);
  EXPECT_NEAR(judged.measure().log_loss, best, 1e-12);
}

TEST(Tune, TriesNothingTwice) {
  const Tuned result = tuned(texts(), text_options(), {});
  std::set<std::string> seen;
  for (const Trial& trial : result.record.trials)
    EXPECT_TRUE(seen.insert(trial.options).second) << trial.options;
}

TEST(Tune, LeavesAloneWhatIsFixed) {
  TuneOptions options;
  options.fixed = {"alpha", "family", "tf", "idf", "length-norm", "ngrams", "prior-alpha"};
  const Tuned result = tuned(texts(), text_options(), options);
  EXPECT_EQ(result.plan.parts[0].family, "multinomial");
  EXPECT_EQ(result.plan.parts[0].text_options, TextOptions());
  EXPECT_EQ(result.record.trials.size(), 2U);  // as it began, and a uniform prior
}

TEST(Tune, IsTheSameForAnyThreads) {
  TuneOptions one, three;
  three.threads = 3;
  const Tuned a = tuned(texts(), text_options(), one), b = tuned(texts(), text_options(), three);
  ASSERT_EQ(a.record.trials.size(), b.record.trials.size());
  for (std::size_t k = 0; k < a.record.trials.size(); ++k)
    EXPECT_EQ(a.record.trials[k].value, b.record.trials[k].value);
}

TEST(Tune, GoesByAnotherFigureAndNamesTheNearest) {
  TuneOptions options;
  options.metric = "accuracy";
  const Tuned result = tuned(texts(), text_options(), options);
  double best = -1;
  for (const Trial& trial : result.record.trials) best = std::max(best, trial.value);
  EXPECT_NEAR(judge_unseen(result.rows, result.plan, {}, options.most_rows).measure().accuracy, best, 1e-12);
  options.metric = "acuracy";
  try {
    tuned(texts(), text_options(), options);
    FAIL() << "there is no such figure";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'accuracy'"), std::string::npos) << error.what();
  }
}

// One after the other would end before where only all of them help.
TEST(Tune, TriesAllWeightsOfWordsTogether) {
  TuneOptions options;
  options.fixed = {"ngrams"};
  std::set<std::string> tried;
  for (const Trial& trial : tuned(texts(), text_options(), options).record.trials)
    tried.insert(trial.options);
  EXPECT_TRUE(tried.contains("‹family› complement ‹tf› log ‹idf› ‹length-norm› l2 ‹alpha› 0.1"));
  // What was given stays.
  options.fixed = {"ngrams", "idf", "family"};
  for (const Trial& trial : tuned(texts(), text_options(), options).record.trials) {
    EXPECT_EQ(trial.options.find("‹idf›"), std::string::npos) << trial.options;
    EXPECT_EQ(trial.options.find("‹family›"), std::string::npos) << trial.options;
  }
}

// Classes told by many rare words want hardly any smoothing: less than any fixed list would try.
TEST(Tune, FollowsSmoothingAsFarAsItHelps) {
  std::string csv = "y,text\n";
  for (int row = 0; row < 60; ++row)
    csv += fmt::format("{0},{0}{1} {0}{2}\n", row % 2 == 0 ? "a" : "b", row / 4, row / 4);
  TuneOptions options;
  options.fixed = {"family", "tf", "idf", "length-norm", "ngrams", "class-prior"};
  const Tuned result = tuned(csv, text_options(), options);
  EXPECT_LT(result.plan.parts[0].settings[0].second, 1e-6);
}

// Variances of few rows are too small: more smoothing says less with less certainty.
TEST(Tune, FindsVarianceSmoothingOfNumbers) {
  priory::Random random(9);
  std::string csv = "y,x1,x2,x3\n";
  for (int row = 0; row < 24; ++row) {
    csv += row % 2 == 0 ? "a" : "b";
    for (int k = 0; k < 3; ++k) csv += fmt::format(",{}", random.normal() + (row % 2 == 0 ? 0.0 : 0.7));
    csv += "\n";
  }
  const Tuned result = tuned(csv, with_types("y", ""), {});
  EXPECT_GT(result.plan.parts[0].settings[0].second, 1e-9);
  EXPECT_EQ(result.plan.parts[0].settings[0].first, "var-smoothing");
}

}  // namespace
}  // namespace priory::testing
