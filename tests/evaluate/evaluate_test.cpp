// SPDX-License-Identifier: Apache-2.0
// A model evaluated on a table: the rows stay in order, whatever the threads and batches.
#include <gtest/gtest.h>

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

std::string numbered_rows(int n) {
  std::string csv = "x,y,w\n";
  for (int i = 0; i < n; ++i) csv += fmt::format("{}.5,{},{}\n", i % 97, i % 3 == 0 ? "a" : "b", i);
  return csv;
}

TEST(Evaluate, KeepsTheOrderOfTheRowsWithAnyThreads) {
  const std::string csv = numbered_rows(500);
  const Classifier model = trained(csv, with_types("y", "x=gaussian,w=weight"));
  for (const Way way : {Way{1, 1 << 20, 1024}, Way{1, 64, 3}, Way{2, 64, 3}, Way{7, 100, 1}}) {
    const Evaluation evaluation = evaluate(model, *opener(model.plan(), csv, way)(), {}, {}, way.threads);
    const ScoredRows& rows = evaluation.rows();
    ASSERT_EQ(rows.size(), 500U);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      EXPECT_EQ(rows.weight[row], row << 24);  // the weight is the number of the row
      EXPECT_EQ(evaluation.labels()[rows.actual[row]], row % 3 == 0 ? "a" : "b");
    }
  }
}

}  // namespace
}  // namespace priory::testing
