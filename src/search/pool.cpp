// SPDX-License-Identifier: Apache-2.0
#include "priory/pool.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluate/losses.h"
#include "model/classifier_state.h"
#include "plan/pool_plan.h"
#include "search/makers.h"

namespace priory {
namespace {

constexpr std::size_t kFolds = 5, kRounds = 200;
constexpr double kLeastWeight = 0.01;  // of a member that is worth its parts
constexpr double kLeastRise = 1e-7;    // of the mean log probability of a row in a round

// What a member says of every row, by a model that has not seen the row; with its temperature.
struct Judged {
  PoolMember member;
  std::string name;
  ScoredRows rows;
};

// The rows of all folds, one fold after the other: the same order for every member, which have the same
// folds.
ScoredRows together(const std::vector<Evaluation>& folds) {
  ScoredRows out;
  out.n_classes = folds[0].rows().n_classes;
  for (const Evaluation& fold : folds) {
    const ScoredRows& rows = fold.rows();
    out.actual.insert(out.actual.end(), rows.actual.begin(), rows.actual.end());
    out.predicted.insert(out.predicted.end(), rows.predicted.begin(), rows.predicted.end());
    out.weight.insert(out.weight.end(), rows.weight.begin(), rows.weight.end());
    out.log_posterior.insert(out.log_posterior.end(), rows.log_posterior.begin(), rows.log_posterior.end());
  }
  return out;
}

std::span<double> scores_of(ScoredRows& rows, std::size_t row) {
  return {rows.log_posterior.data() + row * rows.n_classes, rows.n_classes};
}

// A class that only one fold has is unknown to its models: such rows tell nothing.
bool known(const ScoredRows& rows, std::size_t row) {
  return rows.actual[row] < rows.n_classes;
}

double log_loss_of(const ScoredRows& rows) {
  double sum = 0, weight = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!known(rows, row)) continue;
    const auto w = static_cast<double>(rows.weight[row]);
    sum -= w * rows.scores(row)[rows.actual[row]], weight += w;
  }
  return sum / weight;
}

Judged judge(const Plan& plan, const LabelledRows& rows, const std::vector<std::uint32_t>& fold_of_row,
             unsigned threads, const Tick& tick) {
  Judged out;
  out.rows = together(cross_validate(rows, plan, fold_of_row, {}, threads, tick));
  out.member.slope = calibrate(out.rows, CalibrationMethod::temperature).slope;
  for (std::size_t row = 0; row < out.rows.size(); ++row) soften(scores_of(out.rows, row), out.member.slope);
  return out;
}

// The weights under which the rows are likeliest: a mixture of the members, with the rows as its data
// (Dempster, Laird and Rubin 1977).
class Weights {
 public:
  explicit Weights(const std::vector<Judged>& members) : n_(members.size()) {
    for (std::size_t row = 0; row < members[0].rows.size(); ++row) {
      if (!known(members[0].rows, row)) continue;
      for (const Judged& each : members) p_.push_back(std::exp(each.rows.scores(row)[each.rows.actual[row]]));
      of_row_.push_back(static_cast<double>(members[0].rows.weight[row]));
    }
  }

  std::vector<double> fit(const std::vector<bool>& wanted) const {
    const auto n_wanted = static_cast<double>(std::ranges::count(wanted, true));
    std::vector<double> weight(n_);
    for (std::size_t m = 0; m < n_; ++m) weight[m] = wanted[m] ? 1 / n_wanted : 0;
    double before = -HUGE_VAL;
    for (std::size_t round = 0; round < kRounds; ++round) {
      const double now = step(weight);
      if (now - before < kLeastRise) break;
      before = now;
    }
    return weight;
  }

 private:
  // One step of EM; the mean log probability before it.
  double step(std::vector<double>& weight) const {
    std::vector<double> share(n_);
    double total = 0, log_p = 0;
    for (std::size_t row = 0; row < of_row_.size(); ++row) {
      const double* p = &p_[row * n_];
      const double sum = std::inner_product(p, p + n_, weight.begin(), 0.0);
      if (!(sum > 0)) continue;  // no member thinks it possible: it says nothing of them
      for (std::size_t m = 0; m < n_; ++m) share[m] += of_row_[row] * weight[m] * p[m] / sum;
      total += of_row_[row], log_p += of_row_[row] * std::log(sum);
    }
    if (!(total > 0)) return 0;
    for (std::size_t m = 0; m < n_; ++m) weight[m] = share[m] / total;
    return log_p / total;
  }

