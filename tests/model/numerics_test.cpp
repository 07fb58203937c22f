// SPDX-License-Identifier: Apache-2.0
// Hard cases in the manner of NIST's reference data sets: large means, small deviations. The certified mean
// and standard deviation (divisor n - 1) are known exactly; they must come out right to 15 digits, whatever
// the chunks, threads and shards.
#include <gmock/gmock.h>

#include "model/scorer.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

struct Certified {
  const char* name;
  std::vector<std::string> values;
  double mean, deviation;
};

// The centre once, and 500 times one step below and one above.
std::vector<std::string> alternating(const std::string& centre, const std::string& low,
                                     const std::string& high) {
  std::vector<std::string> out = {centre};
  for (int k = 0; k < 500; ++k) out.push_back(low), out.push_back(high);
  return out;
}

std::vector<Certified> numacc() {
  return {{"NumAcc1", {"10000001", "10000003", "10000002"}, 10000002, 1},
          {"NumAcc2", alternating("1.2", "1.1", "1.3"), 1.2, 0.1},
          {"NumAcc3", alternating("1000000.2", "1000000.1", "1000000.3"), 1000000.2, 0.1},
          {"NumAcc4", alternating("10000000.2", "10000000.1", "10000000.3"), 10000000.2, 0.1}};
}

std::string csv_of(const std::vector<std::string>& values) {
  std::string out = "y,x\n";
  for (const std::string& value : values) out += "c," + value + "\n";
  return out;
}

PlanOptions unbiased() {
  PlanOptions out = with_types("y", "x=gaussian");
  out.settings = {{"unbiased", "", 1}, {"var-smoothing", "", 0}};
  return out;
}

void expect_certified(const Classifier& model, const Certified& data) {
  const auto part = model.parts()[0];
  EXPECT_NEAR(part.parameters[0].data[0] / data.mean, 1, 1e-15) << data.name;
  // The decimals are rounded to doubles before we see them: 0.1 at 1e7 has a relative error of up to 1e-8.
  const double read_error = std::nextafter(data.mean, HUGE_VAL) - data.mean;
  EXPECT_NEAR(std::sqrt(part.parameters[1].data[0]), data.deviation, read_error + 1e-15) << data.name;
}

// The variance of the doubles that were read, in rationals: that must be met to the last digit.
double exact_variance(const std::vector<std::string>& values) {
  mpq_class sum, squares;
  for (const std::string& text : values) {
    const mpq_class x(std::stod(text));
    sum += x, squares += x * x;
  }
  const mpq_class n(values.size());
  return mpq_class((squares - sum * sum / n) / (n - 1)).get_d();
}

TEST(Numerics, NumAccIsRightForAnyThreadsAndChunks) {
  for (const Certified& data : numacc()) {
    for (const Way way : {Way{1, 1 << 20, 1024}, Way{2, 64, 1}, Way{7, 1, 3}}) {
      const Classifier model = trained(csv_of(data.values), unbiased(), way);
      expect_certified(model, data);
      EXPECT_NEAR(model.parts()[0].parameters[1].data[0] / exact_variance(data.values), 1, 1e-15)
          << data.name;
    }
  }
}

TEST(Numerics, NumAccIsRightAfterMergesInAnyOrder) {
  Random random(4);
  for (const Certified& data : numacc()) {
    const auto plan = std::make_shared<const Plan>(plan_of(csv_of(data.values), unbiased()));
    std::vector<NamedSums> shards(7, NamedSums(plan));
    for (const std::string& value : data.values)
      shards[below(random, shards.size())].merge(learnt(plan, csv_of({value})));
    std::shuffle(shards.begin(), shards.end(), random);
    for (std::size_t k = 1; k < shards.size(); ++k) shards[0].merge(shards[k]);
    shards[0].canonicalise();
    const Classifier model = classifier_of(std::make_shared<const NamedSums>(shards[0]));
    expect_certified(model, data);
    EXPECT_EQ(to_bytes(model), to_bytes(trained(csv_of(data.values), unbiased())));
  }
}

TEST(Numerics, AMillionWordsGiveNoNan) {
  constexpr std::size_t kWords = 1'000'000;
  auto plan = std::make_shared<Plan>(plan_of("y,text\na,x y\nb,y\n", with_types("y", "text=text")));
  Dictionary words, classes;
  classes.insert("a"), classes.insert("b");
  Chunk chunk;
  chunk.n_rows = 2;
  chunk.columns.resize(1);
  chunk.columns[0].kind = CellKind::bag, chunk.columns[0].dictionary = &words;
  chunk.target.kind = CellKind::codes, chunk.target.dictionary = &classes, chunk.target.codes = {0, 1};
  Bag& bag = chunk.columns[0].bag;
  for (std::uint32_t k = 0; k < kWords; ++k) words.insert(std::to_string(k));
  for (std::uint32_t k = 0; k < kWords; ++k) bag.word.push_back(k), bag.count.push_back(1 + k % 3);
  bag.end_row(false);
  for (std::uint32_t k = 0; k < kWords; k += 2) bag.word.push_back(k), bag.count.push_back(1);
  bag.end_row(false);
  auto statistics = std::make_shared<NamedSums>(plan);
  statistics->accumulate(chunk);
  statistics->canonicalise();
  const Classifier model = classifier_of(statistics);
  Scorer scorer(state_of(model));
  const ScoredChunk scored = scorer.posterior(chunk);
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(best_class(scored.row(row)), row);
    EXPECT_NEAR(std::exp(scored.row(row)[0]) + std::exp(scored.row(row)[1]), 1, 1e-15);
  }
  EXPECT_EQ(model.free_parameters(), 1 + 2. * (kWords - 1));
}

TEST(Numerics, AMillionDeviationsAwayHasAPosterior) {
  const Classifier model = trained("y,x\na,-1\na,1\nb,-2\nb,2\n", with_types("y", "x=gaussian"));
  const auto far = posteriors(model, "x\n1e6\n1e308\n-1e308\n");
  EXPECT_NEAR(far[0][1], 0, 1e-12);  // the wider class
  for (const auto& row : far) EXPECT_NEAR(std::exp(row[0]) + std::exp(row[1]), 1, 1e-12);
}

}  // namespace
}  // namespace priory::testing
