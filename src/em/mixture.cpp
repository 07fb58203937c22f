// SPDX-License-Identifier: Apache-2.0
// EM: the best of several starts, as a model.
#include "priory/mixture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "em/choose.h"
#include "em/problem.h"
#include "em/resolution.h"
#include "em/search.h"
#include "em/shrunk_class.h"
#include "em/with_labels.h"
#include "model/estimate.h"

namespace priory {
namespace {

std::vector<std::uint32_t> by_size(const CellSums& counted) {
  std::vector<std::uint32_t> out(counted.class_count.cells());
  std::iota(out.begin(), out.end(), 0U);
  std::stable_sort(out.begin(), out.end(),
                   [&](auto a, auto b) { return counted.total(a) > counted.total(b); });
  return out;
}

// The objectives of one start.
std::vector<double> objectives_of(const EmReport& report, std::size_t start) {
  std::vector<double> out;
  for (const EmStep& step : report.trace) {
    if (step.restart == start) out.push_back(step.objective);
  }
  return out;
}

Classifier learnt_model(const EmProblem& problem, const CellSums& counted, const EmRun& run,
                        const EmReport& report) {
  NamedSums statistics = problem.statistics(counted.canonical());
  statistics.set_trace(objectives_of(report, run.number));
  if (run.as_given) statistics.give(given_of(*run.model));
  return classifier_of(std::make_shared<const NamedSums>(std::move(statistics)));
}

// The likelihood at its maximum, from where EM with a prior ended: EM without one. Where that fails (a class
// without a row has no estimate then), what was reached.
double maximum_from(const EmProblem& problem, EmOptions options, const EmRun& reached,
                    const OnStep& on_step) {
  options.anneal = false;
  EmReport aside;
  try {
    const EmRun run = Climb(problem, options, 0, nullptr, aside, on_step)(reached.model);
    if (run.counted && std::isfinite(run.log_likelihood))
      return std::max(run.log_likelihood, reached.log_likelihood);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) throw;
  }
  return reached.log_likelihood;
}

EmResult finished(const EmProblem& problem, const CellSums& counted, const EmRun& run, EmReport report) {
  Classifier learnt = learnt_model(problem, counted, run, report);
  EmResult out(std::move(report), std::move(learnt));
  out.n_rows = problem.rows.total_weight();
  out.warnings = shrunk_texts(state_of(out.model));
  if (problem.how.held_out.share > 0) {
    EStep judge = problem.how;
    judge.count = false, judge.hard = false, judge.held_out.only = true;
    out.held_out_log_likelihood = problem.expect(state_of(out.model), judge).log_likelihood();
  }
  return out;
}

Dictionary names_of(std::size_t k) {
  Dictionary out;
  for (std::size_t c = 0; c < k; ++c) out.insert(std::to_string(c + 1));
  return out;
}

Plan without_prior(Plan plan) {
  for (PartPlan& part : plan.parts) {
    for (auto& [name, value] : part.settings) {
      if (name == "alpha") value = 0;
    }
  }
  plan.prior.alpha = 0;
  return plan;
}

}  // namespace

EmResult cluster(const HiddenRows& rows, std::size_t k, const EmOptions& options, const Start* start,
                 unsigned threads, const OnStep& on_step, const Tick& tick) {
  if (k == 0 || k > rows.n_rows())
    throw Error(ErrorKind::usage,
                fmt::format("{} hidden classes cannot be told from {} rows", k, rows.n_rows()));
  const Dictionary names = names_of(k);
  Plan plan = kept_rows(rows).vocabulary().plan();
  // The parameters of a given start are used as they stand, and may lie below a floor.
  if (options.variance_floor && start == nullptr) plan = with_floors(std::move(plan), rows.variance_floors());
  const EmProblem problem = problem_of(rows, plan, names, options, threads, tick);
  const CellSums all = count_all(problem);
  EmReport report;
  EmSearch search(problem, options, on_step, report);
  const EmRun best = search.best_of(
      start != nullptr ? 1 : options.restarts, start == nullptr, all,
      [&](Seeder& seeder) { return start != nullptr ? start_from(problem, *start, all) : seeder.start(); });
  if (start != nullptr || best.as_given) return finished(problem, *best.counted, best, std::move(report));
  EmResult out = finished(problem, best.counted->select(problem.vocabulary->parts(), by_size(*best.counted)),
                          best, std::move(report));
  if (!options.judge || out.interrupted) return out;
  try {
    const EmProblem plain = problem_of(rows, without_prior(plan), names, options, threads, tick);
    out.tried = tried_of(out, problem, maximum_from(plain, options, best, on_step));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::interrupted) throw;
    out.interrupted = true;
  }
  return out;
}

double maximum_of_starts(const HiddenRows& rows, std::size_t k, const EmOptions& options, unsigned threads,
                         const OnStep& on_step, const Tick& tick) {
  Plan plan = without_prior(kept_rows(rows).vocabulary().plan());
  if (options.variance_floor) plan = with_floors(std::move(plan), rows.variance_floors());
  const EmProblem problem = problem_of(rows, plan, names_of(k), options, threads, tick);
  const CellSums all = count_all(problem);
  const OnStep aside = [&](EmStep step) {
    step.restart = 0;
    return !on_step || on_step(step);
  };
  EmReport report;
  return EmSearch(problem, options, aside, report)
      .best_of(options.restarts, true, all, [](Seeder& seeder) { return seeder.start(); })
      .log_likelihood;
}

EmResult train_with_unlabelled(const HiddenRows& rows, const EmOptions& options, unsigned threads,
                               const OnStep& on_step, const Tick& tick) {
  const EmProblem problem = problem_with_labels(rows, options, threads, tick);
  EmReport report;
  const EmRun best = climb_with_labels(problem, options, on_step, report);
  return finished(problem, *best.counted, best, std::move(report));
}

}  // namespace priory
