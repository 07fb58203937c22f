// SPDX-License-Identifier: Apache-2.0
#include "priory/audit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "priory/report.h"

#include "audit/alike.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

std::string words(int from, int to) {
  std::string out;
  for (int k = from; k < to; ++k) out += "word" + std::to_string(k) + ' ';
  return out;
}

TEST(AlikeSketches, FindsTextsThatShareMostOfTheirWords) {
  AlikeSketches sketches;
  sketches.add(words(0, 100));
  sketches.add(words(200, 300));
  sketches.add("WORD0, " + words(1, 98) + "other words");  // 98 of 102 words
  sketches.add(words(50, 150));                            // a third
  sketches.add("");                                        // alike to nothing
  sketches.add("!");
  const auto groups = sketches.groups(0.8);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0], (std::vector<std::uint32_t>{0, 2}));
  EXPECT_FALSE(sketches.equal(0, 2));
}

TEST(AlikeSketches, WholeRowsAreAlikeIfTheyAreEqual) {
  AlikeSketches sketches;
  for (const char* row : {"1,2", "2,1", "1,2", "1,2"}) sketches.add_whole(row);
  EXPECT_EQ(sketches.groups(1), (std::vector<std::vector<std::uint32_t>>{{0, 2, 3}}));
}

// Each row by the model of the others: ten rows of x = a are yes and one is no, and so on. Of the odd one,
// P(yes) = 10/20, P(a | yes) = 11/12 and P(no) = 10/20, P(a | no) = 1/12, with Laplace: odds of 11 to 1.
TEST(Audit, JudgesARowByTheModelThatHasNotSeenIt) {
  std::string text = "x,y\n";
  for (int k = 0; k < 10; ++k) text += "a,yes\nb,no\n";
  text += "a,no\n";
  const Table table = Table::from_text(text, "rows.csv");
  PlanOptions options;
  options.target = "y";
  const Audit found = audit(TrainingRows(table, options), table);
  EXPECT_EQ(found.n_rows, 21U);
  ASSERT_EQ(found.suspects.size(), 1U);
  const SuspectLabel& odd = found.suspects[0];
  EXPECT_EQ(odd.row, 21U);
  EXPECT_EQ(odd.place.text(), "rows.csv:22");
  EXPECT_EQ(odd.label, "no");
  EXPECT_EQ(odd.likelier, "yes");
  EXPECT_NEAR(odd.probability, 1.0 / 12, 1e-12);
  EXPECT_NEAR(odd.log_odds, std::log(11), 1e-12);
  ASSERT_EQ(found.alike.size(), 1U);
  EXPECT_EQ(found.alike[0].rows.size(), 11U);
  EXPECT_TRUE(found.alike[0].equal);
  EXPECT_EQ(found.alike[0].cells, (std::vector<std::string>{"a", "yes"}));
}

TEST(Audit, IsTheSameForAnyThreads) {
  std::string text = "t,y\n";
  for (int k = 0; k < 300; ++k)
    text += words(k % 7, k % 7 + 3) + (k % 3 == 0 ? ",a\n" : k % 11 == 0 ? ",b\n" : ",c\n");
  const Table table = Table::from_text(text, "rows.csv");
  PlanOptions options;
  options.target = "y", options.text = {"t"};
  const auto json = [&](unsigned threads) {
    TrainingOptions training;
    training.threads = threads;
    AuditOptions how;
    how.threads = threads;
    return to_json(audit(TrainingRows(table, options, training), table, how));
  };
  EXPECT_EQ(json(1), json(3));
}

}  // namespace
}  // namespace priory
