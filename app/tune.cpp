// SPDX-License-Identifier: Apache-2.0
// priory tune MODEL DATA... -o NEW: the settings of a model, chosen again for these rows.
#include <fmt/format.h>

#include "priory/classifier.h"

#include "arguments/tune_arguments.h"

namespace priory::app {
namespace {

struct TuneModel {
  std::string model, output, calibration = "auto";
  std::vector<std::string> data;
  TuneArguments tuning;
  ReadArguments read;

  int run() {
    tuning.check();
    const Classifier old = load(model);
    if (old.plan().target.empty() || old.conditional_fit() != nullptr)
      throw Error(ErrorKind::usage,
                  fmt::format("{} has no settings that rows left out could choose: it has {}", model,
                              old.plan().target.empty() ? "no target" : "weights fitted to the classes"),
                  {}, "train learns from the rows anew");
    const TrainingRows rows = training_rows(read, old.plan(), data);
    for (const std::string& each : rows.notes()) note(each);
    const SearchSpace space{rows.plan(), {}, [&](const Plan& plan) { return rows.labelled(plan); }, {}};
    Tuned found = tune(space, tuning.options({}, calibration_methods(calibration), read.thread_count()), {},
                       progress("choosing"));
    if (!found.unsearched.empty())
      throw Error(ErrorKind::data, fmt::format("there is nothing to choose by: {}", found.unsearched), {},
                  "train --plan MODEL learns from them under the settings as they are");
    tuning.say(found);
    save_model(learnt(rows, found), output);
    report_counts(rows.counts());
    note(fmt::format("{} rows: {}", rows.counts().rows, output));
    return 0;
  }

  Classifier learnt(const TrainingRows& rows, Tuned& found) const {
    const Classifier out = rows.named(
        Classifier::train(found.plan, found.rows.open(), read.thread_count(), progress("learning")));
    const bool raw = found.calibration.method == CalibrationMethod::none;
    return (raw ? out : out.calibrated(found.calibration)).tuned(std::move(found.record));
  }
};

}  // namespace

Verb make_tune() {
  const auto self = std::make_shared<TuneModel>();
  Verb verb{"tune",
            "choose the settings of a model again, for these rows",
            {"priory tune mail.priory march.csv -o march.priory"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.model(self->model);
  arguments.rows(self->data).required = true;
  arguments.output_model(self->output, "the model file to write").required = true;
  arguments.group("Judged by rows left out");
  self->tuning.declare_choice(arguments);
  declare_calibrate(arguments, self->calibration);
  self->read.declare(arguments);
  verb.matter = {"--metric", "--calibrate", "--max-trials"};
  return verb;
}

}  // namespace priory::app
