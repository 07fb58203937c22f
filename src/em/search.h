// SPDX-License-Identifier: Apache-2.0
// Runs one start of EM after the other and keeps the best.
#pragma once

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "em/climb.h"

namespace priory {

// Whether a is the better of two ends: a class that fell onto single rows has a likelihood without bound,
// which says nothing.
inline bool is_better(const EmRun& a, const EmRun& b) {
  if (a.collapsed != b.collapsed) return b.collapsed;
  return a.objective > b.objective;
}

class EmSearch {
 public:
  EmSearch(const EmProblem& problem, const EmOptions& options, const OnStep& on_step, EmReport& report)
      : problem_(problem), options_(options), on_step_(on_step), report_(report) {}

  // start(seeder) gives the model to begin with.
  template <class MakeStart>
  EmRun best_of(std::size_t starts, bool seeded, const CellSums& all, const MakeStart& start) {
    std::optional<EmRun> best;
    std::vector<End> ends;
    for (std::size_t number = 1; number <= starts; ++number) {
      Seeder seeder(problem_, all, options_.seed * 0x10001 + number);
      EmRun run =
          attempt(number, seeded ? &seeder : nullptr, start, seeder, best.has_value(), number < starts);
      ++report_.starts;
      const bool stopped = run.stopped;
      if (!run.counted && !stopped) continue;  // it failed, and the others are still to come
      if (!run.counted) break;                 // stopped before the first step
      ends.push_back({run.objective, run.collapsed});
      if (!best || is_better(run, *best)) best = std::move(run);
      if (stopped) break;
    }
    if (!best) throw Error(ErrorKind::interrupted, "interrupted; nothing was written");
    for (const End& end : ends) {
      report_.collapsed += end.collapsed ? 1U : 0U;
      const bool same = std::abs(end.objective - best->objective) <= kSame * (std::abs(best->objective) + 1);
      report_.reached += same && end.collapsed == best->collapsed ? 1U : 0U;
    }
    report_.log_likelihood = best->log_likelihood, report_.objective = best->objective;
    report_.iterations = best->iterations, report_.converged = best->converged;
    return std::move(*best);
  }

 private:
  static constexpr double kSame = 1e-6;

  struct End {
    double objective;
    bool collapsed;
  };

  template <class MakeStart>
  EmRun attempt(std::size_t number, Seeder* revive, const MakeStart& start, Seeder& seeder, bool have_best,
                bool have_more) {
    try {
      Climb climb(problem_, options_, number, revive, report_, on_step_);
      EmRun run = climb(start(seeder));
      report_.interrupted = report_.interrupted || run.interrupted;
      return run;
    } catch (const Error& error) {
      const bool interrupted = error.kind() == ErrorKind::interrupted;  // between the starts
      if (!have_best && (interrupted || !have_more)) throw;
      if (!interrupted) report_.notes.push_back(error.message());
      report_.interrupted = report_.interrupted || interrupted;
      EmRun none;
      none.stopped = interrupted;
      return none;
    }
  }

  const EmProblem& problem_;
  const EmOptions& options_;
  const OnStep& on_step_;
  EmReport& report_;
};

}  // namespace priory
