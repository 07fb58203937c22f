// SPDX-License-Identifier: Apache-2.0
// A row is judged by a model that has not seen it: the one that training on the others gives, to the digit,
// for a column of every family and every way to count and choose words.
#include <cmath>

#include "priory/training.h"

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

constexpr std::size_t kRows = 40;

struct Case {
  MixedTable table;
  Plan plan;
};

// Rows that weigh nothing would be no rows to be left out of; the tables draw such ones.
std::vector<Case> draw_cases() {
  TextOptions idf, rare, chosen, cut, cut_and_rare;
  idf.idf = true, idf.tf = Tf::log, idf.length_norm = LengthNorm::l2;
  rare.min_df = {3, false}, rare.tf = Tf::binary;
  chosen.max_df = {0.8, true}, chosen.max_features = 4;
  cut.tf = Tf::log, cut.length_norm = LengthNorm::l2;
  cut_and_rare.idf = true, cut_and_rare.length_norm = LengthNorm::l2, cut_and_rare.min_df = {9, false};
  std::vector<Case> out;
  std::uint64_t seed = 0;
  for (const TextOptions& text : {TextOptions(), idf, rare, chosen, cut, cut_and_rare}) {
    for (const Unseen unseen : {Unseen::ignore, Unseen::smooth}) {
      for (const char* alpha : {"1", "0.37"}) {
        Random random(++seed);
        Case each{draw_table(random, kRows), {}};
        each.table.options = with_alpha(each.table.options, alpha);
        each.table.options.settings.push_back({"join", "", 0});
        each.table.options.text_options = text, each.table.options.unseen = unseen;
        each.plan = plan_of(each.table.csv(), each.table.options);
        out.push_back(std::move(each));
      }
    }
  }
  return out;
}

LabelledRows kept(const Case& each, Way way = {}) {
  return LabelledRows(each.plan, opener(each.plan, each.table.csv(), way), 0, way.threads);
}

// The posteriors of some rows, over all classes, by the model trained on others.
std::vector<double> posteriors_of(const Case& each, const std::vector<std::string>& learnt,
                                  const std::string& row, const std::vector<std::string>& classes) {
  const Classifier model = Classifier::train(each.plan, opener(each.plan, each.table.csv(learnt)));
  const std::vector<double> scores = posteriors(model, each.table.csv({row}))[0];
  std::vector<double> out(classes.size(), -HUGE_VAL);
  for (std::size_t c = 0; c < scores.size(); ++c) out[find_class(classes, model.classes()[c])] = scores[c];
  return out;
}

void expect_equal(std::span<const double> got, const std::vector<double>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t c = 0; c < got.size(); ++c) EXPECT_EQ(got[c], expected[c]);
}

TEST(CrossValidation, IsTrainingOnTheOtherFoldsToTheDigit) {
  for (const Case& each : draw_cases()) {
    const LabelledRows rows = kept(each);
    const auto fold_of_row = assign_folds(rows, {4, false, 7});
    const std::vector<Evaluation> folds = cross_validate(rows, each.plan, fold_of_row, {});
    std::vector<std::size_t> next(folds.size());
    for (std::size_t row = 0; row < kRows; ++row) {
      std::vector<std::string> others;
      for (std::size_t other = 0; other < kRows; ++other) {
        if (fold_of_row[other] != fold_of_row[row]) others.push_back(each.table.rows[other]);
      }
      const std::size_t fold = fold_of_row[row];
      expect_equal(folds[fold].rows().scores(next[fold]++),
                   posteriors_of(each, others, each.table.rows[row], rows.classes()));
    }
  }
}

