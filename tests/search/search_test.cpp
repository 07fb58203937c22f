// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <set>

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

// Two classes by their words, most of which are noise.
std::string long_texts() {
  Random random(3);
  std::string csv = "y,text\n";
  for (int row = 0; row < 240; ++row) {
    const bool b = row % 3 == 0;
    csv += b ? "b," : "a,";
    for (int k = 0; k < 12; ++k) csv += fmt::format("noise{} ", below(random, 200));
    for (int k = 0; k < 2; ++k)
      csv += fmt::format("{}{} ", b == !one_in(random, 5) ? "right" : "left", below(random, 10));
    csv += "\n";
  }
  return csv;
}

Tuned searched(const std::string& csv, const PlanOptions& by, const TuneOptions& options = {}) {
  return tune({plan_of(csv, by), by, [&](const Plan& each) { return LabelledRows(each, opener(each, csv)); },
               [&](const PlanOptions& other) { return plan_of(csv, other); }},
              options);
}

PlanOptions of_text() {
  return with_types("y", "text=text");
}

double calibrated_loss(const Tuned& of) {
  const ScoredRows rows = judge_unseen(of.rows, of.plan, {}, of.rows.n_rows()).rows();
  const CalibrationMethod all[] = {CalibrationMethod::none, CalibrationMethod::temperature,
                                   CalibrationMethod::sigmoid, CalibrationMethod::isotonic};
  double out = HUGE_VAL;
  for (const CalibrationTrial& each : try_calibrations(rows, all)) out = std::min(out, each.log_loss);
  return out;
}

TEST(Search, IsBetterThanThePlainModelAndTellsWhatItChose) {
  const Tuned result = searched(long_texts(), of_text());
  TuneOptions none;
  none.candidates = {"tan"};  // which texts have not
  none.fixed = {"alpha"};
  const Tuned plain = searched(long_texts(), of_text(), none);
  EXPECT_EQ(plain.record.trials.back().options, "");
  EXPECT_LE(calibrated_loss(result), calibrated_loss(plain) + 0.01);
  EXPECT_GT(result.record.trials.size(), 100U);
  EXPECT_TRUE(result.record.trials.back().best);
  EXPECT_EQ(result.figures.rows, 240U);
  EXPECT_GT(result.figures.accuracy, 0.6);
}

TEST(Search, LeavesAloneWhatIsFixed) {
  TuneOptions options;
  options.fixed = {"alpha", "family", "tf", "idf", "length-norm", "ngrams"};
  const Tuned result = searched(long_texts(), of_text(), options);
  EXPECT_EQ(result.plan.parts[0].family, "multinomial");
  EXPECT_EQ(result.plan.parts[0].text_options, TextOptions());
  EXPECT_EQ(result.record.trials.size(), 2U);  // as it began, and that it was chosen
}

TEST(Search, TriesNoMoreThanItMay) {
  TuneOptions options;
  options.most_trials = 5, options.fixed = {"alpha", "weight-norm"};
  options.candidates = {"complement"};
  const Tuned result = searched(long_texts(), of_text(), options);
  EXPECT_EQ(result.record.trials.size(), 6U);
  for (const Trial& each : result.record.trials)
    EXPECT_TRUE(each.options.empty() || each.options.find("complement") != std::string::npos) << each.options;
}

TEST(Search, IsTheSameForAnyThreads) {
  TuneOptions one, three;
  three.threads = 3;
  const Tuned a = searched(long_texts(), of_text(), one), b = searched(long_texts(), of_text(), three);
  ASSERT_EQ(a.record.trials.size(), b.record.trials.size());
  for (std::size_t k = 0; k < a.record.trials.size(); ++k)
    EXPECT_EQ(a.record.trials[k].value, b.record.trials[k].value);
  EXPECT_EQ(a.calibration, b.calibration);
}

TEST(Search, GoesByAnotherFigureAndNamesTheNearest) {
  TuneOptions options;
  options.metric = "macro.f1";
  EXPECT_GT(searched(long_texts(), of_text(), options).record.trials.size(), 100U);
  options.metric = "acuracy";
  try {
    searched(long_texts(), of_text(), options);
    FAIL() << "there is no such figure";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'accuracy'"), std::string::npos) << error.what();
  }
}

