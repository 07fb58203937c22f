// SPDX-License-Identifier: Apache-2.0
// Rows to look at: which of each cell, how many, and why they are called what they are.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "priory/training.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

// Words that are seen more or less often in each class.
std::string made_up(std::size_t n_rows, std::size_t n_classes, std::uint64_t seed) {
  Random random(seed);
  std::string out = "y,t\n";
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::size_t own = below(random, n_classes);
    out += fmt::format("class{},", own);
    for (std::size_t k = 0; k < 3; ++k)
      out += fmt::format("word{} ", one_in(random, 2) ? own : below(random, n_classes));
    out += "\n";
  }
  return out;
}

PlanOptions text_options() {
  return with_types("y", "t=text");
}

Examples examples_of(const Classifier& model, const std::string& csv, const ExampleOptions& options = {},
                     Way way = {}, const Decision& decide = {}) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target_needed = spec.places = spec.keep_all = true;
  spec.chunk_rows = way.chunk_rows;
  const Table table = table_of(csv, way.batch_bytes);
  return pick_examples(
      model, [&] { return open_chunks(table, spec, nullptr, true); }, decide, options, way.threads);
}

using MatrixCell = std::pair<std::string, std::string>;

std::map<MatrixCell, std::vector<Example>> by_cell(const Classifier& model, const Examples& examples) {
  std::map<MatrixCell, std::vector<Example>> out;
  for (const Example& each : examples.rows)
    out[{each.actual, model.classes()[each.predicted]}].push_back(each);
  return out;
}

TEST(Examples, OfEveryCellAreThoseTheModelIsMostSureOf) {
  const std::string csv = made_up(300, 3, 1);
  const Classifier model = trained(csv, text_options());
  std::map<MatrixCell, std::vector<double>> wanted;
  const std::vector<Explanation> all = explanations(model, csv);
  std::size_t line = csv.find('\n') + 1;
  for (const Explanation& each : all) {
    const std::string actual = csv.substr(line, csv.find(',', line) - line);
    wanted[{actual, model.classes()[each.predicted]}].push_back(each.log_posterior[each.predicted]);
    line = csv.find('\n', line) + 1;
  }
  ExampleOptions options;
  options.per_cell = 4;
  const auto cells = by_cell(model, examples_of(model, csv, options));
  ASSERT_EQ(cells.size(), wanted.size());
  for (auto& [cell, scores] : wanted) {
    std::sort(scores.begin(), scores.end(), std::greater<>());
    if (scores.size() > 4) scores.resize(4);
    std::vector<double> actual;
    for (const Example& each : cells.at(cell)) actual.push_back(each.log_posterior);
    EXPECT_EQ(actual, scores) << cell.first << " called " << cell.second;
  }
}

TEST(Examples, OfTwoClassesThoseNearTheThresholdAreThereToo) {
  const std::string csv = made_up(400, 2, 9);
  const Classifier model = trained(csv, text_options());
  ExampleOptions options;
  options.per_cell = 3;
  std::map<std::size_t, std::vector<double>> wanted;  // by predicted class
  for (const auto& row : posteriors(model, csv)) wanted[best_class(row)].push_back(row[best_class(row)]);
  const auto cells = by_cell(model, examples_of(model, csv, options));
  ASSERT_EQ(cells.size(), 4U);
  std::map<std::size_t, double> least = {{0, 0}, {1, 0}};
  for (const auto& [cell, rows] : cells) {
    EXPECT_EQ(rows.size(), 6U);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), [](const Example& a, const Example& b) {
      return a.log_posterior > b.log_posterior;
    }));
    double& low = least[rows[0].predicted];
    low = std::min(low, rows.back().log_posterior);
  }
  for (const auto& [predicted, scores] : wanted)
    EXPECT_EQ(least[predicted], *std::min_element(scores.begin(), scores.end()));
}

