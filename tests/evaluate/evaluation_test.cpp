// SPDX-License-Identifier: Apache-2.0
// Worked examples with their fractions, and the laws: merged in any order, shards give the bits of the whole,
// and a weight of 3 is three rows.
#include "priory/evaluation.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

#include "priory/error.h"
#include "priory/report.h"

#include "evaluate/cases.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

std::vector<double> logs(const std::vector<double>& probabilities) {
  std::vector<double> result;
  for (const double p : probabilities) result.push_back(std::log(p));
  return result;
}

// Spam: 3 of 4 found, 1 of 6 ham taken for it.
Evaluation spam_example() {
  Evaluation evaluation({"ham", "spam"});
  const auto add = [&](const char* actual, double p_spam) {
    evaluation.add(actual, logs({1 - p_spam, p_spam}), p_spam > 0.5 ? 1 : 0);
  };
  for (const double p : {0.9, 0.8, 0.7, 0.4}) add("spam", p);
  for (const double p : {0.75, 0.4, 0.3, 0.2, 0.1, 0.1}) add("ham", p);
  return evaluation;
}

TEST(Evaluation, CountsOfASpamFilter) {
  const Measures m = spam_example().measure();
  EXPECT_EQ(m.rows, 10U);
  EXPECT_EQ(m.confusion, (std::vector<std::vector<double>>{{5, 1}, {1, 3}}));
  EXPECT_DOUBLE_EQ(m.accuracy, 8.0 / 10);
  EXPECT_DOUBLE_EQ(m.per_class[0].precision, 5.0 / (5 + 1));
  EXPECT_DOUBLE_EQ(m.per_class[1].recall, 3.0 / (3 + 1));
  EXPECT_DOUBLE_EQ(m.per_class[1].f1, 2 * 3.0 / (2 * 3 + 1 + 1));
  EXPECT_DOUBLE_EQ(m.macro.f1, (10.0 / 12 + 6.0 / 8) / 2);
  EXPECT_DOUBLE_EQ(m.weighted.f1, 0.6 * 10 / 12 + 0.4 * 6 / 8);
  EXPECT_DOUBLE_EQ(m.micro.f1, 8.0 / 10);
  EXPECT_DOUBLE_EQ(m.losses.zero_one, 2.0 / 10);
}

TEST(Evaluation, AgreementOfASpamFilter) {
  MeasureOptions options;
  options.beta = 2;
  const Measures m = spam_example().measure(options);
  EXPECT_DOUBLE_EQ(m.balanced_accuracy, (5.0 / 6 + 3.0 / 4) / 2);
  EXPECT_DOUBLE_EQ(m.matthews, (5.0 * 3 - 1 * 1) / std::sqrt(6.0 * 4 * 6 * 4));
  const double chance = (6.0 * 6 + 4.0 * 4) / 100;
  EXPECT_DOUBLE_EQ(m.kappa, (0.8 - chance) / (1 - chance));
  EXPECT_DOUBLE_EQ(m.per_class[0].f_beta, 5 * 5.0 / (4 * 6 + 6));
  EXPECT_DOUBLE_EQ(m.per_class[0].f1, 10.0 / 12);
  EXPECT_DOUBLE_EQ(m.macro.f_beta, (25.0 / 30 + 15.0 / 20) / 2);
  EXPECT_EQ(m.beta, 2);
  EXPECT_FALSE(m.top_k);
  for (const double beta : {0.0, -1.0, kUnbounded}) {
    options.beta = beta;
    EXPECT_THROW(spam_example().measure(options), Error);
  }
}

TEST(Evaluation, OneAnswerForAllAgreesByChanceOnly) {
  Evaluation evaluation({"a", "b"});
  evaluation.add("a", logs({0.75, 0.25}), 0);
  EXPECT_EQ(evaluation.measure().kappa, 0);  // 0 / 0
  evaluation.add("b", logs({0.75, 0.25}), 0);
  EXPECT_EQ(evaluation.measure().kappa, 0);
  EXPECT_EQ(evaluation.measure().matthews, 0);
  EXPECT_EQ(evaluation.measure().balanced_accuracy, 0.5);
}

