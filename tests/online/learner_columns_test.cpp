// SPDX-License-Identifier: Apache-2.0
// Rows that came with different columns: whatever came and went, a Learner's snapshot is, byte for byte, the
// merge of the models trained on the rows that remain, header by header; of rows that name their own columns,
// the model trained on those that remain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/predictor.h"

#include "online/rows_of.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory {
namespace {

using namespace testing;
using ::testing::ElementsAreArray;

const std::vector<std::string> kHeaders = {"colour,size,y", "colour,n,body,k1,y",
                                           "size,colour,n,body,k2,k1,y"};

// The options that name a column that a header has.
PlanOptions options_for(const std::string& header) {
  PlanOptions out = with_types("y", "");
  for (const auto& [column, type] :
       std::vector<std::pair<std::string, std::string>>{{"colour", "categorical"},
                                                        {"size", "gaussian"},
                                                        {"n", "poisson"},
                                                        {"body", "text"},
                                                        {"k1", "multinomial"},
                                                        {"k2", "multinomial"}}) {
    const std::vector<std::string_view> names = split(header);
    if (std::ranges::find(names, column) != names.end()) out.types.push_back({column, type, {}});
  }
  out.settings = {{"ridge", "", 1}};
  return out;
}

std::string draw_line(testing::Random& random, const std::string& header) {
  std::string out;
  for (const std::string_view name : split(header)) {
    if (!out.empty()) out += ",";
    if (name != "y" && one_in(random, 8))
      out += name == "body" ? "" : "NA";
    else if (name == "colour")
      out += "pqr"[below(random, 3)];
    else if (name == "size")
      out += fmt::format("{}", 0.25 * static_cast<double>(below(random, 40)));
    else if (name == "body")
      out += draw_text(random);
    else if (name == "y")
      out += "ab"[below(random, 2)];
    else
      out += std::to_string(below(random, 5));
  }
  return out;
}

// The cells of a line in the order of a learner's columns; none where its header lacks one.
std::vector<CellValue> cells_of(const std::string& line, const std::string& header,
                                const std::vector<std::string>& columns) {
  const std::vector<std::string_view> names = split(header);
  std::vector<CellValue> out;
  for (const std::string& column : columns)
    out.push_back(std::ranges::find(names, column) == names.end() ? CellValue()
                                                                  : CellValue(cell_in(line, header, column)));
  return out;
}

struct Lines {
  std::vector<std::vector<std::string>> of_header = std::vector<std::vector<std::string>>(kHeaders.size());

  std::string csv(std::size_t h) const {
    std::string out = kHeaders[h] + "\n";
    for (const std::string& line : of_header[h]) out += line + "\n";
    return out;
  }
  Classifier retrained() const {
    std::optional<Classifier> out;
    for (std::size_t h = 0; h < kHeaders.size(); ++h) {
      if (of_header[h].empty()) continue;
      const Classifier one = trained(csv(h), options_for(kHeaders[h]));
      out = out ? out->merge(one, "a", "b") : one;
    }
    return *out;
  }
  void learn(std::size_t h, const std::string& line, Learner& learner) {
    learner.learn(cells_of(line, kHeaders[h], learner.columns()), cell_in(line, kHeaders[h], "y"));
    of_header[h].push_back(line);
  }
  void forget(std::size_t h, std::size_t at, Learner& learner) {
    const std::string line = of_header[h][at];
    learner.forget(cells_of(line, kHeaders[h], learner.columns()), cell_in(line, kHeaders[h], "y"));
    of_header[h].erase(of_header[h].begin() + static_cast<long>(at));
  }
};

Lines draw_lines(testing::Random& random, std::size_t n) {
  Lines out;
  for (std::size_t h = 0; h < kHeaders.size(); ++h) {
    for (std::size_t k = 0; k < n; ++k) out.of_header[h].push_back(draw_line(random, kHeaders[h]));
  }
  return out;
}

void expect_same(Learner& learner, const Lines& lines, testing::Random& random) {
  const Classifier now = learner.snapshot();
  ASSERT_TRUE(to_bytes(now) == to_bytes(lines.retrained()));
  Predictor predictor(now);
  for (std::size_t h = 0; h < kHeaders.size(); ++h) {
    const std::string line = draw_line(random, kHeaders[h]);
    const auto own = cells_of(line, kHeaders[h], learner.columns());
    const auto theirs = cells_of(line, kHeaders[h], predictor.columns());
    EXPECT_THAT(learner.log_posterior(own), ElementsAreArray(predictor.log_posterior(theirs)));
    EXPECT_EQ(learner.explain(own).log_scores, predictor.explain(theirs).log_scores);
  }
}

TEST(LearnerColumns, SnapshotIsTheMergeOfWhatRemains) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    testing::Random random(seed);
    Lines lines = draw_lines(random, 8);
    Learner learner(lines.retrained());
    expect_same(learner, lines, random);
    for (int step = 0; step < 20; ++step) {
      const std::size_t h = below(random, kHeaders.size());
      if (lines.of_header[h].empty() || one_in(random, 2))
        lines.learn(h, draw_line(random, kHeaders[h]), learner);
      else
        lines.forget(h, below(random, lines.of_header[h].size()), learner);
      expect_same(learner, lines, random);
    }
  }
}

