// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/memory_plan.h"

#include <gmock/gmock.h>
#include <map>

#include "priory/plan.h"

#include "core/random.h"
#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

// Word wk stands in n / (k + 1) texts, about.
struct Zipf {
  std::string csv = "y,x\n";
  std::map<std::string, std::size_t> count;

  explicit Zipf(std::size_t n_words, std::uint64_t seed = 1) {
    priory::Random random(seed);
    for (std::size_t row = 0; row < n_words / 4; ++row) {
      csv += random.below(2) == 0 ? "a," : "b,";
      for (int k = 0; k < 20; ++k) {
        const auto word = static_cast<std::size_t>(std::pow(static_cast<double>(n_words), random.uniform()));
        csv += fmt::format("w{} ", word);
        ++count[fmt::format("w{}", word)];
      }
      csv += '\n';
    }
  }
};

PlanOptions text_options() {
  PlanOptions out;
  out.target = "y", out.text = {"x"};
  return out;
}

struct Fitted {
  Plan plan;
  MemoryPlan memory;
  std::string csv;

  Fitted(const std::string& text, std::size_t bytes, Way way = {},
         const PlanOptions& options = text_options())
      : plan(plan_of(text, options)), csv(text) {
    ChunkSpec spec = token_list_spec(plan);
    spec.chunk_rows = way.chunk_rows;
    const auto open = [&] { return open_chunks(table_of(csv, way.batch_bytes), spec, nullptr, true); };
    memory = plan_memory(plan, {open}, {bytes, 1, 1, way.threads});
    memory.fix(plan);
  }
  OpenChunks open(const std::string& text) const {
    ChunkSpec spec = chunk_spec(plan);
    spec.target_needed = true;
    memory.limit(spec, plan);
    return [spec, text] { return open_chunks(table_of(text), spec, nullptr, true); };
  }
  Classifier train() const { return Classifier::train(plan, open(csv)); }
};

TEST(MemoryPlan, LeavesWordsAloneThatFit) {
  const Zipf texts(4000);
  const Fitted fitted(texts.csv, std::size_t{1} << 30);
  EXPECT_EQ(fitted.memory.parts[0].gate, nullptr);
  EXPECT_FALSE(fitted.plan.parts[0].text_options.fixed);
  EXPECT_EQ(fitted.memory.parts[0].n_words, static_cast<double>(texts.count.size()));
  EXPECT_EQ(to_bytes(fitted.train()), to_bytes(trained(texts.csv, text_options())));
}

TEST(MemoryPlan, KeepsTheWordsThatAreFrequent) {
  const Zipf texts(4000);
  const Fitted fitted(texts.csv, 1 << 20);
  const WordLimit& limit = fitted.memory.parts[0];
  ASSERT_NE(limit.gate, nullptr);
  const std::vector<std::string> kept = fitted.train().parts()[0].values;
  EXPECT_EQ(static_cast<double>(kept.size()), limit.n_kept);
  EXPECT_LT(kept.size(), texts.count.size());
  for (const auto& [word, n] : texts.count) {
    const bool in = std::binary_search(kept.begin(), kept.end(), word);
    if (n >= limit.least) {
      EXPECT_TRUE(in) << word;
    }
  }
}

TEST(MemoryPlan, MoreMemoryKeepsMoreWords) {
  const Zipf texts(4000);
  std::size_t before = 0;
  for (const std::size_t bytes : {1U << 19, 1U << 20, 1U << 21}) {
    const std::size_t now = Fitted(texts.csv, bytes).train().parts()[0].values.size();
    EXPECT_GT(now, before);
    before = now;
  }
}

TEST(MemoryPlan, ThreadsChangeNoByte) {
  const Zipf texts(4000);
  const Fitted one(texts.csv, 1 << 20), many(texts.csv, 1 << 20, {5, 2000, 11});
  EXPECT_EQ(one.memory.parts[0].least, many.memory.parts[0].least);
  EXPECT_EQ(to_bytes(one.train()), to_bytes(many.train()));
  EXPECT_GE(many.memory.threads, 1U);
  EXPECT_LE(many.memory.threads, 5U);
}

