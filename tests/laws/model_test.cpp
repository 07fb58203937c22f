// SPDX-License-Identifier: Apache-2.0
// Whole models over a column of every family: whatever way the rows come, equal knowledge is equal bytes.
// Families that round within a chunk are held to that only where the chunks are the same.
#include <numeric>

#include "cases.h"
#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

constexpr std::size_t kRows = 60;

// Text options under which words are counted, weighed and chosen in different ways.
std::vector<TextOptions> text_variants() {
  TextOptions idf, cut, chosen;
  idf.idf = true, idf.tf = Tf::log, idf.length_norm = LengthNorm::l2;
  cut.tf = Tf::log, cut.length_norm = LengthNorm::l2;
  chosen.min_df = {3, false}, chosen.max_features = 4;
  return {TextOptions(), idf, cut, chosen};
}

template <class Law>
void for_many_tables(const Law& law) {
  unsigned seed = 0;
  for (const TextOptions& text : text_variants()) {
    for (int round = 0; round < 4; ++round) {
      SCOPED_TRACE("seed " + std::to_string(++seed));
      Random random(seed);
      MixedTable table = draw_table(random, kRows);
      table.options.text_options = text;
      law(random, table);
    }
  }
}

TEST(Models, HaveAPartForEveryFamily) {
  Random random(1);
  const MixedTable table = draw_table(random, kRows);
  const Plan plan = plan_of(table.csv(), table.options);
  for (const Family* family : all_families()) {
    const auto is_it = [&](const PartPlan& part) { return &family_of(part) == family; };
    EXPECT_TRUE(std::any_of(plan.parts.begin(), plan.parts.end(), is_it)) << family->info().name;
  }
}

TEST(Models, SavedLoadedAndSavedAreTheSameBytes) {
  for_many_tables([](Random&, const MixedTable& table) {
    const Classifier model = trained(table.csv(), table.options);
    const std::string bytes = to_bytes(model);
    const Classifier again = from_bytes(bytes, "memory");
    EXPECT_EQ(to_bytes(again), bytes);
    EXPECT_EQ(posteriors(again, table.csv()), posteriors(model, table.csv()));
    EXPECT_EQ(again.n_rows(), static_cast<double>(kRows));
  });
}

TEST(Models, AreTheSameForAnyThreadsBatchesAndChunks) {
  for_many_tables([](Random&, const MixedTable& table) {
    const std::string expected = to_bytes(trained(table.csv(), table.options));
    for (const Way way :
         {Way{2, 1, 1}, Way{7, 100, 3}, Way{7, 1 << 20, 1024}, Way{1, 777, 1}, Way{2, 300, 1024}})
      EXPECT_EQ(to_bytes(trained(table.csv(), table.options, way)), expected) << way.threads;
  });
}

// Of more than 64 columns together the sums of products are rounded, a chunk at a time.
template <class Law>
void for_wide_groups(const Law& law) {
  constexpr std::size_t kColumns = 70;
  for (const char* family : {"gaussian-shared", "gaussian-full"}) {
    Random random(17);
    MixedTable table{"y", {}, with_types("y", "")};
    table.options.family = family;
    table.options.settings = parse_setting("shrinkage", "0.5");
    for (std::size_t k = 0; k < kColumns; ++k) table.header += fmt::format(",c{}", k);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::string line(1, "ab"[row % 2]);
      for (std::size_t k = 0; k < kColumns; ++k) line += fmt::format(",{}", draw_real(random, Domain()));
      table.rows.push_back(std::move(line));
    }
    law(table);
  }
}

TEST(Models, OfWideGroupsAreTheSameForAnyThreads) {
  for_wide_groups([](const MixedTable& table) {
    for (const Way way : {Way{1, 1 << 20, 1024}, Way{1, 3000, 7}}) {
      const std::string expected = to_bytes(trained(table.csv(), table.options, way));
      for (const unsigned threads : {2U, 7U}) {
        const Way other{threads, way.batch_bytes, way.chunk_rows};
        EXPECT_EQ(to_bytes(trained(table.csv(), table.options, other)), expected);
      }
    }
  });
}