// Words with an idf keep it when a row is left out; training on the others would give them another.
TEST(LeaveOneOut, IsTrainingOnAllOtherRowsToTheDigit) {
  for (const Case& each : draw_cases()) {
    const LabelledRows rows = kept(each);
    const Evaluation judged = leave_one_out(rows, each.plan, {});
    const Classifier whole = Classifier::train(each.plan, rows.open());
    const bool fixed = each.table.options.text_options.two_readings();
    ASSERT_EQ(judged.rows().size(), kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::vector<std::string> others = each.table.rows;
      others.erase(others.begin() + static_cast<long>(row));
      if (!fixed) {
        expect_equal(judged.rows().scores(row),
                     posteriors_of(each, others, each.table.rows[row], rows.classes()));
        continue;
      }
      const Classifier rest = whole.forget(opener(each.plan, each.table.csv({each.table.rows[row]})));
      const auto scores = posteriors(rest, each.table.csv({each.table.rows[row]}))[0];
      if (rest.classes() == rows.classes()) expect_equal(judged.rows().scores(row), scores);
    }
  }
}

// Words cut to a length are the same whoever else is there, so that the others can be trained on. Half of the
// words here are in one row only.
TEST(JudgeUnseen, DoesNotKnowTheWordsThatOnlyTheRowHas) {
  Random random(11);
  std::vector<std::string> lines;
  for (int row = 0; row < 24; ++row) {
    lines.push_back(row % 3 == 0 ? "a," : "b,");
    for (int k = 0; k < 4; ++k) lines.back() += fmt::format("w{} own{}x{} ", below(random, 12), row, k);
  }
  const auto csv = [](const std::vector<std::string>& rows) {
    std::string out = "y,text\n";
    for (const std::string& row : rows) out += row + "\n";
    return out;
  };
  for (const char* family : {"multinomial", "complement"}) {
    PlanOptions options = with_types("y", "text=text");
    options.text_options.length_norm = LengthNorm::l2, options.text_options.tf = Tf::log;
    Plan plan = plan_of(csv(lines), options);
    change_family(plan.parts[0], family);
    const Evaluation judged =
        judge_unseen(LabelledRows(plan, opener(plan, csv(lines))), plan, {}, lines.size());
    for (std::size_t row = 0; row < lines.size(); ++row) {
      std::vector<std::string> others = lines;
      others.erase(others.begin() + static_cast<long>(row));
      const Classifier rest = Classifier::train(plan, opener(plan, csv(others)));
      const std::vector<double> expected = posteriors(rest, csv({lines[row]}))[0];
      for (std::size_t c = 0; c < expected.size(); ++c)
        EXPECT_NEAR(judged.rows().scores(row)[c], expected[c], 1e-12) << family << " row " << row;
    }
  }
}

TEST(LeaveOneOut, GivesTheSameForAnyThreadsAndChunks) {
  for (const Case& each : draw_cases()) {
    const ScoredRows expected = leave_one_out(kept(each), each.plan, {}).rows();
    for (const Way way : {Way{2, 100, 3}, Way{7, 1, 1}}) {
      const ScoredRows got =
          leave_one_out(kept(each, way), each.plan, {}, static_cast<std::size_t>(-1), way.threads).rows();
      EXPECT_EQ(got.log_posterior, expected.log_posterior);
      EXPECT_EQ(got.actual, expected.actual);
      EXPECT_EQ(got.weight, expected.weight);
    }
  }
}

TEST(LeaveOneOut, OfSomeRowsJudgesThemAsOfAll) {
  const Case each = draw_cases()[0];
  const LabelledRows rows = kept(each);
  const ScoredRows all = leave_one_out(rows, each.plan, {}).rows();
  const ScoredRows some = leave_one_out(rows, each.plan, {}, kRows / 2).rows();
  EXPECT_GT(some.size(), kRows / 5);
  EXPECT_LT(some.size(), kRows * 4 / 5);
  std::size_t at = 0;  // in the order of the file
  for (std::size_t k = 0; k < some.size(); ++k, ++at) {
    while (at < kRows && !std::ranges::equal(some.scores(k), all.scores(at))) ++at;
    EXPECT_LT(at, kRows);
  }
}

}  // namespace
}  // namespace priory::testing
