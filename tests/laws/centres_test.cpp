// SPDX-License-Identifier: Apache-2.0
// Classes split among centres: under one plan their rows are counted, merged, forgotten and left out as those
// of whole classes are, and the density is the mixture of the components.
#include <cmath>
#include <random>

#include "priory/training.h"

#include "core/log_space.h"
#include "learn/nearest_centre.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

constexpr const char* kHeader = "y,u,v,kind\n";

double normal(Random& random) {
  return std::normal_distribution<double>()(random);
}

// Two classes of two clusters each that no normal distribution tells apart, a column with values that goes
// with the cluster, and here and there a missing cell.
std::vector<std::string> draw_rows(Random& random, std::size_t n) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t label = below(random, 2), side = below(random, 2);
    const double u = (side == 1 ? 4 : -4) + normal(random);
    const double v = (label == side ? 4 : -4) + normal(random);
    const std::string missing = below(random, 12) == 0 ? "" : fmt::format("{:.3f}", v);
    out.push_back(fmt::format("{},{:.3f},{},{}\n", label == 1 ? "yes" : "no", u, missing,
                              below(random, 5) == 0 ? "c"
                              : side == 1           ? "a"
                                                    : "b"));
  }
  return out;
}

std::string csv_of(const std::vector<std::string>& rows) {
  std::string out = kHeader;
  for (const std::string& row : rows) out += row;
  return out;
}

PlanOptions options_of(const std::string& family) {
  PlanOptions out = with_types("y", "");
  out.n_centres = 3;
  out.parts = parse_parts("u+v=" + family);
  return out;
}

Plan decided_plan(const std::vector<std::string>& rows, const PlanOptions& options, Way way = {}) {
  const Plan made = plan_of(csv_of(rows), options);
  return decide(made, opener(made, csv_of(rows), way), way.threads);
}

Classifier counted(const Plan& plan, const std::vector<std::string>& rows, Way way = {}) {
  return Classifier::train(plan, opener(plan, csv_of(rows), way), way.threads);
}

const char* const kFamilies[] = {"gaussian-full", "gaussian-shared"};

TEST(Centres, AreTheSameInAnyOrderAndForAnyNumberOfThreads) {
  Random random(3);
  std::vector<std::string> rows = draw_rows(random, 400);
  const Plan plan = decided_plan(rows, options_of("gaussian-full"));
  ASSERT_EQ(plan.centres.of_class.size(), 2U);
  EXPECT_EQ(plan.centres.of_class[0].second.size(), 6U);  // three centres of two columns
  std::shuffle(rows.begin(), rows.end(), random);
  EXPECT_EQ(decided_plan(rows, options_of("gaussian-full"), {7, 64, 5}).centres, plan.centres);
}

TEST(Centres, ShardsMergeAndForgetToTheBit) {
  Random random(5);
  const std::vector<std::string> rows = draw_rows(random, 200);
  for (const char* family : kFamilies) {
    const Plan plan = plan_from_json(plan_to_json(decided_plan(rows, options_of(family))), "law");
    std::vector<std::string> shards[3];
    for (const std::string& row : rows) shards[below(random, 3)].push_back(row);
    const Classifier all = counted(plan, rows);
    const std::string bytes = to_bytes(all);
    EXPECT_EQ(bytes, to_bytes(counted(plan, rows, {3, 64, 7})));
    const Classifier a = counted(plan, shards[0]), b = counted(plan, shards[1]), c = counted(plan, shards[2]);
    EXPECT_EQ(to_bytes(c.merge(a).merge(b)), bytes);
    EXPECT_EQ(to_bytes(a.learn(opener(plan, csv_of(shards[2]))).merge(b)), bytes);
    EXPECT_EQ(to_bytes(all.forget(opener(plan, csv_of(shards[0])))), to_bytes(b.merge(c)));
    EXPECT_EQ(to_bytes(from_bytes(bytes, "law")), bytes);
  }
}

// A class that the plan does not know is one component; a class that is forgotten goes with all of them.
TEST(Centres, ClassesComeAndGo) {
  Random random(6);
  std::vector<std::string> rows = draw_rows(random, 120);
  const Plan plan = decided_plan(rows, options_of("gaussian-full"));
  const Classifier before = counted(plan, rows);
  const std::string others = std::string(kHeader) + "maybe,0,9,a\nmaybe,1,8,a\nmaybe,.5,9.5,b\nmaybe,2,7,b\n";
  const Classifier more = before.learn(opener(plan, others));
  EXPECT_EQ(more.classes(), (std::vector<std::string>{"maybe", "no", "yes"}));
  EXPECT_EQ(more.class_count()[0], 4);
  EXPECT_EQ(more.cell_log_prior()[1], -HUGE_VAL);
  EXPECT_EQ(to_bytes(more.forget(opener(plan, others))), to_bytes(before));
}

TEST(Centres, ARowLeftOutIsTrainingOnTheOthersToTheDigit) {
  Random random(8);
  const std::vector<std::string> rows = draw_rows(random, 60);
  for (const char* family : kFamilies) {
    const Plan plan = decided_plan(rows, options_of(family));
    const LabelledRows kept(plan, opener(plan, csv_of(rows)), 0, 1);
    const Evaluation judged = leave_one_out(kept, plan, {});
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::vector<std::string> others = rows;
      others.erase(others.begin() + static_cast<long>(row));
      const std::vector<double> expected = posteriors(counted(plan, others), csv_of({rows[row]}))[0];
      const auto got = judged.rows().scores(row);
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t c = 0; c < expected.size(); ++c) EXPECT_EQ(got[c], expected[c]) << row;
    }
  }
}