// An idf fixes the words at the first training: where it does not help, words may come later.
TEST(Search, PrefersStatisticsThatGrow) {
  std::string csv = "y,text\n";
  for (int row = 0; row < 90; ++row)
    csv += fmt::format("{0},{0}{1} {0}{2}\n", row % 2 == 0 ? "a" : "b", row % 5, row % 7);
  const Tuned result = searched(csv, of_text());
  EXPECT_FALSE(result.plan.parts[0].text_options.idf);
  EXPECT_EQ(result.plan.parts[0].family, "multinomial");
}

TEST(Search, EndsWithFinalistsJudgedByTheSameRows) {
  const Tuned result = searched(long_texts(), of_text());
  ASSERT_GE(result.finalists.size(), 2U);
  EXPECT_EQ(result.finalists[0].calibration, result.calibration);
  bool plain = false;
  for (const Finalist& each : result.finalists) {
    EXPECT_EQ(each.rows.actual, result.finalists[0].rows.actual);
    EXPECT_EQ(each.calibrated.size(), each.rows.size());
    plain = plain || each.options.empty();
  }
  EXPECT_TRUE(plain);  // what was not chosen for is always there
}

TEST(Search, OfFewRowsChoosesNothing) {
  const Tuned result = searched(long_texts().substr(0, 2000), of_text());
  EXPECT_EQ(result.unsearched, "there are fewer than 50 rows");
  EXPECT_TRUE(result.record.trials.empty());
  EXPECT_EQ(result.plan.parts[0].family, "multinomial");
}

// Labels by chance: whatever is chosen is no better than always the same answer, and the figure says so.
TEST(Search, DoesNotPromiseWhatItFoundByChance) {
  priory::Random random(4);
  std::string csv = "y,a,b,c,d\n";
  for (int row = 0; row < 90; ++row)
    csv += fmt::format("{},{},{},{},{}\n", random.below(2) == 0 ? "u" : "v", random.normal(), random.normal(),
                       random.below(5), random.below(3));
  const Tuned result = searched(csv, with_types("y", ""));
  EXPECT_EQ(result.figures.rows, 90U);
  EXPECT_GT(result.figures.log_loss, 0.66);  // log 2 = 0.693
  EXPECT_LT(result.figures.log_loss, 0.85);
}

// Each fold is judged by what the others choose: the rows of all folds are there once.
TEST(Search, IsRepeatedForEachFold) {
  const std::string csv = long_texts();
  const PlanOptions by = of_text();
  const SearchSpace space{plan_of(csv, by), by,
                          [&](const Plan& each) { return LabelledRows(each, opener(each, csv)); },
                          [&](const PlanOptions& other) { return plan_of(csv, other); }};
  const auto fold_of_row = assign_folds(space.rows_of(space.start), {.folds = 3});
  const std::vector<Evaluation> folds = cross_validate_best(space, {}, fold_of_row);
  ASSERT_EQ(folds.size(), 3U);
  for (const Evaluation& each : folds) {
    EXPECT_EQ(each.rows().size(), 80U);
    EXPECT_GT(each.measure().accuracy, 0.55);
  }
}

// Two columns that are the same noise, up to the sign by class: each alone says nothing.
TEST(Search, FindsColumnsThatDependOnEachOther) {
  priory::Random random(9);
  std::string csv = "y,x,z\n";
  for (int row = 0; row < 300; ++row) {
    const double x = random.normal();
    csv += fmt::format("{},{},{}\n", row % 2 == 0 ? "a" : "b", x,
                       (row % 2 == 0 ? x : -x) + 0.3 * random.normal());
  }
  const Tuned result = searched(csv, with_types("y", ""));
  ASSERT_EQ(result.plan.parts.size(), 1U);
  EXPECT_EQ(result.plan.parts[0].family, "gaussian-full");
  EXPECT_GT(result.figures.accuracy, 0.8);
}

}  // namespace
}  // namespace priory::testing
