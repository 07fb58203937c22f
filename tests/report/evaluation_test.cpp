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

using ::testing::HasSubstr;
using ::testing::Not;

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
    ], "normalised": [
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
  "ece": 0.625,
  "balanced_accuracy": 0.5,
  "matthews": 0,
  "kappa": 0,
  "unknown_classes": [],
  "unseen_classes": [],
  "positive": "spam"
}
)");
}

TEST(EvaluationJson, HasWhatWasAskedForBesides) {
  Evaluation evaluation({"a", "b", "c"});
  evaluation.add("a", std::vector{std::log(0.5), std::log(0.25), std::log(0.25)}, 0);
  evaluation.add("zz", std::vector{std::log(0.5), std::log(0.25), std::log(0.25)}, 0);
  MeasureOptions options;
  options.beta = 2;
  options.top_k = 2;
  Measures measures = evaluation.measure(options);
  measures.best_threshold = BestThreshold{ThresholdGoal::youden, 0.25, 0.5};
  measures.intervals = Intervals{0.95, 7, 1000, 200, {{"accuracy", {0.25, 0.75}}}};
  const auto json = nlohmann::json::parse(to_json(measures));
  EXPECT_EQ(json["beta"], 2);
  EXPECT_EQ(json["per_class"][0]["f_beta"], 5.0 * 1 / (4 * 1 + 2));  // of 1 row, 2 predicted
  EXPECT_EQ(json["macro"]["f_beta"], 5.0 / 6 / 4);
  EXPECT_EQ(json["top_k"], (nlohmann::json{{"k", 2}, {"accuracy", 0.5}}));
  EXPECT_EQ(json["unknown_classes"], (nlohmann::json::parse(R"([{"class": "zz", "rows": 1}])")));
  EXPECT_EQ(json["unseen_classes"], (nlohmann::json{"b", "c"}));
  EXPECT_FALSE(json.contains("positive"));
  EXPECT_EQ(json["best_threshold"],
            nlohmann::json::parse(R"({"goal": "youden", "threshold": 0.25, "value": 0.5})"));
  EXPECT_EQ(json["intervals"],
            nlohmann::json::parse(R"({"level": 0.95, "resamples": 1000, "score_resamples": 200, "seed": 7,
                                      "accuracy": [0.25, 0.75]})"));
}