// Folds have centres of their own: those that training on the other folds finds.
TEST(Centres, FoldsAreTrainingOnTheOtherFolds) {
  Random random(9);
  const std::vector<std::string> rows = draw_rows(random, 90);
  const Plan plan = plan_of(csv_of(rows), options_of("gaussian-full"));
  const LabelledRows kept(plan, opener(plan, csv_of(rows)), 0, 1);
  const auto fold_of_row = assign_folds(kept, {3, false, 7});
  const std::vector<Evaluation> folds = cross_validate(kept, plan, fold_of_row, {});
  std::vector<std::size_t> next(folds.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<std::string> others;
    for (std::size_t other = 0; other < rows.size(); ++other) {
      if (fold_of_row[other] != fold_of_row[row]) others.push_back(rows[other]);
    }
    const std::vector<double> expected = posteriors(counted(plan, others), csv_of({rows[row]}))[0];
    const auto got = folds[fold_of_row[row]].rows().scores(next[fold_of_row[row]]++);
    for (std::size_t c = 0; c < expected.size(); ++c) EXPECT_EQ(got[c], expected[c]) << row;
  }
}

// p(u, v, kind | class) as the textbook has it: the sum over components of their share, the normal density of
// the numbers and the probability of the value.
TEST(Centres, TheScoreIsTheMixtureOfTheComponents) {
  Random random(11);
  const std::vector<std::string> rows = draw_rows(random, 150);
  const Plan plan = decided_plan(rows, options_of("gaussian-full"));
  const Classifier model = counted(plan, rows);
  const std::vector<PartView> parts = model.parts();
  const Parameter &mean = parts[0].parameters[0], &covariance = parts[0].parameters[1];
  const Parameter& values = parts[1].parameters[0];
  std::vector<double> scores;
  for (std::size_t c = 0; c < 2; ++c) {
    std::vector<double> terms;
    for (std::size_t cell = 3 * c; cell < 3 * c + 3; ++cell) {
      const double du = 1.5 - mean.at(0, cell), dv = -3 - mean.at(1, cell);
      const double a = covariance.at(0, cell), b = covariance.at(1, cell), d = covariance.at(3, cell);
      const double det = a * d - b * b;
      const double square = (d * du * du - 2 * b * du * dv + a * dv * dv) / det;
      terms.push_back(model.cell_log_prior()[cell] - 0.5 * square - 0.5 * std::log(det) - std::log(2 * M_PI) +
                      values.at(0, cell));
    }
    scores.push_back(log_sum_exp(terms));
  }
  const double total = log_sum_exp(scores);
  const std::vector<double> got = posteriors(model, std::string(kHeader) + "no,1.5,-3,a\n")[0];
  EXPECT_NEAR(got[0], scores[0] - total, 1e-9);
  EXPECT_NEAR(got[1], scores[1] - total, 1e-9);
}

// What one normal distribution a class cannot tell apart, several can.
TEST(Centres, TellClassesOfSeveralClustersApart) {
  Random random(12);
  const std::vector<std::string> rows = draw_rows(random, 400), fresh = draw_rows(random, 200);
  PlanOptions single = options_of("gaussian-shared");
  single.n_centres = 1;
  const auto right = [&](const PlanOptions& options) {
    const Classifier model = trained(csv_of(rows), options);
    const std::vector<std::vector<double>> found = posteriors(model, csv_of(fresh));
    std::size_t out = 0;
    for (std::size_t row = 0; row < fresh.size(); ++row)
      out += (found[row][1] > found[row][0]) == fresh[row].starts_with("yes");
    return out;
  };
  EXPECT_LT(right(single), 150U);
  EXPECT_GT(right(options_of("gaussian-shared")), 170U);
}

// The nearest centre by the distance that the plan has, checked by hand: whitened (2, 1) and (0, 3).
TEST(Centres, ARowBelongsToTheNearest) {
  Centres centres;
  centres.columns = {"u", "v"}, centres.mean = {1, 2}, centres.whiten = {2, 0, 1, 1};
  std::vector<double> white;
  whiten(centres, std::vector<double>{2, 3}, white);
  EXPECT_EQ(white, (std::vector<double>{2, 2}));
  const std::vector<double> two = {2, 1, 0, 3};
  EXPECT_EQ(nearest(white, two), 0U);
  whiten(centres, std::vector<double>{std::nan(""), 5}, white);
  EXPECT_EQ(white, (std::vector<double>{0, 3}));
  EXPECT_EQ(nearest(white, two), 1U);
}

TEST(Centres, RefuseWhatTheyCannotSplit) {
  Random random(13);
  const std::vector<std::string> rows = draw_rows(random, 30);
  PlanOptions tan = options_of("gaussian-full");
  tan.parts.clear(), tan.structure = "tan";
  EXPECT_THROW(plan_of(csv_of(rows), tan), Error);
  PlanOptions words = options_of("gaussian-full");
  words.parts.clear(), words.ignore = {"u", "v"};
  EXPECT_THROW(plan_of(csv_of(rows), words), Error);
  const Plan plan = plan_of(csv_of(rows), options_of("gaussian-full"));
  EXPECT_THROW(plan_to_json(plan), Error);  // undecided
}

}  // namespace
}  // namespace priory::testing
