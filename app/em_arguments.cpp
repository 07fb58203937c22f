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

OnStep EmArguments::watch(bool single) const {
  struct State {
    EmStep last;
  };
  const auto state = std::make_shared<State>();
  return [state, single](const EmStep& step) {
    if (single) {
      note(fmt::format("iteration {}: log-likelihood {}", step.iteration, step.log_likelihood));
    } else if (step.restart != state->last.restart && state->last.iteration > 0) {
      note(fmt::format("start {}: {} iterations, log-likelihood {}", state->last.restart,
                       state->last.iteration, state->last.log_likelihood));
    }
    state->last = step;
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

void EmArguments::say(const EmReport& report) const {
  for (const std::string& text : report.notes) note(text);
  if (report.starts > 1) {
    const EmStep& last = report.trace.back();
    note(fmt::format("start {}: {} iterations, log-likelihood {}", last.restart, last.iteration,
                     last.log_likelihood));
    note(fmt::format("{} of {} starts reached the best", report.reached, report.starts));
    if (report.collapsed > 0)
      note(fmt::format(
          "in {} of {} starts a class shrank onto a single row; {}", report.collapsed, report.starts,
          report.collapsed == report.starts ? "ask for fewer classes, or smooth (--ridge, --alpha)"
                                            : "others were preferred"));
  }
  if (!report.converged && !report.interrupted && options.tolerance > 0)
    note(fmt::format("not converged after {} iterations (--max-iterations)", report.iterations));
  if (report.interrupted) note("interrupted: the best so far is kept");
}

}  // namespace priory::app
