// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>

#include "priory/priory.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

const std::vector<std::string> kClasses = {"a", "b", "c"};

std::vector<double> logs(std::vector<double> p) {
  for (double& each : p) each = std::log(each);
  return p;
}

TEST(Decision, TakesTheMostProbableClassThatReachesItsThreshold) {
  const std::vector<std::pair<std::string, double>> thresholds = {{"a", 0.9}, {"b", 0.35}};
  const Decision decide = Decision::by_thresholds(kClasses, thresholds);
  EXPECT_EQ(decide(logs({0.95, 0.03, 0.02})), 0U);
  EXPECT_EQ(decide(logs({0.6, 0.36, 0.04})), 1U);
  EXPECT_EQ(decide(logs({0.6, 0.2, 0.2})), 2U);  // c needs nothing
  const std::vector<std::pair<std::string, double>> all = {{"a", 0.9}, {"b", 0.9}, {"c", 0.9}};
  EXPECT_EQ(Decision::by_thresholds(kClasses, all)(logs({0.6, 0.2, 0.2})), Decision::kNone);
  EXPECT_THROW(Decision::by_thresholds(kClasses, std::vector<std::pair<std::string, double>>{{"d", 1}}),
               Error);
}

TEST(Decision, ChoosesNoClassWhereItIsNotSureEnough) {
  const Decision decide = Decision().or_none_below(0.7);
  EXPECT_EQ(decide(logs({0.7, 0.2, 0.1})), 0U);
  EXPECT_EQ(decide(logs({0.69, 0.21, 0.1})), Decision::kNone);
  EXPECT_TRUE(decide.may_reject());
  EXPECT_FALSE(Decision().may_reject());
}

TEST(Decision, RowsWithoutAnAnswerAreCountedAndInNoFigure) {
  Evaluation evaluation({"a", "b"});
  evaluation.add("a", logs({0.9, 0.1}), 0);
  evaluation.add("a", logs({0.4, 0.6}), Decision::kNone);
  evaluation.add("b", logs({0.4, 0.6}), 1);
  Evaluation twice = evaluation;
  twice.merge(evaluation);
  EXPECT_EQ(evaluation.measure().rows, 2U);
  EXPECT_EQ(evaluation.measure().rejected, 1U);
  EXPECT_EQ(evaluation.measure().accuracy, 1);
  EXPECT_EQ(twice.measure().rejected, 2U);
}

// P(b) = 0.8 where both come equally often. If b comes once in ten rows: 0.8 * 0.2 : 0.2 * 1.8.
TEST(Rates, OfTheClassesShiftThePosterior) {
  const Classifier model = trained("y,x\na,0\na,0\na,0\na,1\nb,1\nb,1\nb,1\nb,0\n",
                                   with_alpha(with_types("y", "x=categorical"), "0"));
  const double before = posteriors(model, "x\n1\n")[0][1];
  EXPECT_NEAR(std::exp(before), 0.75, 1e-12);
  const double rates[] = {0.9, 0.1};
  const double after = posteriors(model.with_rates(rates), "x\n1\n")[0][1];
  EXPECT_NEAR(std::exp(after), 0.75 * 0.2 / (0.75 * 0.2 + 0.25 * 1.8), 1e-12);
  const double never[] = {1, 0};
  EXPECT_EQ(posteriors(model.with_rates(never), "x\n1\n")[0][1], -HUGE_VAL);
}

// Where x tells the class exactly as often as the model thinks, EM finds the rates that made the rows: of
// 1000 rows 100 are b, of which 75 have x = 1; of the 900 others 225 have it.
TEST(Rates, AreFoundFromRowsWithoutAClass) {
  const Classifier model = trained("y,x\na,0\na,0\na,0\na,1\nb,1\nb,1\nb,1\nb,0\n",
                                   with_alpha(with_types("y", "x=categorical"), "0"));
  std::string csv = "x\n";
  for (int k = 0; k < 1000; ++k) csv += k < 300 ? "1\n" : "0\n";
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target.clear();
  for (const unsigned threads : {1U, 3U}) {
    const auto rates = estimate_rates(model, *open_chunks(table_of(csv), spec), threads);
    EXPECT_NEAR(rates[1], 0.1, 1e-4);
    EXPECT_NEAR(rates[0] + rates[1], 1, 1e-12);
  }
}

TEST(Rates, OfACalibratedModelAreThoseOfItsRows) {
  const Classifier model = trained("y,x\na,0\na,0\na,1\nb,1\n", with_types("y", "x=categorical"));
  Calibration calibration;
  calibration.method = CalibrationMethod::temperature, calibration.slope = 0.5;
  EXPECT_EQ(model.calibrated(calibration).rates(), (std::vector<double>{0.75, 0.25}));
}

}  // namespace
}  // namespace priory::testing