TEST(Models, OfWideGroupsAgreeForAnyBatchesAndChunks) {
  for_wide_groups([](const MixedTable& table) {
    const auto expected = posteriors(trained(table.csv(), table.options), table.csv());
    for (const Way way : {Way{2, 3000, 1}, Way{1, 7000, 7}}) {
      const auto given = posteriors(trained(table.csv(), table.options, way), table.csv());
      for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t c = 0; c < expected[row].size(); ++c)
          EXPECT_NEAR(given[row][c], expected[row][c], 1e-9 * (1 + std::abs(expected[row][c])));
      }
    }
  });
}

TEST(Models, AnswerTheSameForAnyThreadsBatchesAndChunks) {
  for_many_tables([](Random&, const MixedTable& table) {
    const Classifier model = trained(table.csv(), table.options);
    const auto expected = posteriors(model, table.csv());
    const double likelihood = model.log_likelihood(*rows_for(model, table_of(table.csv())));
    ASSERT_EQ(expected.size(), kRows);
    for (const Way way : {Way{7, 1, 1}, Way{2, 200, 3}}) {
      EXPECT_EQ(posteriors(model, table.csv(), way), expected);
      const auto rows = rows_for(model, table_of(table.csv(), way.batch_bytes));
      EXPECT_EQ(model.log_likelihood(*rows, way.threads), likelihood);
    }
  });
}

TEST(Models, OfShuffledRowsAreTheSameBytes) {
  for_many_tables([](Random& random, const MixedTable& table) {
    std::vector<std::string> rows = table.rows;
    std::shuffle(rows.begin(), rows.end(), random);
    EXPECT_EQ(to_bytes(trained(table.csv(rows), table.options)),
              to_bytes(trained(table.csv(), table.options)));
  });
}

// The rows dealt out to some shards, a few of which may stay empty.
std::vector<std::vector<std::string>> dealt(Random& random, const MixedTable& table, std::size_t n) {
  std::vector<std::vector<std::string>> out(n);
  for (const std::string& row : table.rows) out[below(random, n)].push_back(row);
  return out;
}

// Counting that needs no vocabulary of all rows first.
bool one_reading(const MixedTable& table) {
  return !table.options.text_options.two_readings();
}

TEST(Models, OfShardsMergedInAnyOrderAreTheSameBytes) {
  for_many_tables([](Random& random, const MixedTable& table) {
    if (!one_reading(table)) return;
    const auto plan = std::make_shared<const Plan>(plan_of(table.csv(), table.options));
    std::vector<NamedSums> shards;
    for (const auto& rows : dealt(random, table, 5)) shards.push_back(learnt(plan, table.csv(rows)));
    std::shuffle(shards.begin(), shards.end(), random);
    while (shards.size() > 1) {  // a random tree of merges
      const std::size_t into = below(random, shards.size() - 1);
      if (one_in(random, 3)) shards.back().canonicalise();
      shards[into].merge(shards.back());
      shards.pop_back();
    }
    EXPECT_EQ(bytes_of(shards[0]), to_bytes(trained(table.csv(), table.options)));
  });
}

TEST(Models, WithRowsTakenAwayAreThoseThatNeverSawThem) {
  for_many_tables([](Random& random, const MixedTable& table) {
    if (!one_reading(table)) return;
    const auto plan = std::make_shared<const Plan>(plan_of(table.csv(), table.options));
    const auto shards = dealt(random, table, 2);
    NamedSums statistics = learnt(plan, table.csv());
    if (one_in(random, 2)) statistics.canonicalise();
    statistics.subtract(learnt(plan, table.csv(shards[0])));
    EXPECT_EQ(bytes_of(statistics), bytes_of(learnt(plan, table.csv(shards[1]))));
  });
}

TEST(Models, ForgetAClassAndAWordOfWhichNoRowIsLeft) {
  const std::string head = "y,colour,body\n", kept = "a,red,one two\nb,blue,two one\n",
                    gone = "c,green,three\n";
  const PlanOptions options = with_types("y", "colour=categorical,body=text");
  const auto plan = std::make_shared<const Plan>(plan_of(head + kept + gone, options));
  NamedSums statistics = learnt(plan, head + kept + gone);
  statistics.subtract(learnt(plan, head + gone));
  EXPECT_EQ(bytes_of(statistics), bytes_of(learnt(plan, head + kept)));
  statistics.canonicalise();
  EXPECT_EQ(statistics.classes().size(), 2U);
  EXPECT_EQ(statistics.parts()[1].values.find("three"), Dictionary::kAbsent);
}

