// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/word_ranking.h"

#include <cmath>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "training.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;

double times_log(double p, double q) {
  return p > 0 ? p * std::log(q) : 0;
}

// H(class) + H(event) - H(class, event), in nats.
double information(const std::vector<double>& yes, const std::vector<double>& all) {
  double n = 0, n_yes = 0, out = 0;
  for (std::size_t c = 0; c < all.size(); ++c) n += all[c], n_yes += yes[c];
  for (std::size_t c = 0; c < all.size(); ++c) {
    out -= times_log(all[c] / n, all[c] / n);
    out += times_log(yes[c] / n, yes[c] / n) + times_log((all[c] - yes[c]) / n, (all[c] - yes[c]) / n);
  }
  return out - times_log(n_yes / n, n_yes / n) - times_log(1 - n_yes / n, 1 - n_yes / n);
}

Block bag_of(const std::vector<std::vector<double>>& counts) {
  Block out;
  out.sums.emplace_back(counts.size(), counts[0].size());
  out.sums.emplace_back(counts.size(), 1), out.sums.emplace_back(1, 1);
  for (std::size_t w = 0; w < counts.size(); ++w) {
    for (std::size_t c = 0; c < counts[w].size(); ++c) out.sums[0].add(w, c, counts[w][c]);
  }
  return out;
}

RC_GTEST_PROP(WordRanking, InformationIsThatOfEntropies, ()) {
  const auto n_cells = *rc::gen::inRange<std::size_t>(1, 5);
  const auto words = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::vector<double>>>(rc::gen::container<std::vector<double>>(
          n_cells, rc::gen::map(rc::gen::inRange(0, 30), [](int n) { return static_cast<double>(n); }))));
  std::vector<double> all(n_cells);
  double n = 0;
  for (const auto& word : words) {
    for (std::size_t c = 0; c < n_cells; ++c) all[c] += word[c], n += word[c];
  }
  RC_PRE(n > 0);
  const std::vector<double> found = word_information(bag_of(words));
  for (std::size_t w = 0; w < words.size(); ++w)
    RC_ASSERT(std::abs(found[w] - information(words[w], all)) < 1e-12);
}

// Rare words of a large corpus: 20 of 10^9 tokens in one class of two against 10 in each. The plain formula
// would round both to nothing.
TEST(WordRanking, TellsRareWordsApart) {
  const std::vector<double> found = word_information(bag_of({{20, 0}, {10, 10}, {5e8, 5e8}}));
  EXPECT_NEAR(found[0] / (20 * std::log(2) / 1e9), 1, 1e-6);
  EXPECT_NEAR(found[1], 0, 1e-22);
}

TEST(WordRanking, OfEqualsTheFirstStay) {
  EXPECT_THAT(most_of({0, 1, 2, 3, 4}, {1, 2, 1, 3, 1}, 3), ElementsAre(0, 1, 3));
  EXPECT_THAT(most_of({0, 2, 4}, {1, 2, 1, 3, 1}, 3), ElementsAre(0, 2, 4));
}

PlanOptions text_options(const std::string& family) {
  PlanOptions out;
  out.target = "y", out.text = {"x"}, out.family = family;
  out.text_options.max_features = 1;
  out.text_options.features_by = FeaturesBy::information;
  return out;
}

// "common" is the most frequent and says nothing; "much" has the most tokens of one class, all in one text,
// and "apart" stands in every text of that class.
const char* const kRanked =
    "y,x\n"
    "a,common apart much much much much much much much\n"
    "a,common apart\na,common apart\n"
    "b,common other\nb,common\nb,common thing\n";

TEST(WordRanking, CountsTokensOrTextsAsTheFamilyDoes) {
  EXPECT_THAT(trained(kRanked, text_options("multinomial")).parts()[0].values, ElementsAre("much"));
  EXPECT_THAT(trained(kRanked, text_options("complement")).parts()[0].values, ElementsAre("much"));
  EXPECT_THAT(trained(kRanked, text_options("bernoulli")).parts()[0].values, ElementsAre("apart"));
  PlanOptions weighed = text_options("multinomial");
  weighed.text_options.idf = true;
  EXPECT_THAT(trained(kRanked, weighed).parts()[0].values, ElementsAre("much"));
  weighed.text_options.features_by = FeaturesBy::frequency;
  weighed.text_options.tf = Tf::binary;
  EXPECT_THAT(trained(kRanked, weighed).parts()[0].values, ElementsAre("common"));
}

// What is chosen depends on the rows, and so forgetting some chooses anew.
TEST(WordRanking, ForgettingChoosesAnew) {
  const PlanOptions options = text_options("multinomial");
  const std::string first = std::string(kRanked).substr(0, std::string(kRanked).find("b,common other"));
  const std::string rest = "y,x\nb,common other\nb,common\nb,common thing\n";
  const std::string more = "y,x\nb,other other other other other other other other other other other other\n";
  const Plan plan = plan_of(kRanked, options);
  const Classifier model = Classifier::train(plan, opener(plan, kRanked));
  const Classifier learnt_more = model.learn(opener(plan, more));
  EXPECT_THAT(learnt_more.parts()[0].values, ElementsAre("other"));
  EXPECT_EQ(to_bytes(learnt_more.forget(opener(plan, more))), to_bytes(model));
  EXPECT_EQ(to_bytes(Classifier::train(plan, opener(plan, first)).learn(opener(plan, rest))),
            to_bytes(model));
}

}  // namespace
}  // namespace priory::testing