  std::size_t n_;
  std::vector<double> p_, of_row_;  // of each row: what the members say of its class; its weight
};

ScoredRows mixed_rows(const std::vector<Judged>& members) {
  ScoredRows out = members[0].rows;
  std::ranges::fill(out.log_posterior, 0.0);
  for (const Judged& each : members) {
    for (std::size_t k = 0; each.member.weight > 0 && k < out.log_posterior.size(); ++k)
      out.log_posterior[k] += each.member.weight * std::exp(each.rows.log_posterior[k]);
  }
  for (double& each : out.log_posterior) each = std::log(each);
  return out;
}

void set_weights(std::vector<Judged>& members) {
  const Weights weights(members);
  std::vector<bool> wanted(members.size(), true);
  std::vector<double> found = weights.fit(wanted);
  for (std::size_t m = 0; m < found.size(); ++m) wanted[m] = found[m] >= kLeastWeight;
  found = weights.fit(wanted);
  for (std::size_t m = 0; m < found.size(); ++m) members[m].member.weight = found[m];
}

// Covariances of classes lean on what classes have in common; of columns in units of their own.
void smooth_groups(Plan& plan) {
  for (PartPlan& part : plan.parts) {
    if (part.kind != CellKind::reals || part.columns.size() < 2) continue;
    for (auto& [name, value] : part.settings) {
      if (name == "pooling") value = 0.3;
      if (name == "shrinkage") value = 0.03;
      if (name == "standardise") value = 1;
    }
  }
}

}  // namespace

Pool fit_pool(std::span<const Plan> members, const std::function<LabelledRows(const Plan&)>& rows_of,
              unsigned threads, const Tick& tick) {
  if (members.empty()) throw Error(ErrorKind::usage, "a pool needs a model to begin with");
  std::vector<Judged> judged;
  std::vector<Plan> plans;
  std::vector<std::uint32_t> fold_of_row;
  for (const Plan& plan : members) {
    const LabelledRows rows = rows_of(plan);
    if (fold_of_row.empty()) fold_of_row = assign_folds(rows, {kFolds, false, 1});
    judged.push_back(judge(plan, rows, fold_of_row, threads, tick));
    plans.push_back(decide(plan, rows.open(), threads, tick));
  }
  set_weights(judged);
  Pool out;
  const ScoredRows mixed = mixed_rows(judged);
  out.calibration = calibrate(mixed, CalibrationMethod::temperature);
  out.log_loss = log_loss_of(mixed);
  std::vector<Plan> chosen;
  std::vector<PoolMember> weighed;
  for (std::size_t m = 0; m < plans.size(); ++m) {
    const Plan alone = pool_plan({&plans[m], 1}, {&judged[m].member, 1});
    out.shares.push_back({member_name(alone, 0), judged[m].member.weight, log_loss_of(judged[m].rows)});
    if (judged[m].member.weight > 0) chosen.push_back(plans[m]), weighed.push_back(judged[m].member);
  }
  out.plan = pool_plan(chosen, weighed);
  return out;
}

std::vector<Plan> pool_candidates(const SearchSpace& space, const std::vector<std::string>& names) {
  TuneOptions options;
  options.candidates = {names.begin(), names.end()};
  if (names.empty())
    options.candidates = {"bins",         "tan", "aode", "hnb", "kdb", "kdb-average", "gaussian-shared",
                          "gaussian-full"};
  std::vector<Plan> out;
  for (const PlanCandidate& each : make_candidates({space, options}, table_makers())) {
    out.push_back(each.plan);
    smooth_groups(out.back());
  }
  return out;
}

LearntPool learn_pool(const TrainingRows& rows, const std::vector<std::string>& candidates,
                      const MakeTick& progress) {
  const auto tick = [&](const char* work) { return progress ? progress(work) : Tick(); };
  const RowsOf rows_of = [&](const Plan& plan) { return rows.labelled(plan); };
  const SearchSpace space{rows.plan(), rows.options(), rows_of,
                          [&](const PlanOptions& by) { return rows.plan_of(by); }};
  Pool found = fit_pool(pool_candidates(space, candidates), rows_of, rows.threads(), tick("weighing"));
  const Plan plan = rows.fitted(found.plan);
  const Classifier model = Classifier::train(plan, rows_of(plan).open(), rows.threads(), tick("learning"));
  return {rows.named(model).calibrated(found.calibration), std::move(found.shares), found.log_loss};
}

std::vector<std::string> structure_names() {
  return {"tan", "aode", "hnb", "kdb", "kdb-average"};
}

}  // namespace priory
