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

// The cells of shapes(), in memory.
const std::vector<std::string> kShape = {"round", "round", "flat", "flat"};
const std::vector<double> kSize = {1, 2, 8, 9};
const std::vector<int> kKind = {0, 0, 1, 1};

Rows rows_of_shapes() {
  Rows out(4);
  out.strings("shape", kShape).numbers("size", kSize).codes("kind", kKind, {"a", "b"});
  return out;
}

TEST(TrainingRows, OfMemoryGiveTheModelOfTheFile) {
  TrainingOptions once;
  once.at_once = true;  // of rows in memory all columns are looked at first
  const Classifier model = TrainingRows(rows_of_shapes(), for_kind(), once).learn();
  EXPECT_EQ(to_bytes(model), to_bytes(TrainingRows(shapes(), for_kind()).learn()));
  EXPECT_EQ(evaluate_table(model, rows_of_shapes()).evaluation.measure().accuracy, 1);
  EXPECT_EQ(model.predict(*rows_of(model, rows_of_shapes())()).size(), 4);
}

TEST(TrainingRows, MayBeGoneWhenTheirRowsAreRead) {
  const OpenChunks open = TrainingRows(shapes(), for_kind()).opener();
  const Plan plan = TrainingRows(shapes(), for_kind()).plan();
  EXPECT_EQ(Classifier::train(plan, open).n_rows(), 4);
}

TEST(TrainingRows, OfAHiddenClassHaveNoTarget) {
  TrainingOptions hidden;
  hidden.hidden = true, hidden.target_needed = false;
  Rows rows = rows_of_shapes();
  rows.target("kind");
  EXPECT_EQ(TrainingRows(rows, PlanOptions(), hidden).plan().target, "");
  EXPECT_EQ(TrainingRows(rows, PlanOptions()).plan().target, "kind");
}

TEST(Reading, CostsAreReadByTheNamesOfTheClasses) {
  const Table costs = Table::from_text("actual,b,a\na,5,0\nb,0,1\n", "costs", {});
  EXPECT_EQ(read_costs(costs, {"a", "b"}), (std::vector<std::vector<double>>{{0, 5}, {1, 0}}));
  EXPECT_THROW(read_costs(costs, {"a"}), Error);
}

TEST(Reading, APartOfAModelThatIsGoneKeepsItsPlan) {
  const PartView part = train(shapes(), for_kind()).parts()[0];
  EXPECT_EQ(part.plan->columns, std::vector<std::string>{"shape"});
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
