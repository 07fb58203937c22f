// SPDX-License-Identifier: Apache-2.0
// A pool of models: its posterior is the mean of its members', and under one plan it is counted, merged,
// forgotten, left out and stored as one model is.
#include "priory/pool.h"

#include <cmath>
#include <random>

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

constexpr const char* kHeader = "y,u,v,kind,says\n";

double normal(Random& random) {
  return std::normal_distribution<double>()(random);
}

// Two numbers that tell the class together, a value that goes with it, one that does not; some cells missing.
std::vector<std::string> draw_rows(Random& random, std::size_t n) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t label = below(random, 3);
    const double u = normal(random), v = (label == 1 ? u : -u) + 0.5 * normal(random) + (label == 2 ? 2 : 0);
    const char* const kind = below(random, 3) == 0 ? "x" : label == 0 ? "p" : "q";
    out.push_back(fmt::format("{},{:.3f},{},{},{}\n", "abc"[label], u,
                              below(random, 15) == 0 ? "" : fmt::format("{:.3f}", v),
                              below(random, 15) == 0 ? "" : kind, below(random, 2) == 0 ? "m" : "n"));
  }
  return out;
}

std::string csv_of(const std::vector<std::string>& rows) {
  std::string out = kHeader;
  for (const std::string& row : rows) out += row;
  return out;
}

PlanOptions with_structure(const std::string& structure) {
  PlanOptions out = with_types("y", "");
  out.structure = structure;
  return out;
}

// Naive Bayes, averaged networks, one network and a group of numbers.
std::vector<Plan> member_plans(const std::vector<std::string>& rows) {
  std::vector<PlanOptions> options = {with_structure(""), with_structure("kdb-average"),
                                      with_structure("tan"), with_structure("aode"), with_structure("")};
  options[1].settings = parse_setting("members", "2");
  options.back().parts = parse_parts("u+v=gaussian-full");
  std::vector<Plan> out;
  for (const PlanOptions& each : options) {
    const Plan made = plan_of(csv_of(rows), each);
    out.push_back(decide(made, opener(made, csv_of(rows))));
  }
  return out;
}

Pool pool_of(const std::vector<std::string>& rows, std::span<const Plan> members) {
  return fit_pool(members,
                  [&](const Plan& plan) { return LabelledRows(plan, opener(plan, csv_of(rows)), 0, 1); });
}

Classifier counted(const Plan& plan, const std::vector<std::string>& rows, Way way = {}) {
  return Classifier::train(plan, opener(plan, csv_of(rows), way), way.threads);
}

struct Case {
  std::vector<std::string> rows;
  std::vector<Plan> members;
  Pool pool;
};

const Case& one_case() {
  static const Case out = [] {
    Random random(4);
    Case made;
    made.rows = draw_rows(random, 150);
    made.members = member_plans(made.rows);
    made.pool = pool_of(made.rows, made.members);
    return made;
  }();
  return out;
}

TEST(Pools, AreTheWeighedMeanOfTheirMembers) {
  const auto& [rows, members, pool] = one_case();
  ASSERT_GE(pool.plan.pool.size(), 2U);
  Random random(99);
  const std::string fresh = csv_of(draw_rows(random, 50));
  const std::vector<std::vector<double>> got = posteriors(counted(pool.plan, rows), fresh);
  std::vector<std::vector<double>> expected(got.size(), std::vector<double>(3));
  for (std::size_t m = 0, at = 0; m < members.size(); ++m) {
    if (pool.shares[m].weight == 0) continue;
    const PoolMember& member = pool.plan.pool[at++];
    EXPECT_EQ(member.weight, pool.shares[m].weight);
    const std::vector<std::vector<double>> own = posteriors(counted(members[m], rows), fresh);
    for (std::size_t row = 0; row < own.size(); ++row) {
      double total = 0;
      for (const double each : own[row]) total += std::exp(member.slope * each);
      for (std::size_t c = 0; c < 3; ++c)
        expected[row][c] += member.weight * std::exp(member.slope * own[row][c]) / total;
    }
  }
  for (std::size_t row = 0; row < got.size(); ++row) {
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(std::exp(got[row][c]), expected[row][c], 1e-12);
  }
}

