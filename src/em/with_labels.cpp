// SPDX-License-Identifier: Apache-2.0
#include "em/with_labels.h"

#include "em/problem.h"
#include "em/search.h"

namespace priory {

EmProblem problem_with_labels(const HiddenRows& rows, const EmOptions& options, unsigned threads,
                              const Tick& tick) {
  if (rows.classes().empty())
    throw Error(ErrorKind::data, "no row has a class", {}, "to find classes of its own, use cluster");
  Dictionary names;
  for (const std::string& name : rows.classes()) names.insert(name);
  return problem_of(rows, kept_rows(rows).vocabulary().plan(), std::move(names), options, threads, tick);
}

EmRun climb_with_labels(const EmProblem& problem, const EmOptions& options, const OnStep& on_step,
                        EmReport& report) {
  const CellSums all = count_all(problem);
  const bool seeded = options.components > 1;
  EmSearch search(problem, options, on_step, report);
  return search.best_of(seeded ? options.restarts : 1, seeded, all, [&](Seeder& seeder) {
    return seeded ? seeder.start() : problem.estimate(count_labelled(problem));
  });
}

}  // namespace priory