TEST(Evaluation, AmongTheFirstKTheFirstOfEqualsWins) {
  Evaluation evaluation({"a", "b", "c"});
  evaluation.add("a", logs({0.2, 0.2, 0.6}), 2);  // second
  evaluation.add("b", logs({0.2, 0.2, 0.6}), 2);  // third, as a comes first
  evaluation.add("c", logs({0.2, 0.2, 0.6}), 2, 2);
  evaluation.add("new", logs({0.2, 0.2, 0.6}), 2);
  const auto top = [&](std::size_t k) {
    MeasureOptions options;
    options.top_k = k;
    return evaluation.measure(options).top_k->accuracy;
  };
  EXPECT_EQ(top(1), 2.0 / 5);
  EXPECT_EQ(top(2), 3.0 / 5);
  EXPECT_EQ(top(3), 4.0 / 5);
  EXPECT_EQ(top(9), 4.0 / 5);
}

TEST(Evaluation, AnotherDecisionChangesTheCountsOnly) {
  const std::vector<std::string> classes = {"ham", "spam"};
  const Evaluation strict = spam_example().decided(Decision::by_threshold(classes, "spam", 0.85));
  const Measures m = strict.measure();
  EXPECT_EQ(m.confusion, (std::vector<std::vector<double>>{{6, 0}, {3, 1}}));
  EXPECT_EQ(m.log_loss, spam_example().measure().log_loss);
}

TEST(Evaluation, CountsTheRowsOfEachClass) {
  Evaluation evaluation({"a", "b"});
  evaluation.add("a", logs({0.5, 0.5}), 0, 7);
  evaluation.add("z", logs({0.5, 0.5}), 0, 0);
  const Measures m = evaluation.measure();
  EXPECT_EQ(m.per_class[0].rows, 1U);
  EXPECT_EQ(m.per_class[1].rows, 0U);
  EXPECT_EQ(m.per_class[2].rows, 1U);
}

TEST(Evaluation, RanksOfASpamFilter) {
  const Measures m = spam_example().measure();
  EXPECT_EQ(m.positive, "spam");
  // Of 4 x 6 pairs, 0.9 and 0.8 win 6 each, 0.7 wins 5, 0.4 wins 4 and ties with one.
  EXPECT_DOUBLE_EQ(*m.roc_auc, (6 + 6 + 5 + 4 + 0.5) / 24);
  // Precision where recall grows: 1/1, 2/2, 3/4 and, after the tie, 4/6.
  EXPECT_DOUBLE_EQ(*m.average_precision, (1 + 1 + 3.0 / 4 + 4.0 / 6) / 4);
}

TEST(Evaluation, LossesOfTwoRows) {
  Evaluation evaluation({"no", "yes"});
  evaluation.add("yes", logs({0.25, 0.75}), 1);  // margin ln 3
  evaluation.add("no", logs({0.1, 0.9}), 1);     // margin -ln 9
  const Measures m = evaluation.measure();
  EXPECT_DOUBLE_EQ(m.log_loss, -(std::log(0.75) + std::log(0.1)) / 2);
  EXPECT_DOUBLE_EQ(m.losses.squared, (2 * 0.25 * 0.25 + 2 * 0.9 * 0.9) / 2);
  EXPECT_DOUBLE_EQ(m.brier, (0.25 * 0.25 + 0.9 * 0.9) / 2);
  EXPECT_DOUBLE_EQ(m.losses.hinge, (0 + 1 + std::log(9)) / 2);
  EXPECT_DOUBLE_EQ(m.losses.exponential, (1.0 / 3 + 9) / 2);
  EXPECT_DOUBLE_EQ(m.ece, (0.25 + 0.9) / 2);  // two bins: 0.75 was right, 0.9 wrong
}

