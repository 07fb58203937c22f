// SPDX-License-Identifier: Apache-2.0
// What `cluster` and `train --unlabelled` share: how EM goes, and what it tells on the way.
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <ostream>

#include "command.h"
#include "ranks.h"

namespace priory::app {

void EmArguments::declare(Arguments& arguments) {
  arguments.group("EM");
  arguments.flag("--hard", options.hard, "give each row to its most probable class alone");
  arguments.flag("--anneal", options.anneal,
                 "deterministic annealing: begin with flat responsibilities, against bad local maxima");
  arguments.count("--max-iterations", "N", options.max_iterations, "at most so many; 10000 when not given",
                  0);
  arguments.number(
      "--tolerance", "T", options.tolerance, 0, 1,
      "stop when the objective gains less than this share of itself; 1e-10 when not given; 0 makes "
      "exactly --max-iterations");
  arguments.count("--restarts", "N", options.restarts,
                  "random starts, of which the best is kept; 10 when not given");
  arguments.seed(options.seed);
  arguments
      .text("--trace", "FILE", trace, "CSV of every iteration: restart,iteration,log_likelihood,objective")
      .writes();
}

std::string EmArguments::given() const {
  const EmOptions none;
  if (options.hard) return "--hard";
  if (options.anneal) return "--anneal";
  if (options.max_iterations != none.max_iterations) return "--max-iterations";
  if (options.tolerance != none.tolerance) return "--tolerance";
  if (options.restarts != none.restarts) return "--restarts";
  if (options.seed != none.seed) return "--seed";
  return trace.empty() ? "" : "--trace";
}

namespace {

std::string start_text(const EmStep& last) {
  return fmt::format("start {}: {} {}, log-likelihood {}", last.restart, last.iteration,
                     last.iteration == 1 ? "iteration" : "iterations", last.log_likelihood);
}

}  // namespace

OnStep EmArguments::watch(Tell tell) const {
  const auto last = std::make_shared<EmStep>();
  return [last, tell](const EmStep& step) {
    if (step.restart > 0) {
      if (step.restart != last->restart && last->iteration > 0) tell(start_text(*last));
      if (is_verbose())
        detail(fmt::format("iteration {}: log-likelihood {}", step.iteration, step.log_likelihood));
      *last = step;
    }
    return !any_rank(was_interrupted());
  };
}

void EmArguments::write_trace(const EmReport& report) const {
  if (trace.empty()) return;
  write_file(trace, [&](std::ostream& out) {
    out << "restart,iteration,log_likelihood,objective\n";
    for (const EmStep& step : report.trace)
      out << fmt::format("{},{},{},{}\n", step.restart, step.iteration, step.log_likelihood, step.objective);
  });
}

void EmArguments::say(const EmReport& report, Tell tell) const {
  for (const std::string& text : report.notes) detail(text);
  if (!report.trace.empty()) tell(start_text(report.trace.back()));
  if (report.starts > 1) tell(fmt::format("{} of {} starts reached the best", report.reached, report.starts));
  if (report.collapsed > 0)
    tell(fmt::format("in {} of {} {} a class shrank onto a single row or value; {}", report.collapsed,
                     report.starts, report.starts == 1 ? "start" : "starts",
                     report.collapsed == report.starts ? "ask for fewer classes, or smooth (--ridge, --alpha)"
                                                       : "others were preferred"));
  if (!report.converged && !report.interrupted && options.tolerance > 0)
    tell(fmt::format("not converged after {} iterations (--max-iterations)", report.iterations));
  if (report.interrupted) note("interrupted: the best so far is kept");
}

}  // namespace priory::app