TEST(EvaluationText, OfTwoClasses) {
  EXPECT_EQ(to_text(two_rows()),
            R"(2 rows, 2 classes, positive: spam

measure             value
─────────────────────────
accuracy           0.5000
balanced accuracy  0.5000
macro F1           0.3333
Matthews           0.0000
Cohen's kappa      0.0000
ROC AUC            0.0000
average precision  0.5000
log loss              inf
Brier score        0.5312
calibration error  0.6250

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
    for (const std::size_t width : {60U, 80U, 120U})
      expect_within(to_text(many_classes(n), {width, false, true}), width);
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
  EXPECT_THAT(text, HasSubstr("1 class of the data unknown to the model, 1 row: "));
  EXPECT_THAT(text, HasSubstr("2 classes of the model without a row: a, b"));
  EXPECT_THAT(text, HasSubstr("\\x1b[31m"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(EvaluationText, IntervalsStandBesideTheirFigures) {
  Measures measures = two_rows();
  measures.intervals = Intervals{0.95, 1, 1000, 0, {{"accuracy", {0.25, 0.75}}}};
  measures.best_threshold = BestThreshold{ThresholdGoal::cost, 0.25, 0.5};
  const std::string text = to_text(measures);
  EXPECT_THAT(text, HasSubstr("measure             value  95% interval\n"));
  EXPECT_THAT(text, HasSubstr("accuracy           0.5000  0.2500 – 0.7500\n"));
  EXPECT_THAT(text, HasSubstr("threshold 0.25: the least mean cost, 0.5000; for predict threshold\n"));
  EXPECT_THAT(text, HasSubstr("no intervals of areas and losses"));
  measures.intervals->score_resamples = 300;
  EXPECT_THAT(to_text(measures), HasSubstr("of 300 resamples, others of 1000"));
}

TEST(EvaluationText, TheMatrixIsAHeatMapInColourOnly) {
  EXPECT_THAT(to_text(two_rows()), Not(HasSubstr("\x1b")));
  const std::string text = to_text(two_rows(), {80, true, false});
  // All of ham is right: the deepest blue. All of spam is taken for ham: the deepest orange. 0 has no ground.
  EXPECT_THAT(text, HasSubstr("\x1b[38;5;231;48;5;19m  1\x1b[0m     0\n"));
  EXPECT_THAT(text, HasSubstr("\x1b[38;5;231;48;5;130m  1\x1b[0m     0\n"));
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b')
      i = text.find('m', i);
    else
      plain += text[i];
  }
  EXPECT_EQ(plain, to_text(two_rows()));
}

TEST(EvaluationText, TheMatrixMayBeInShares) {
  EXPECT_THAT(to_text(many_classes(3), {120, false, true}), HasSubstr("0.900"));
}

TEST(EvaluationMarkdown, IsThreeTablesWithNamesAsTheyAre) {
  Evaluation evaluation({"*a*", "b|c"});
  evaluation.add("*a*", std::vector{std::log(0.75), std::log(0.25)}, 0);
  const std::string text = to_markdown(evaluation.measure());
  EXPECT_THAT(
      text,
      HasSubstr("positive: b\\|c\n\n1 class of the model without a row: b\\|c\n\n| measure | value |\n"));
  EXPECT_THAT(text, HasSubstr("| accuracy | 1.0000 |\n"));
  EXPECT_THAT(text, HasSubstr("| \\*a\\* | 1.0000 | 1.0000 | 1.0000 | 1 |\n"));
  EXPECT_THAT(text, HasSubstr("| actual \\\\ predicted | \\*a\\* | b\\|c |\n"));
}

TEST(EvaluationCsv, HasALineForEachFigure) {
  Measures measures = two_rows();
  measures.intervals =
      Intervals{0.95, 1, 1000, 0, {{"recall[ham]", {0.25, 0.75}}, {"recall[spam]", {0, 0.5}}}};
  const std::string text = to_csv(measures);
  EXPECT_THAT(text, ::testing::StartsWith("measure,class,predicted,value,low,high\naccuracy,,,0.5,,\n"));
  EXPECT_THAT(text, HasSubstr("\nrecall,ham,,1,0.25,0.75\n"));
  EXPECT_THAT(text, HasSubstr("\nrecall,,,0,0,0.5\n"));  // of the positive class, which is spam
  EXPECT_THAT(text, HasSubstr("\nlog_loss,,,inf,,\n"));
  EXPECT_THAT(text, HasSubstr("\nconfusion,spam,ham,1,,\nconfusion_share,spam,ham,1,,\n"));
  EXPECT_THAT(to_csv(measures, '\t'), HasSubstr("\nrecall\tham\t\t1\t0.25\t0.75\n"));
}

TEST(CurveCsv, BeginsWithNoRowAndEndsWithAll) {
  Evaluation evaluation({"no", "yes"});
  evaluation.add("yes", std::vector{-1.0, -0.5}, 1, 2);
  evaluation.add("no", std::vector{-0.25, -2.0}, 0);
  std::ostringstream out;
  write_curves(out, evaluation);
  EXPECT_EQ(out.str(), R"(class,threshold,tp,fp,tpr,fpr,precision
yes,inf,0,0,0,0,1
yes,0.5,2,0,1,0,1
yes,-1.75,2,1,1,1,0.6666666666666666
)");
}

std::vector<NamedComparison> compared() {
  Comparison comparison;
  comparison.rows = 10;
  comparison.mcnemar = mcnemar(1, 4);
  comparison.differences = {{"accuracy", 0.5, 0.75, 0.25, Interval{-0.125, 0.5}},
                            {"roc_auc", std::nan(""), std::nan(""), std::nan(""), std::nullopt}};
  comparison.resamples = 100;
  return {{"old|1", "new", comparison}};
}

TEST(ComparisonText, SaysWhoIsRightAndHowSure) {
  EXPECT_EQ(to_text(compared()), R"(10 rows; first: old|1, second: new

measure    first  second  difference  95% interval
───────────────────────────────────────────────────────
accuracy  0.5000  0.7500     +0.2500  -0.1250 … +0.5000
roc_auc        –       –           –

Only the first is right on 1 row, only the second on 4 rows.
McNemar's test (exact): p = 0.375
)");
  EXPECT_THAT(to_markdown(compared()), HasSubstr("first: old\\|1, second: new\n\n| measure | first |"));
  EXPECT_EQ(to_csv(compared()),
            "first,second,measure,value,low,high\nold|1,new,accuracy,0.25,-0.125,0.5\n"
            "old|1,new,roc_auc,,,\nold|1,new,p_value,0.375,,\n");
}

TEST(ComparisonJson, HasItsKeys) {
  const auto json = nlohmann::json::parse(to_json(compared()));
  EXPECT_EQ(json["schema"], "priory.comparison/1");
  const auto& one = json["comparisons"][0];
  EXPECT_EQ(one["first"], "old|1");
  EXPECT_EQ(one["rows"], 10);
  EXPECT_EQ(one["mcnemar"],
            nlohmann::json::parse(R"({"first_only": 1, "second_only": 4, "exact": true, "p_value": 0.375})"));
  EXPECT_EQ(one["differences"]["accuracy"],
            nlohmann::json::parse(
                R"({"first": 0.5, "second": 0.75, "difference": 0.25, "interval": [-0.125, 0.5]})"));
  EXPECT_TRUE(one["differences"]["roc_auc"]["difference"].is_null());
  EXPECT_EQ(one["resamples"], 100);
}

}  // namespace
}  // namespace priory