TEST(Examples, AreTheSameForAnyThreadsAndChunks) {
  const std::string csv = made_up(500, 4, 2);
  const Classifier model = trained(csv, text_options());
  ExampleOptions options;
  options.per_cell = 3;
  options.most = 20;
  const Examples one = examples_of(model, csv, options);
  ASSERT_EQ(one.rows.size(), 20U);
  for (const Way way : {Way{2, 100, 3}, Way{7, 1000, 16}}) {
    const Examples other = examples_of(model, csv, options, way);
    ASSERT_EQ(other.rows.size(), one.rows.size());
    for (std::size_t k = 0; k < one.rows.size(); ++k) {
      EXPECT_EQ(other.rows[k].place.line, one.rows[k].place.line);
      EXPECT_EQ(other.rows[k].log_odds, one.rows[k].log_odds);
      EXPECT_EQ(other.rows[k].cells, one.rows[k].cells);
    }
    EXPECT_EQ(other.columns, one.columns);
  }
}

TEST(Examples, EveryCellHasOneAndMistakesComeBeforeTheRest) {
  const std::string csv = made_up(900, 3, 3);
  const Classifier model = trained(csv, text_options());
  ExampleOptions options;
  options.most = 9 + 20;
  const auto cells = by_cell(model, examples_of(model, csv, options));
  ASSERT_EQ(cells.size(), 9U);  // nothing is never mistaken here
  std::size_t total = 0, mistakes = 0;
  for (const auto& [cell, rows] : cells) {
    total += rows.size();
    if (cell.first != cell.second) mistakes += rows.size();
  }
  EXPECT_EQ(total, options.most);
  EXPECT_GT(mistakes, total / 2);  // though most rows are right
}

TEST(Examples, ReasonsAddUpToTheLogOdds) {
  const std::string csv = made_up(200, 3, 4);
  const Classifier model = trained(csv, text_options());
  ExampleOptions options;
  options.reasons = 2;
  for (const Example& each : examples_of(model, csv, options).rows) {
    double sum = each.more;
    for (const ExampleReason& reason : each.reasons) sum += reason.log_odds;
    EXPECT_NEAR(sum, each.log_odds, 1e-9);
    EXPECT_NEAR(each.log_odds, each.log_posterior - each.log_posterior_against, 1e-9);
    EXPECT_LE(each.reasons.size(), 2U);
    if (each.reasons.size() == 2) {
      EXPECT_GE(std::abs(each.reasons[0].log_odds), std::abs(each.reasons[1].log_odds));
    }
  }
}

TEST(Examples, AMistakeIsComparedWithTheTruth) {
  const std::string csv = made_up(200, 4, 5);
  const Classifier model = trained(csv, text_options());
  for (const Example& each : examples_of(model, csv).rows) {
    EXPECT_NE(each.against, each.predicted);
    if (each.actual != model.classes()[each.predicted]) {
      EXPECT_EQ(each.actual, model.classes()[each.against]);
    }
  }
}

TEST(Examples, FollowTheDecision) {
  const std::string csv = made_up(100, 2, 6);
  const Classifier model = trained(csv, text_options());
  const Decision never = Decision::by_threshold(model.classes(), "class1", 1);
  for (const Example& each : examples_of(model, csv, {}, {}, never).rows) EXPECT_EQ(each.predicted, 0U);
}

TEST(Examples, RowsOfAnUnknownClassAreShownToo) {
  const Classifier model = trained(made_up(100, 2, 7), text_options());
  const Examples examples = examples_of(model, "y,t,extra\nclass0,word0,1\nnew,word1,2\n");
  ASSERT_EQ(examples.rows.size(), 2U);
  EXPECT_EQ(examples.rows[1].actual, "new");
  EXPECT_EQ(examples.columns, (std::vector<std::string>{"y", "t", "extra"}));
  EXPECT_EQ(examples.rows[1].cells, (std::vector<std::string>{"new", "word1", "2"}));
  EXPECT_EQ(examples.rows[1].place.line, 3U);
}

TEST(Examples, NoneWhenNoneAreWanted) {
  const std::string csv = made_up(50, 2, 8);
  const Classifier model = trained(csv, text_options());
  ExampleOptions options;
  options.per_cell = 0;
  EXPECT_TRUE(examples_of(model, csv, options).rows.empty());
}

}  // namespace
}  // namespace priory::testing