// What no other weights can do better by more than the last step of EM: those with a tenth of one member's
// weight given to another.
TEST(Pools, WeightsAreTheLikeliest) {
  const auto& [rows, members, pool] = one_case();
  double sum = 0, best_alone = HUGE_VAL;
  for (const PoolShare& each : pool.shares)
    sum += each.weight, best_alone = std::min(best_alone, each.log_loss);
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_LT(pool.log_loss, best_alone + 1e-6);
  const LabelledRows kept(members[0], opener(members[0], csv_of(rows)), 0, 1);
  const auto fold_of_row = assign_folds(kept, {5, false, 1});
  std::vector<std::vector<double>> p(members.size());  // of the true class of each row, fold by fold
  for (std::size_t m = 0; m < members.size(); ++m) {
    const LabelledRows own(members[m], opener(members[m], csv_of(rows)), 0, 1);
    for (const Evaluation& fold : cross_validate(own, members[m], fold_of_row, {})) {
      for (std::size_t row = 0; row < fold.rows().size(); ++row) {
        double total = 0;
        double slope = 1;
        for (std::size_t k = 0, at = 0; k <= m; ++k) {
          if (pool.shares[k].weight == 0) continue;
          if (k == m) slope = pool.plan.pool[at].slope;
          ++at;
        }
        for (const double each : fold.rows().scores(row)) total += std::exp(slope * each);
        p[m].push_back(std::exp(slope * fold.rows().scores(row)[fold.rows().actual[row]]) / total);
      }
    }
  }
  const auto loss = [&](const std::vector<double>& weight) {
    double out = 0;
    for (std::size_t row = 0; row < p[0].size(); ++row) {
      double mixed = 0;
      for (std::size_t m = 0; m < p.size(); ++m) mixed += weight[m] * p[m][row];
      out -= std::log(mixed) / static_cast<double>(p[0].size());
    }
    return out;
  };
  std::vector<double> weight;
  for (const PoolShare& each : pool.shares) weight.push_back(each.weight);
  EXPECT_NEAR(loss(weight), pool.log_loss, 1e-9);
  for (std::size_t from = 0; from < weight.size(); ++from) {
    for (std::size_t to = 0; to < weight.size(); ++to) {
      if (weight[from] == 0 || weight[to] == 0 || from == to) continue;
      std::vector<double> other = weight;
      other[from] -= 0.1 * weight[from], other[to] += 0.1 * weight[from];
      EXPECT_GT(loss(other), pool.log_loss - 1e-4);
    }
  }
}

TEST(Pools, ShardsMergeAndForgetToTheBit) {
  const auto& [rows, members, pool] = one_case();
  const Plan plan = plan_from_json(plan_to_json(pool.plan), "law");
  const Classifier all = counted(plan, rows);
  const std::string bytes = to_bytes(all);
  EXPECT_EQ(bytes, to_bytes(counted(plan, rows, {3, 64, 7})));
  Random random(7);
  std::vector<std::string> shards[3];
  for (const std::string& row : rows) shards[below(random, 3)].push_back(row);
  const Classifier a = counted(plan, shards[0]), b = counted(plan, shards[1]), c = counted(plan, shards[2]);
  EXPECT_EQ(to_bytes(c.merge(a).merge(b)), bytes);
  EXPECT_EQ(to_bytes(all.forget(opener(plan, csv_of(shards[0])))), to_bytes(b.merge(c)));
  EXPECT_EQ(to_bytes(from_bytes(bytes, "law")), bytes);
  EXPECT_EQ(posteriors(from_bytes(bytes, "law"), csv_of(rows)), posteriors(all, csv_of(rows)));
  EXPECT_THROW(a.merge(counted(members[0], shards[1])), Error);
}

TEST(Pools, ARowLeftOutIsTrainingOnTheOthersToTheDigit) {
  const auto& [rows, members, pool] = one_case();
  const std::vector<std::string> some(rows.begin(), rows.begin() + 40);
  const LabelledRows kept(pool.plan, opener(pool.plan, csv_of(some)), 0, 1);
  const Evaluation judged = leave_one_out(kept, pool.plan, {});
  for (std::size_t row = 0; row < some.size(); ++row) {
    std::vector<std::string> others = some;
    others.erase(others.begin() + static_cast<long>(row));
    const std::vector<double> expected = posteriors(counted(pool.plan, others), csv_of({some[row]}))[0];
    for (std::size_t c = 0; c < expected.size(); ++c)
      EXPECT_EQ(judged.rows().scores(row)[c], expected[c]) << row;
  }
}

TEST(Pools, ReasonsSumToTheScore) {
  const auto& [rows, members, pool] = one_case();
  const Classifier model = counted(pool.plan, rows);
  const auto chunks = opener(pool.plan, csv_of(rows))();
  const std::size_t n_pooled = pool.plan.pool.size();
  std::size_t n = 0;
  model.explain(*chunks, 0, 40, [&](const Explanation& each) {
    std::vector<double> sum(3);
    std::size_t n_members = 0;
    for (const Reason& reason : each.reasons) {
      n_members += reason.feature.starts_with("member ");
      for (std::size_t c = 0; c < reason.log_p.size(); ++c) sum[c] += reason.log_p[c];
    }
    EXPECT_EQ(n_members, n_pooled);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(sum[c], each.log_scores[c], 1e-9);
    ++n;
  });
  EXPECT_EQ(n, 40U);
}

TEST(Pools, RefuseWhatNeedsADistribution) {
  const auto& [rows, members, pool] = one_case();
  const Classifier model = counted(pool.plan, rows);
  EXPECT_THROW(model.sample({}, [](const Chunk&) {}), Error);
  EXPECT_THROW(model.linear(), Error);
  EXPECT_FALSE(model.has_linear());
  EXPECT_THROW(fit_pool({}, {}), Error);
}

}  // namespace
}  // namespace priory::testing
