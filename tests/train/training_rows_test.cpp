// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <string>

#include "priory/priory.h"

namespace priory {
namespace {

Table shapes(const std::string& rows = "round,1,a\nround,2,a\nflat,8,b\nflat,9,b\n") {
  return Table::from_text("shape,size,kind\n" + rows, "shapes", {});
}

PlanOptions for_kind() {
  PlanOptions out;
  out.target = "kind";
  return out;
}

TEST(TrainingRows, LearnAtOnceOrInTwoReadingsGivesOneModel) {
  TrainingOptions once;
  once.at_once = true;
  TrainingRows quick(shapes(), for_kind(), once), slow(shapes(), for_kind());
  const Classifier model = slow.learn();
  EXPECT_TRUE(difference(quick.learn(), model, 1).same);
  EXPECT_TRUE(difference(train(shapes(), for_kind()), model, 1).same);
  EXPECT_EQ(slow.counts().rows, 4);
}

TEST(TrainingRows, ProgressIsToldByTheNameOfTheWork) {
  std::string works;
  TrainingOptions options;
  options.progress = [&](const std::string& work) {
    works += work + ' ';
    return Tick();
  };
  TrainingRows(shapes(), for_kind(), options).learn();
  EXPECT_TRUE(works.starts_with("looking learning ")) << works;
}

TEST(TrainingRows, SettingsAreNamedWithoutASpelling) {
  try {
    TrainingRows(shapes(), PlanOptions());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.setting(), "target");
  }
}

TEST(TrainingRows, ColumnsThatAPlanDoesNotKnowAreNoted) {
  TrainingRows first(shapes(), for_kind());
  const Table wider = Table::from_text("shape,size,colour,kind\nround,1,red,a\n", "more", {});
  const TrainingRows second(wider, first.plan(), false);
  ASSERT_EQ(second.notes().size(), 1);
  EXPECT_EQ(second.notes()[0], "left out, since the plan does not know it: colour");
}

TEST(TrainingRows, AGroupIsNoFeature) {
  TrainingOptions options;
  options.group = "size";
  const TrainingRows rows(shapes(), for_kind(), options);
  EXPECT_EQ(feature_columns(rows.plan()), std::vector<std::string>{"shape"});
  EXPECT_EQ(rows.labelled(rows.plan()).n_rows(), 4);
}

TEST(Reading, EvaluatesATable) {
  const Classifier model = train(shapes(), for_kind());
  const TableEvaluation judged = evaluate_table(model, shapes("round,1,a\nflat,9,b\nround,1,b\n"));
  EXPECT_EQ(judged.counts.rows, 3);
  EXPECT_DOUBLE_EQ(judged.evaluation.measure().accuracy, 2.0 / 3);
  EXPECT_THROW(evaluate_table(model, shapes("")), Error);
}

TEST(Reading, RowsAreOpenedAgainWithNewCounts) {
  const Classifier model = train(shapes(), for_kind());
  ReadCounts counts;
  const OpenChunks open = rows_of(model, shapes(), {}, &counts);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(model.predict(*open()).size(), 4);
    EXPECT_EQ(counts.rows, 4);
  }
}

}  // namespace
}  // namespace priory
