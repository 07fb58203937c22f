// SPDX-License-Identifier: Apache-2.0
// Rows counted under one plan are the same model whatever shards they come in, also where the shards by
// themselves would be read in other ways.
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

Classifier counted(const Plan& plan, const std::string& csv, Way way = {}) {
  return Classifier::train(plan, opener(plan, csv, way), way.threads);
}

Plan through_its_file(const Plan& plan) {
  return plan_from_json(plan_to_json(plan), "law");
}

// The rows dealt out to three shards, none of which is empty.
std::vector<std::vector<std::string>> shards_of(Random& random, const std::vector<std::string>& rows) {
  std::vector<std::vector<std::string>> out(3);
  for (std::size_t k = 0; k < rows.size(); ++k) out[k < 3 ? k : below(random, 3)].push_back(rows[k]);
  return out;
}

TEST(Plans, ShardsUnderOnePlanMergeToTheModelOfAllRows) {
  TextOptions idf, chosen, cut;
  idf.idf = true, idf.tf = Tf::log, idf.length_norm = LengthNorm::l2;
  chosen.min_df = {3, false}, chosen.max_features = 4;
  cut.length_norm = LengthNorm::l1, cut.max_df = {0.6, true};
  unsigned seed = 0;
  for (const TextOptions& text : {TextOptions(), idf, chosen, cut}) {
    for (int round = 0; round < 4; ++round) {
      SCOPED_TRACE("seed " + std::to_string(++seed));
      Random random(seed);
      MixedTable table = draw_table(random, 60);
      table.options.text_options = text;
      const Plan made = plan_of(table.csv(), table.options);
      const Plan plan = through_its_file(decide(made, opener(made, table.csv())));
      const std::string all = to_bytes(counted(plan, table.csv()));
      EXPECT_EQ(all, to_bytes(trained(table.csv(), table.options)));
      EXPECT_EQ(all, to_bytes(counted(plan, table.csv(), {3, 64, 7})));
      std::vector<Classifier> models;
      for (const auto& rows : shards_of(random, table.rows)) models.push_back(counted(plan, table.csv(rows)));
      EXPECT_EQ(to_bytes(models[2].merge(models[0]).merge(models[1])), all);
      EXPECT_EQ(to_bytes(models[0].merge(models[1].merge(models[2]))), all);
    }
  }
}

// Shards that would choose other types: whole numbers and words, counts and reals, two values and three, a
// text and an id; and the tree of a network.
TEST(Plans, ShardsThatWouldDisagreeMergeUnderOnePlan) {
  const std::string header = "y,mixed,size,kind,says\n";
  const std::string one = "a,1,0,u,so it is said again\nb,2,3,v,and never was it heard\na,1,1,u,it was so\n";
  const std::string two = "b,x,0.5,w,once\na,2,1.75,u,twice\nb,y,2.5,v,thrice\na,x,1,w,again\n";
  for (const std::string structure : {"", "tan", "chow-liu"}) {
    PlanOptions options = with_types("y", "");
    options.structure = structure;
    const Plan made = plan_of(header + one + two, options);
    const Plan plan = through_its_file(decide(made, opener(made, header + one + two)));
    const Classifier a = counted(plan, header + one), b = counted(plan, header + two);
    const std::string all = to_bytes(counted(plan, header + one + two));
    EXPECT_EQ(to_bytes(a.merge(b)), all) << structure;
    EXPECT_EQ(to_bytes(b.merge(a)), all) << structure;
    EXPECT_EQ(all, to_bytes(trained(header + one + two, options))) << structure;
    const Classifier x = trained(header + one, options), z = trained(header + two, options);
    EXPECT_THROW(x.merge(z), Error) << structure;
  }
}

// What a model has forgotten is no part of its plan.
TEST(Plans, OfAModelCountOtherRowsForIt) {
  Random random(7);
  MixedTable table = draw_table(random, 40);
  table.options.text_options.idf = true;
  const Classifier first = trained(table.csv(), table.options);
  const MixedTable more = draw_table(random, 20);
  const Plan plan = plan_of(first);
  const Classifier second = counted(plan, table.csv(more.rows));
  const OpenChunks open = opener(first.plan(), table.csv(more.rows));
  EXPECT_EQ(to_bytes(first.merge(second)), to_bytes(first.learn(open)));
}

}  // namespace
}  // namespace priory::testing
