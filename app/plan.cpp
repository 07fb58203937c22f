// SPDX-License-Identifier: Apache-2.0
// priory plan DATA... --target COL -o PLAN: decides what train would, and learns nothing.
#include <fmt/format.h>

#include "arguments/tune_arguments.h"

namespace priory::app {
namespace {

struct MakePlan {
  std::vector<std::string> data;
  std::string output;
  ReadArguments read;
  PlanArguments shape;
  MemoryArguments memory;
  TuneArguments tuning;

  int run() {
    tuning.take_structure(shape);
    tuning.check();
    tuning.settle(shape.leaves_choice(), memory);
    TrainingOptions training = training_options(read);
    training.target_needed = false;
    TrainingRows rows = training_rows(read, shape.finish(), data, training);
    const bool hidden = rows.plan().target.empty();
    if (hidden) check_hidden(rows.plan());
    if (hidden) tuning.choosing = false;
    tuning.settle_for(rows);
    rows.fit_to(
        {memory.bytes(), 1, tuning.choosing ? kJudgingCopies : 1, read.thread_count(), tuning.choosing},
        !hidden);
    const Plan plan = decided(rows, hidden);
    save_plan(plan, output);
    report_roles(rows.plan());
    memory.say(rows.limits(plan));
    report_counts(rows.counts());
    note(fmt::format("{} {}{}: {}", plan.parts.size(), plan.parts.size() == 1 ? "part" : "parts",
                     hidden ? ", no target" : fmt::format(", target '{}'", plan.target), output));
    return 0;
  }

  Plan decided(const TrainingRows& rows, bool hidden) const {
    const unsigned threads = rows.threads();
    if (hidden) return decide(rows.plan(), rows.opener(false), threads, progress("deciding"));
    if (!tuning.choosing) return decide(rows.plan(), rows.counter(), threads, progress("deciding"));
    const RowsOf rows_by = [&](const Plan& plan) { return rows.labelled(plan); };
    const Tuned tuned =
        tuning.choose(rows, rows_by, shape.given(), calibration_methods("auto"), read.thread_count());
    return decide(rows.fitted(tuned.plan), tuned.rows.open(), threads, progress("deciding"));
  }

  // Without a target it is for cluster, or for a network of all columns.
  void check_hidden(const Plan& plan) const {
    if (tuning.asked)
      throw Error(ErrorKind::usage, "--search judges rows by their class, and there is no --target");
    if (memory.bytes() > 0 && plan.structure.empty())
      throw Error(ErrorKind::usage, "--max-memory depends on the number of classes, and there is no --target",
                  {}, "give --max-memory to cluster, without --plan");
  }
};

}  // namespace

Verb make_plan_verb() {
  const auto self = std::make_shared<MakePlan>();
  Verb verb{"plan",
            "decide how rows are modelled, and learn nothing",
            {"priory plan monday.csv --target label -o mail.plan.json",
             "priory plan sample.csv --target vote --search -o votes.plan.json",
             "priory plan answers.csv -o answers.plan.json"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments.text("-o,--output", "PLAN", self->output, "the plan file to write: JSON").writes().required =
      true;
  arguments.group("Judged by rows left out");
  self->tuning.declare(arguments);
  self->shape.declare(arguments);
  self->memory.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--target", "--types", "--family", "--text", "--ignore", "--tune", "--na"};
  return verb;
}

}  // namespace priory::app
