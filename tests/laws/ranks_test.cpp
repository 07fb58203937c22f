// SPDX-License-Identifier: Apache-2.0
// Ranks change nothing: what any number of them learns from their shares of the rows, each on every rank, is
// byte for byte what one process learns from all; over a table with a column of every family.
#include "ranks.h"

#include "priory/training.h"

#include "clustering.h"
#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

constexpr std::size_t kBatch = 512;  // so small that every rank gets some

Table shared_table(const std::string& csv, Ranks* ranks) {
  ReadOptions options;
  options.format = Format::csv, options.batch_bytes = kBatch, options.ranks = ranks;
  return Table::from_text(csv, "test.csv", options);
}

OpenChunks shared_opener(const Table& table, const Plan& plan, bool target_needed) {
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = target_needed, spec.target_optional = !target_needed;
  return [spec, table] { return open_chunks(table, spec, nullptr, true); };
}

// Calls learn(table, threads) in one process and on ranks; all must give the same text.
template <class Learn>
void expect_the_same(const std::string& csv, const Learn& learn) {
  const std::string alone = learn(shared_table(csv, nullptr), 1U);
  for (const std::size_t n : {2U, 3U, 5U}) {
    std::vector<std::string> out(n);
    on_ranks(n, [&](Ranks& ranks) {
      out[ranks.rank()] = learn(shared_table(csv, &ranks), 1 + static_cast<unsigned>(ranks.rank() % 2));
    });
    for (const std::string& each : out) EXPECT_TRUE(each == alone) << n << " ranks";
  }
}

MixedTable drawn(unsigned seed, std::size_t n_rows) {
  Random random(seed);
  return draw_table(random, n_rows);
}

TEST(RanksAsThreads, TrainTheModelOfOneProcess) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const MixedTable mixed = drawn(seed, 150);
    expect_the_same(mixed.csv(), [&](const Table& table, unsigned threads) {
      const Plan plan = make_plan(profile(table, mixed.options.missing, false, threads), mixed.options);
      return to_bytes(Classifier::train(plan, shared_opener(table, plan, true), threads));
    });
  }
}

TEST(RanksAsThreads, TrainTextsReadTwice) {
  MixedTable mixed = drawn(4, 200);
  mixed.options.text_options.idf = true;
  mixed.options.text_options.min_df.value = 2;
  expect_the_same(mixed.csv(), [&](const Table& table, unsigned threads) {
    const Plan plan = make_plan(profile(table, mixed.options.missing, false, threads), mixed.options);
    return to_bytes(Classifier::train(plan, shared_opener(table, plan, true), threads));
  });
}

// More rows than a block has, so that blocks have rows of two ranks.
TEST(RanksAsThreads, FindTheHiddenClassesOfOneProcess) {
  Random random(5);
  std::string csv = "x,c,w\n";
  for (int row = 0; row < 2600; ++row)
    csv += fmt::format("{},{},{}\n", draw_real(random, {}), "pqr"[below(random, 3)],
                       0.1 * static_cast<double>(1 + below(random, 9)));
  PlanOptions options = with_types("", "x=gaussian,c=categorical,w=weight");
  expect_the_same(csv, [&](const Table& table, unsigned threads) {
    const Plan plan = make_plan(profile(table, options.missing, false, threads), options);
    EmOptions em;
    em.max_iterations = 4, em.restarts = 2;
    const HiddenRows rows(plan, {}, {shared_opener(table, plan, false)}, 0, threads);
    return to_bytes(cluster(rows, 3, em, nullptr, threads).model);
  });
}

TEST(RanksAsThreads, ValidateAsOneProcessDoes) {
  const MixedTable mixed = drawn(6, 120);
  expect_the_same(mixed.csv(), [&](const Table& table, unsigned threads) {
    const Plan plan = make_plan(profile(table, mixed.options.missing, false, threads), mixed.options);
    const LabelledRows rows(plan, shared_opener(table, plan, true), 0, threads);
    std::string out;
    for (const Evaluation& each :
         cross_validate(rows, plan, assign_folds(rows, {4, false, 7}), {}, threads)) {
      for (const double log_p : each.rows().log_posterior) out += fmt::format("{:a} ", log_p);
      out += fmt::format("{}\n", fmt::join(each.rows().actual, " "));
    }
    const Evaluation left_out = leave_one_out(rows, plan, {}, rows.n_rows(), threads);
    for (const double log_p : left_out.rows().log_posterior) out += fmt::format("{:a} ", log_p);
    return out;
  });
}

TEST(RanksAsThreads, ABadRowIsToldOnceAndWithItsLine) {
  std::string csv = "x,y\n";
  for (int row = 0; row < 1000; ++row) csv += fmt::format("{},{}\n", row == 700 ? "much" : "1.5", row % 2);
  PlanOptions options = with_types("y", "x=gaussian");
  try {
    on_ranks(4, [&](Ranks& ranks) {
      const Table table = shared_table(csv, &ranks);
      const Plan plan = make_plan(profile(table), options);
      Classifier::train(plan, shared_opener(table, plan, true));
    });
    FAIL();
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.place().line, 702U) << error.what();
  }
}

}  // namespace
}  // namespace priory::testing