TEST(Evaluation, ThreeClassesHaveTheFullBrierScoreAndMeanAreas) {
  Evaluation evaluation({"a", "b", "c"});
  evaluation.add("a", logs({0.5, 0.25, 0.25}), 0);
  evaluation.add("b", logs({0.5, 0.25, 0.25}), 0);
  const Measures m = evaluation.measure();
  EXPECT_FALSE(m.positive);
  EXPECT_DOUBLE_EQ(m.brier, (0.375 + 0.875) / 2);
  EXPECT_DOUBLE_EQ(*m.roc_auc, 0.5);            // a and b: ties; c has no row and does not count
  EXPECT_DOUBLE_EQ(*m.average_precision, 0.5);  // likewise
  EXPECT_DOUBLE_EQ(m.macro.f1, (2.0 / 3 + 0 + 0) / 3);
}

TEST(Evaluation, PosteriorsThatRoundToOneStillRank) {
  Evaluation evaluation({"n", "p"});
  evaluation.add("p", std::vector{-900.0, 0.0}, 1);
  evaluation.add("n", std::vector{-800.0, 0.0}, 1);
  EXPECT_EQ(evaluation.measure().roc_auc, 1);
}

TEST(Evaluation, ClassesRuledOutRankFirstAndLast) {
  Evaluation evaluation({"n", "p"});
  evaluation.add("p", std::vector{-kUnbounded, 0.0}, 1);
  evaluation.add("n", std::vector{-1e300, 0.0}, 1);
  evaluation.add("p", std::vector{-kUnbounded, -kUnbounded}, 0);  // no opinion: log odds 0
  evaluation.add("n", std::vector{0.0, -kUnbounded}, 0);
  const Measures m = evaluation.measure();
  EXPECT_DOUBLE_EQ(*m.roc_auc, 3.0 / 4);
  EXPECT_EQ(m.log_loss, kUnbounded);
  EXPECT_EQ(m.losses.exponential, kUnbounded);  // exp(1e300)
  EXPECT_DOUBLE_EQ(m.losses.hinge, (0 + (1 + 1e300) + 1 + 0) / 4);
}

TEST(Evaluation, ThePositiveClassIsTheLastOrTheOneAskedFor) {
  Evaluation evaluation({"p", "n"}, "p");
  evaluation.add("p", logs({0.6, 0.4}), 0);
  evaluation.add("n", logs({0.5, 0.5}), 0);
  EXPECT_EQ(evaluation.measure().positive, "p");
  EXPECT_EQ(evaluation.measure().roc_auc, 1);
  EXPECT_THROW(Evaluation({"p", "n"}, "q"), Error);
  EXPECT_THROW(Evaluation({"p", "n", "q"}, "q"), Error);
}

TEST(Evaluation, UnknownClassesComeLastInCodePointOrder) {
  Evaluation evaluation({"b", "a"});
  for (const char* actual : {"é", "z", "a", "c"}) evaluation.add(actual, logs({0.5, 0.5}), 0);
  const Measures m = evaluation.measure();
  EXPECT_EQ(m.classes, (std::vector<std::string>{"b", "a", "c", "z", "é"}));
  EXPECT_EQ(m.n_known, 2U);
  EXPECT_EQ(m.confusion[4], (std::vector<double>{1, 0, 0, 0, 0}));
  EXPECT_EQ(m.log_loss, kUnbounded);
  EXPECT_DOUBLE_EQ(m.losses.squared, (3 * 1.5 + 0.5) / 4);
}

TEST(Evaluation, WithoutRowsIsAllZeroAndHasNoAreas) {
  const Measures m = Evaluation({"a", "b"}).measure();
  EXPECT_EQ(m.accuracy, 0);
  EXPECT_EQ(m.log_loss, 0);
  EXPECT_EQ(m.weighted.f1, 0);
  EXPECT_FALSE(m.roc_auc || m.average_precision);
}

TEST(Evaluation, OneClassOnlyHasNoRocButAPrecision) {
  Evaluation evaluation({"a", "b"});
  evaluation.add("b", logs({0.5, 0.5}), 0);
  EXPECT_FALSE(evaluation.measure().roc_auc);
  EXPECT_EQ(evaluation.measure().average_precision, 1);
}