// The words left out are so for good: what was never counted can be forgotten.
TEST(MemoryPlan, RowsAreLearntAndForgottenInTheWordsKept) {
  const Zipf texts(4000), more(4000, 2);
  const Fitted fitted(texts.csv, 1 << 20);
  const Classifier model = from_bytes(to_bytes(fitted.train()), "m");
  const Classifier changed = model.learn(opener(fitted.plan, more.csv));
  EXPECT_EQ(changed.parts()[0].values, model.parts()[0].values);
  EXPECT_EQ(to_bytes(changed.forget(opener(fitted.plan, more.csv))), to_bytes(model));
  const std::string head = texts.csv.substr(0, texts.csv.find('\n', 1000) + 1);
  EXPECT_EQ(model.forget(opener(fitted.plan, head)).n_rows(),
            model.n_rows() - static_cast<double>(std::count(head.begin(), head.end(), '\n') - 1));
  EXPECT_THROW(Fitted(more.csv, 1 << 20).train().merge(model), Error);
}

TEST(MemoryPlan, WeighsWordsToo) {
  const Zipf texts(4000);
  PlanOptions options = text_options();
  options.text_options.idf = true;
  options.text_options.min_df = {3, false};
  const Fitted fitted(texts.csv, 1 << 20, {}, options);
  ASSERT_NE(fitted.memory.parts[0].gate, nullptr);
  const Classifier model = fitted.train();
  EXPECT_EQ(to_bytes(from_bytes(to_bytes(model), "m")), to_bytes(model));
  EXPECT_FALSE(model.parts()[0].values.empty());
}

// A model of a fold beside others takes what its tables take, not what a training takes at its peak.
TEST(MemoryPlan, ModelsBesideTheFirstTakeLess) {
  const Zipf texts(1200);
  const Plan plan = plan_of(texts.csv, text_options());
  const auto open = [&] { return open_chunks(table_of(texts.csv), token_list_spec(plan), nullptr, true); };
  const auto least = [&](std::size_t copies) {
    return plan_memory(plan, {open}, {16 << 20, 1, copies, 1, copies > 1}).parts[0].least;
  };
  ASSERT_GT(texts.count.size(), 700U);
  EXPECT_EQ(least(1), 1U);
  EXPECT_EQ(least(24), 1U);
  EXPECT_GT(least(240), 1U);
}

// Two tables of 1500 words each in 40 classes: one where all are rare, and one where every word comes 300
// times.
TEST(MemoryPlan, RareWordsTakeLessRoom) {
  const auto least = [](int times) {
    std::string csv = "y,x\n";
    for (int c = 0; c < 40; ++c) csv += fmt::format("c{},only{}\n", c, c);
    for (int row = 0; row < times; ++row) {
      csv += fmt::format("c{},", row % 40);
      for (int k = 0; k < 1500; ++k) csv += fmt::format("w{} ", k);
      csv += '\n';
    }
    return Fitted(csv, 1 << 20).memory.parts[0].least;
  };
  EXPECT_EQ(least(3), 1U);
  EXPECT_GT(least(300), 1U);
}

TEST(MemoryPlan, RefusesWhatLeavesNoRoom) {
  const Zipf texts(400);
  EXPECT_THROW(Fitted(texts.csv, 10000), Error);
  PlanOptions hashed = text_options();
  hashed.text_options.tokens.hash_bits = 20;
  EXPECT_THROW(Fitted(texts.csv, 1 << 24, {}, hashed), Error);
  EXPECT_NO_THROW(Fitted(texts.csv, std::size_t{1} << 32, {}, hashed));
}

}  // namespace
}  // namespace priory::testing