TEST(LearnerColumns, AColumnGoesWithItsLastRowAndComesBack) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    testing::Random random(seed);
    Lines lines = draw_lines(random, 6);
    Learner learner(lines.retrained());
    for (const std::size_t h : {2U, 1U}) {
      while (!lines.of_header[h].empty()) {
        lines.forget(h, lines.of_header[h].size() - 1, learner);
        expect_same(learner, lines, random);
      }
    }
    EXPECT_EQ(learner.columns().size(), 6U);
    EXPECT_EQ(Predictor(learner.snapshot()).columns().size(), 2U);
    for (int k = 0; k < 5; ++k) {
      lines.learn(2, draw_line(random, kHeaders[2]), learner);
      expect_same(learner, lines, random);
    }
  }
}

TEST(LearnerColumns, HoldsForManyRowsAtOnce) {
  testing::Random random(5);
  Lines lines = draw_lines(random, 8);
  Learner learner(lines.retrained());
  const Lines more = draw_lines(random, 5);
  for (std::size_t h = 0; h < kHeaders.size(); ++h) {
    learner.learn(Data(table_of(more.csv(h))), 2);
    lines.of_header[h].insert(lines.of_header[h].end(), more.of_header[h].begin(), more.of_header[h].end());
    expect_same(learner, lines, random);
  }
  learner.forget(Data(table_of(lines.csv(1))));
  lines.of_header[1].clear();
  expect_same(learner, lines, random);
  EXPECT_THROW(learner.forget(Data(table_of(more.csv(1)))), Error);
  expect_same(learner, lines, random);
}

TEST(LearnerColumns, RefusesARowThatNeverCameWithItsColumns) {
  testing::Random random(6);
  Lines lines = draw_lines(random, 3);
  lines.of_header[2].resize(1);
  lines.of_header[2][0] = "1.5,p,2,some words,3,4,a";
  Learner learner(lines.retrained());
  const std::string before = to_bytes(learner.snapshot());
  // The last row of its header, but for a cell: a trace of the column would stay.
  const std::string other = "1.5,p,2,some words,NA,4,a";
  EXPECT_THROW(learner.forget(cells_of(other, kHeaders[2], learner.columns()), "a"), Error);
  EXPECT_TRUE(to_bytes(learner.snapshot()) == before);
  lines.forget(2, 0, learner);
  EXPECT_THROW(learner.forget(cells_of("1.5,p,2,some words,3,4,a", kHeaders[2], learner.columns()), "a"),
               Error);
  expect_same(learner, lines, random);
}

Table jsonl(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  ReadOptions options;
  options.format = Format::jsonl;
  return Table::from_text(out, "test.jsonl", options);
}

Classifier trained_on(const std::vector<std::string>& lines) {
  PlanOptions options = with_types("y", "");
  std::string all;
  for (const std::string& line : lines) all += line;
  for (const auto& [column, type] : std::vector<std::pair<std::string, std::string>>{
           {"colour", "categorical"}, {"n", "poisson"}, {"size", "gaussian"}}) {
    if (all.find("\"" + column + "\"") != std::string::npos) options.types.push_back({column, type, {}});
  }
  options.settings = {{"ridge", "", 1}};
  return train(jsonl(lines), options);
}

TEST(LearnerColumns, HoldsWhereRowsNameTheirOwn) {
  std::vector<std::string> lines = {R"({"colour":"p","n":1,"y":"a"})", R"({"colour":"q","y":"b"})",
                                    R"({"n":3,"y":"b"})", R"({"colour":"p","size":2.5,"n":2,"y":"a"})",
                                    R"({"size":1.5,"colour":"q","y":"a"})"};
  const std::vector<std::vector<CellValue>> cells = {
      {"p", 1, {}}, {"q", {}, {}}, {{}, 3, {}}, {"p", 2, 2.5}, {"q", {}, 1.5}};
  const std::vector<std::string> labels = {"a", "b", "b", "a", "a"};
  Learner learner(trained_on(lines));
  ASSERT_THAT(learner.columns(), ::testing::ElementsAre("colour", "n", "size"));
  const auto expect_trained = [&] {
    const Classifier now = learner.snapshot();
    EXPECT_TRUE(to_bytes(now) == to_bytes(trained_on(lines)));
    Predictor predictor(now);
    const std::vector<CellValue> row(cells[3].begin(),
                                     cells[3].begin() + static_cast<long>(predictor.columns().size()));
    EXPECT_THAT(learner.log_posterior(cells[3]), ElementsAreArray(predictor.log_posterior(row)));
  };
  expect_trained();
  for (const std::size_t k : {4U, 3U}) {  // `size` goes with the last row that names it
    learner.forget(cells[k], labels[k]);
    lines.pop_back();
    expect_trained();
  }
  EXPECT_THAT(Predictor(learner.snapshot()).columns(), ::testing::ElementsAre("colour", "n"));
  learner.learn(cells[4], labels[4]);
  lines.push_back(R"({"size":1.5,"colour":"q","y":"a"})");
  expect_trained();
}

}  // namespace
}  // namespace priory
