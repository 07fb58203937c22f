// SPDX-License-Identifier: Apache-2.0
// Training while profiling gives the model of profiling first, to the byte, or nothing.
#include "model/one_reading.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

struct Learnt {
  std::optional<Classifier> at_once;
  std::string in_turn;
};

// By a guess from the first batch of so many bytes.
Learnt learn(const std::string& csv, const PlanOptions& options, Way way) {
  const Table table = table_of(csv, way.batch_bytes);
  const Plan guess = make_plan(profile(table, options.missing, false, 1, {}, nullptr, true), options);
  ChunkSpec spec = chunk_spec(guess);
  spec.target_needed = true;
  ColumnProfiler profiler(table, options.missing);
  const auto open = [&] { return open_chunks(table, spec, nullptr, true, &profiler); };
  const auto plan = [&] { return make_plan(profiler.finish(), options); };
  return {train_by_guess(guess, open, plan, way.threads), to_bytes(trained(csv, options, way))};
}

TEST(OneReading, OfThreadsAndFamiliesGivesTheModelOfTwo) {
  std::size_t n_held = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const MixedTable mixed = without_borders(draw_table(random, 80));
    const Learnt learnt = learn(mixed.csv(), mixed.options, {1 + seed % 3, 2048});
    if (!learnt.at_once) continue;
    ++n_held;
    EXPECT_TRUE(to_bytes(*learnt.at_once) == learnt.in_turn) << seed;
  }
  EXPECT_GT(n_held, 4U);
}

TEST(OneReading, FindsWhatLookingFirstFinds) {
  Random random(7);
  const MixedTable mixed = draw_table(random, 200);
  const Table table = table_of(mixed.csv(), 300);
  ColumnProfiler profiler(table);
  const Plan plan = make_plan(profile(table), mixed.options);
  const auto source = open_chunks(table, chunk_spec(plan), nullptr, true, &profiler);
  fold(*source, NamedSums(std::make_shared<const Plan>(plan)));  // examples of many numbers: those met first
  const std::vector<ColumnProfile> found = profiler.finish(), expected = profile(table);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(packed(found[k]), packed(expected[k])) << found[k].name;
  }
}

// Whole numbers, then a fraction; values, then so many that they are texts; a number, then a word.
TEST(OneReading, AGuessThatFailsGivesNothing) {
  std::string whole = "x,y\n", few = "x,y\n", words = "x,y\n";
  for (int row = 0; row < 200; ++row) {
    whole += fmt::format("{},{}\n", row == 150 ? "2.5" : std::to_string(row % 4), row % 2);
    few += fmt::format("{},{}\n",
                       row < 100 ? (row % 3 == 0 ? "red" : "blue") : fmt::format("shade {} of red", row),
                       row % 2);
    words += fmt::format("{},{}\n", row == 150 ? "many" : fmt::format("{}.5", row % 4), row % 2);
  }
  PlanOptions options = with_types("y", "");
  for (const std::string& csv : {whole, few}) EXPECT_FALSE(learn(csv, options, {1, 256}).at_once);
  const Table table = table_of(words, 256);
  const Plan guess = make_plan(profile(table, options.missing, false, 1, {}, nullptr, true), options);
  ChunkSpec spec = chunk_spec(guess);
  spec.target_needed = true;
  ColumnProfiler profiler(table);
  const auto plan = []() -> Plan { throw Error(ErrorKind::usage, "it was not to be asked"); };
  EXPECT_FALSE(train_by_guess(
      guess, [&] { return open_chunks(table, spec, nullptr, true, &profiler); }, plan));
}

}  // namespace
}  // namespace priory::testing