TEST(Models, ExplainTheirScoresByReasonsThatSumToThem) {
  for_many_tables([](Random&, const MixedTable& table) {
    const Classifier model = trained(table.csv(), table.options);
    for (const Explanation& each : explanations(model, table.csv())) {
      for (std::size_t c = 0; c < model.classes().size(); ++c) {
        double sum = 0;
        for (const Reason& reason : each.reasons) sum += reason.log_p.empty() ? 0 : reason.log_p[c];
        EXPECT_NEAR(sum, each.log_scores[c], 1e-12 * (1 + std::abs(sum)));
      }
      EXPECT_NEAR(std::transform_reduce(each.log_posterior.begin(), each.log_posterior.end(), 0.0,
                                        std::plus<>(), [](double log_p) { return std::exp(log_p); }),
                  1, 1e-12);
    }
  });
}

TEST(Models, OfRowsOfWeightTwoAreThoseOfRowsTwice) {
  const std::string once = "y,w,c,x\na,2,r,1.5\nb,2,g,3\nb,2,r,2.25\na,2,g,1\n";
  const std::string twice =
      "y,w,c,x\na,1,r,1.5\nb,1,g,3\nb,1,r,2.25\na,1,g,1\na,1,r,1.5\nb,1,g,3\nb,1,r,2.25\na,1,g,1\n";
  const PlanOptions options = with_types("y", "w=weight,c=categorical,x=gaussian");
  const Classifier a = trained(once, options), b = trained(twice, options);
  EXPECT_EQ(posteriors(a, once), posteriors(b, once));
  EXPECT_EQ(a.class_count(), b.class_count());
}

// Whether tokens are brought together in bags first, or counted as they come, is nobody's business.
TEST(Models, OfTokensInSequenceAreThoseOfBags) {
  std::size_t n_in_sequence = 0, n_bags = 0;
  for (unsigned seed = 1; seed <= cases(40); ++seed) {
    Random random(seed);
    PlanOptions options = with_types("y", "n=gaussian");
    options.text = {"t", "u"};
    options.family = "", options.skip_bad_rows = true;
    options.text_options.tf = static_cast<Tf>(below(random, 3));
    if (one_in(random, 2)) options.text_options.tf = Tf::count;
    options.text_options.idf = one_in(random, 4);
    options.text_options.min_df = {static_cast<double>(1 + below(random, 3)), false};
    if (one_in(random, 3)) options.text_options.tokens.max_n = 2;
    if (one_in(random, 3)) options.text_options.tokens.hash_bits = 4;
    options.types.push_back(
        {"t", std::vector{"multinomial", "complement", "bernoulli"}[below(random, 3)], {}});
    if (one_in(random, 3)) options.types.push_back({"w", "weight", {}});
    std::string csv = "y,w,t,n,u\n";
    for (int row = 0; row < 40; ++row)  // some are bad, after a text that is not
      csv += fmt::format("{},{},{},{},{}\n", "abc"[below(random, 3)], 1 + below(random, 3), draw_text(random),
                         one_in(random, 8) ? "bad" : std::to_string(below(random, 9)), draw_text(random));
    const Table table = table_of(csv, 400);
    const Plan plan = make_plan(profile(table, options.missing, true), options);
    const auto bytes = [&](ChunkSpec spec) {
      spec.target_needed = spec.skip_bad_rows = true, spec.chunk_rows = 1 + below(random, 20);
      const auto open = [&] { return open_chunks(table, spec, nullptr, true); };
      const auto again = [&] { return open_chunks(table, spec, nullptr, true); };
      const Classifier model = Classifier::train(plan, open, 1 + seed % 3);
      const Classifier twice = model.learn(again);
      EXPECT_TRUE(to_bytes(twice.forget(again)) == to_bytes(model)) << seed;
      return to_bytes(model) + to_bytes(twice);
    };
    const ChunkSpec counting = counting_spec(plan);
    for (const ColumnSpec& column : counting.columns) ++(column.in_sequence ? n_in_sequence : n_bags);
    EXPECT_TRUE(bytes(counting) == bytes(chunk_spec(plan))) << seed;
  }
  if (cases(40) < 40) return;  // of a few, either may be rare
  EXPECT_GT(n_in_sequence, 10U);
  EXPECT_GT(n_bags, 40U);
}

}  // namespace
}  // namespace priory::testing