TEST(Evaluation, RefusesWhatDoesNotFit) {
  Evaluation evaluation({"a", "b"});
  EXPECT_THROW(evaluation.add("a", logs({1.0}), 0), Error);
  EXPECT_THROW(evaluation.add("a", logs({0.5, 0.5}), 2), Error);
  EXPECT_THROW(evaluation.add("a", std::vector{0.0, std::nan("")}, 0), Error);
  for (const double weight : {-1.0, std::nan(""), kUnbounded, 1e13}) {
    EXPECT_THROW(evaluation.add("a", logs({0.5, 0.5}), 0, weight), Error);
  }
  EXPECT_THROW(evaluation.merge(Evaluation({"b", "a"})), Error);
  EXPECT_THROW(evaluation.merge(Evaluation({"a", "b"}, "a")), Error);
  EXPECT_THROW(Evaluation({"a", "a"}), Error);
  EXPECT_EQ(evaluation.rows().size(), 0U);
}

TEST(Evaluation, MergesWithItself) {
  Evaluation evaluation = spam_example();
  evaluation.merge(evaluation);
  EXPECT_EQ(evaluation.measure().rows, 20U);
  EXPECT_EQ(evaluation.measure().log_loss, spam_example().measure().log_loss);
}

// The JSON shows every bit of every figure.
RC_GTEST_PROP(EvaluationLaws, ShardsMergedInAnyOrderGiveTheBitsOfTheWhole, ()) {
  const auto n_classes = *rc::gen::inRange<std::size_t>(1, 5);
  const std::vector<CaseRow> rows = draw_rows(n_classes);
  Evaluation whole(case_classes(n_classes));
  std::vector<Evaluation> shards(3, whole);
  for (const CaseRow& row : rows) {
    add(whole, row, row.weight);
    add(shards[*rc::gen::inRange<std::size_t>(0, 3)], row, row.weight);
  }
  shards[2].merge(shards[0]);
  shards[1].merge(shards[2]);
  RC_ASSERT(to_json(shards[1].measure()) == to_json(whole.measure()));
}

RC_GTEST_PROP(EvaluationLaws, ThreadsGiveTheSameBits, ()) {
  const auto n_classes = *rc::gen::inRange<std::size_t>(1, 20);
  Evaluation evaluation(case_classes(n_classes));
  for (const CaseRow& row : draw_rows(n_classes)) add(evaluation, row, row.weight);
  MeasureOptions options;
  options.threads = 3;
  RC_ASSERT(to_json(evaluation.measure(options)) == to_json(evaluation.measure()));
}

TEST(Evaluation, ManyRowsInThreadsGiveTheSameBits) {
  Evaluation evaluation({"a", "b"});
  for (int i = 0; i < 200000; ++i) {
    const double p = 0.001 + 0.998 * std::fmod(i * 0.618033988749895, 1.0);
    evaluation.add(i % 3 == 0 ? "a" : "b", std::vector{std::log(p), std::log(1 - p)}, p > 0.5 ? 0 : 1);
  }
  MeasureOptions options;
  options.threads = 4;
  EXPECT_EQ(to_json(evaluation.measure(options)), to_json(evaluation.measure()));
}

RC_GTEST_PROP(EvaluationLaws, AWeightOfThreeIsThreeRows, ()) {
  const auto n_classes = *rc::gen::inRange<std::size_t>(1, 5);
  Evaluation weighted(case_classes(n_classes)), repeated = weighted;
  for (const CaseRow& row : draw_rows(n_classes)) {
    add(weighted, row, 3 * row.weight);
    for (int i = 0; i < 3; ++i) add(repeated, row, row.weight);
  }
  Measures a = weighted.measure();
  const Measures b = repeated.measure();
  a.rows = b.rows;  // with those of each class the only figures that count rows rather than weight
  for (std::size_t k = 0; k < a.per_class.size(); ++k) a.per_class[k].rows = b.per_class[k].rows;
  RC_ASSERT(to_json(a) == to_json(b));
}

RC_GTEST_PROP(EvaluationLaws, NoFigureIsNaN, ()) {
  const auto n_classes = *rc::gen::inRange<std::size_t>(1, 5);
  Evaluation evaluation(case_classes(n_classes));
  for (const CaseRow& row : draw_rows(n_classes)) add(evaluation, row, row.weight);
  RC_ASSERT(to_json(evaluation.measure()).find("nan") == std::string::npos);
}

}  // namespace
}  // namespace priory
