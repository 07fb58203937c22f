// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "priory/priory.h"

#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

// Rows whose class changes along the file, in batches so small that threads have to take turns.
Table many_rows() {
  std::string text = "x,w,class\n";
  for (int k = 0; k < 500; ++k) text += std::to_string(k % 50) + (k % 50 < 20 ? ",1,low\n" : ",1,high\n");
  ReadOptions options;
  options.batch_bytes = 256;
  return Table::from_text(text, "rows.csv", options);
}

PlanOptions for_class() {
  PlanOptions options;
  options.target = "class";
  options.types = parse_types("x=gaussian,w=weight");
  return options;
}

TEST(Predict, AnswersForEveryRowInOrderWithAnyNumberOfThreads) {
  const Table rows = many_rows();
  const Classifier model = train(rows, for_class());
  const std::vector<Prediction> one = predict(model, rows, 1), seven = predict(model, rows, 7);
  ASSERT_EQ(one.size(), 500U);
  ASSERT_EQ(seven.size(), one.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].label, seven[k].label);
    EXPECT_EQ(one[k].probability, seven[k].probability);
  }
  EXPECT_EQ(one[0].label, "low");
  EXPECT_EQ(one[49].label, "high");
}

TEST(Predict, NeedsNeitherTargetNorWeight) {
  const Classifier model = train(many_rows(), for_class());
  const auto answers = predict(model, Table::from_text("x\n2\n48\n", "new.csv"));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].label, "low");
  EXPECT_GT(answers[0].probability, 0.5);
  EXPECT_EQ(answers[1].label, "high");
}

TEST(Train, SaysThatATargetIsNeeded) {
  EXPECT_THROW(train(many_rows(), {}), Error);
}

TEST(Train, SkipsBadRowsWhenAsked) {
  PlanOptions options = for_class();
  const Table rows = Table::from_text("x,w,class\n1,1,a\n2\n3,1,b\n4,1,b\n", "bad.csv");
  EXPECT_THROW(train(rows, options), Error);
  options.skip_bad_rows = true;
  EXPECT_EQ(train(rows, options).n_rows(), 3);
}

}  // namespace
}  // namespace priory
