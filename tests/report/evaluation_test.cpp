// SPDX-License-Identifier: Apache-2.0
// The evaluation as JSON, key by key, and as a terminal report that stays within its width.
#include "priory/evaluation.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "priory/report.h"

#include "report/display.h"

namespace priory {
namespace {

using testing::HasSubstr;
using testing::Not;

Measures two_rows() {
  Evaluation evaluation({"ham", "spam"});
  evaluation.add("ham", std::vector{std::log(0.75), std::log(0.25)}, 0);
  evaluation.add("spam", std::vector{0.0, -std::numeric_limits<double>::infinity()}, 0);
  return evaluation.measure();
}

// Every class is taken for its neighbour once in ten rows.
Measures many_classes(std::size_t n) {
  std::vector<std::string> classes;
  for (std::size_t k = 0; k < n; ++k) classes.push_back("a rather long class name " + std::to_string(k));
  Evaluation evaluation(classes);
  const std::vector<double> scores(n, -std::log(static_cast<double>(n)));
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < 10; ++i) evaluation.add(classes[k], scores, i == 0 ? (k + 1) % n : k, 1000);
  }
  return evaluation.measure();
}

void expect_within(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
}

TEST(EvaluationJson, HasTheKeysOfTheContract) {
  EXPECT_EQ(to_json(two_rows()), R"({
  "schema": "priory.evaluation/1",
  "rows": 2,
  "accuracy": 0.5,
  "confusion": {"classes": ["ham", "spam"], "counts": [
      [1, 0],
      [1, 0]
    ]},
  "per_class": [
    {"class": "ham", "precision": 0.5, "recall": 1, "f1": 0.6666666666666666, "support": 1},
    {"class": "spam", "precision": 0, "recall": 0, "f1": 0, "support": 1}
  ],
  "macro": {"precision": 0.25, "recall": 0.5, "f1": 0.3333333333333333},
  "weighted": {"precision": 0.25, "recall": 0.5, "f1": 0.3333333333333333},
  "micro": {"precision": 0.5, "recall": 0.5, "f1": 0.5},
  "log_loss": "inf",
  "brier": 0.53125,
  "losses": {"zero_one": 0.5, "squared": 1.0625, "hinge": "inf", "exponential": "inf"},
  "roc_auc": 0,
  "average_precision": 0.5,
  "ece": 0.625
}
)");
}

TEST(EvaluationText, OfTwoClasses) {
  EXPECT_EQ(to_text(two_rows()),
            R"(2 rows, 2 classes, positive: spam

  accuracy            0.5000      log loss               inf
  macro F1            0.3333      Brier score         0.5312
  ROC AUC             0.0000      calibration error   0.6250
  average precision   0.5000      hinge loss             inf

class            precision  recall      F1  support
────────────────────────────────────────────────────────────────
ham                 0.5000  1.0000  0.6667        1  ██████████▋
spam                0.0000  0.0000  0.0000        1
(macro mean)        0.2500  0.5000  0.3333        2  █████▍
(weighted mean)     0.2500  0.5000  0.3333        2  █████▍

actual \ predicted  ham  spam
─────────────────────────────
ham                   1     0
spam                  1     0
)");
}

TEST(EvaluationText, FitsTheTerminalForAnyNumberOfClasses) {
  for (const std::size_t n : {1U, 3U, 8U, 12U, 13U, 60U}) {
    for (const std::size_t width : {60U, 80U, 120U}) expect_within(to_text(many_classes(n), width), width);
  }
}

TEST(EvaluationText, ManyClassesShowTheirConfusionsInsteadOfAMatrix) {
  EXPECT_THAT(to_text(many_classes(8)), HasSubstr("8 a rather long class name 7  1000 "));
  const std::string text = to_text(many_classes(60));
  EXPECT_THAT(text, HasSubstr("most frequent confusions"));
  EXPECT_THAT(text, HasSubstr("10.0%"));
  EXPECT_THAT(text, HasSubstr("20 smaller classes are not shown"));
}

TEST(EvaluationText, SaysWhatTheModelDoesNotKnowAndEscapesIt) {
  Evaluation evaluation({"a", "b"});
  evaluation.add("\x1b[31m", std::vector{std::log(0.5), std::log(0.5)}, 0);
  const std::string text = to_text(evaluation.measure());
  EXPECT_THAT(text, HasSubstr("1 class of the data unknown to the model"));
  EXPECT_THAT(text, HasSubstr("\\x1b[31m"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace priory
