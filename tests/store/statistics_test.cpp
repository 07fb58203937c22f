// SPDX-License-Identifier: Apache-2.0
// Statistics as a value that users hold: the laws of its algebra in bytes, and bytes that are none.
#include "priory/statistics.h"

#include <gtest/gtest.h>

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory {
namespace {

using namespace testing;

struct Shards {
  MixedTable table;
  Plan plan;

  explicit Shards(std::uint64_t seed) {
    testing::Random random(seed);
    table = draw_table(random, 45);
    plan = plan_of(table.csv(), table.options);
  }
  std::string csv(std::size_t begin, std::size_t end) const {
    const auto at = [&](std::size_t k) { return table.rows.begin() + static_cast<long>(k); };
    return table.csv({at(begin), at(end)});
  }
  // In chunks of one row: what some families sum up depends on the chunks.
  Statistics of(std::size_t begin, std::size_t end, unsigned threads = 1) const {
    Statistics out(plan);
    out.add(*opener(plan, csv(begin, end), {1, 1 << 20, 1})(), threads);
    return out;
  }
};

Statistics sum(Statistics a, const Statistics& b) {
  a.merge(b);
  return a;
}

TEST(StatisticsLaw, ZeroIsNeutralAndMergeCommutesAndAssociates) {
  const Shards shards(1);
  const Statistics a = shards.of(0, 10), b = shards.of(10, 30), c = shards.of(30, 45);
  EXPECT_EQ(sum(a, Statistics(shards.plan)).bytes(), a.bytes());
  EXPECT_EQ(sum(Statistics(shards.plan), a).bytes(), a.bytes());
  EXPECT_EQ(sum(a, b).bytes(), sum(b, a).bytes());
  EXPECT_EQ(sum(sum(a, b), c).bytes(), sum(a, sum(b, c)).bytes());
  EXPECT_EQ(sum(sum(c, a), b).bytes(), shards.of(0, 45, 2).bytes());
}

TEST(StatisticsLaw, SubtractUndoesMerge) {
  const Shards shards(2);
  Statistics all = shards.of(0, 45);
  all.subtract(shards.of(20, 45));
  EXPECT_TRUE(all.plausible());
  EXPECT_EQ(all.bytes(), shards.of(0, 20).bytes());
  all.subtract(shards.of(0, 20));
  EXPECT_EQ(all.bytes(), Statistics(shards.plan).bytes());
  all.subtract(shards.of(0, 1));
  EXPECT_FALSE(all.plausible());
  EXPECT_THROW(Statistics::from_bytes(all.bytes()), Error);
}

TEST(StatisticsLaw, BytesGiveTheSameBack) {
  const Shards shards(3);
  for (const Statistics& each : {Statistics(shards.plan), shards.of(0, 30)}) {
    const Statistics back = Statistics::from_bytes(each.bytes());
    EXPECT_EQ(back.bytes(), each.bytes());
    EXPECT_EQ(back.n_rows(), each.n_rows());
    EXPECT_EQ(sum(back, shards.of(30, 45)).bytes(), sum(shards.of(30, 45), each).bytes());
  }
}

TEST(StatisticsLaw, EstimateIsTheModelOfTraining) {
  const Shards shards(4);
  const Classifier trained =
      Classifier::train(shards.plan, opener(shards.plan, shards.csv(0, 45), {1, 1 << 20, 1}));
  const Statistics all = Statistics::from_bytes(shards.of(0, 45).bytes());
  EXPECT_EQ(to_bytes(all.estimate()), to_bytes(trained));
  const std::vector<OptionValue> alpha = {{"alpha", "", 0.25}};
  EXPECT_EQ(to_bytes(all.estimate(alpha)), to_bytes(trained.reestimated(with_settings(shards.plan, alpha))));
  EXPECT_EQ(all.bytes(), trained.statistics().bytes());
  EXPECT_THROW(Statistics(shards.plan).estimate(), Error);
}

TEST(Statistics, CountsByTheWordsThatATrainingHasFixed) {
  PlanOptions options;
  options.target = "y", options.text = {"text"}, options.family = "multinomial";
  options.text_options.idf = true;
  const std::string csv = "text,y\nsome words,a\nother words,b\n", more = "text,y\nwords again,a\n";
  const Classifier model = trained(csv, options);
  const Plan open = plan_of(csv, options);
  EXPECT_THROW(Statistics(open).add(*opener(open, csv)()), Error);
  EXPECT_THROW(Statistics(open).bytes(), Error);
  Statistics day = model.statistics().zero();
  day.add(*opener(open, more)());
  Statistics total = Statistics::from_bytes(model.statistics().bytes());
  total.merge(Statistics::from_bytes(day.bytes()));
  EXPECT_EQ(to_bytes(total.estimate()), to_bytes(model.learn(opener(open, more))));
  EXPECT_THROW(total.merge(trained(more, options).statistics()), Error);
}

TEST(Statistics, OfOtherPlansAreRefused) {
  const Classifier a = trained("x,y\n1,a\n2,b\n3,b\n", with_types("y", "x=gaussian"));
  const Classifier b = trained("x,y\n1,a\n2,b\n3,b\n", with_types("y", "x=poisson"));
  Statistics total = a.statistics();
  EXPECT_THROW(total.merge(b.statistics()), Error);
  EXPECT_THROW(total.subtract(b.statistics()), Error);
  EXPECT_EQ(total.bytes(), a.statistics().bytes());
}

// Where damage shows, it is an Error of kind model; bytes that no number hangs on may be any.
void expect_refused(const std::string& bytes) {
  try {
    Statistics::from_bytes(bytes, "damaged");
    ADD_FAILURE() << "taken for statistics";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model) << error.what();
  }
}

TEST(Statistics, DamagedBytesAreRefused) {
  const Shards shards(5);
  const std::string bytes = shards.of(0, 20).bytes();
  for (std::size_t k = 0; k < bytes.size(); k += 1 + bytes.size() / 300) {
    std::string damaged = bytes;
    damaged[k] = static_cast<char>(damaged[k] ^ 0x10);
    expect_refused(damaged);
    expect_refused(bytes.substr(0, k));
  }
  expect_refused(bytes + "x");
  expect_refused("");
}

TEST(Statistics, AndModelsAreNotTakenForEachOther) {
  const Shards shards(6);
  const Statistics all = shards.of(0, 45);
  expect_refused(to_bytes(all.estimate()));
  EXPECT_THROW(from_bytes(all.bytes(), "statistics"), Error);
}

}  // namespace
}  // namespace priory
