// SPDX-License-Identifier: Apache-2.0
// priory update MODEL DATA... and priory forget MODEL DATA...: the model learns more rows, or unlearns some.
#include <algorithm>
#include <fmt/format.h>

#include "priory/front_end.h"

#include "arguments/refit_arguments.h"

namespace priory::app {
namespace {

struct Change {
  bool forgets;
  std::string model_path, types, ignore;
  std::vector<std::string> data;
  RefitArguments refit;
  double decay = 1;
  bool backup = false, strict = false;
  ReadArguments read;

  int run() const {
    if (!(decay > 0)) throw Error(ErrorKind::usage, "--decay takes a number above 0 and up to 1");
    ReadCounts counts;
    std::uint64_t n_left_out = 0;
    bool was_calibrated = false;
    const auto change = [&](const Classifier& model) {
      was_calibrated = model.calibration() != nullptr && model.conditional_fit() == nullptr;
      if (model.conditional_fit() != nullptr && !refit.with.empty())
        return refit.fit(model, changed(model.generative(), counts, n_left_out), read);
      const Classifier out = changed(model, counts, n_left_out);
      refit.refuse_idle();
      return strict ? out.uncalibrated() : out;
    };
    const Classifier now = change_file(model_path, change, backup);
    report_counts(counts);
    if (was_calibrated) report_calibration(now);
    if (strict) report_decided(now.plan());
    if (n_left_out > 0)
      note(fmt::format("{} not in the fixed vocabulary {} left out",
                       n_left_out == 1 ? "1 word that is" : fmt::format("{} words that are", n_left_out),
                       n_left_out == 1 ? "was" : "were"));
    note(fmt::format("{} {} {}, {:.10g} rows in all: {}", counts.rows, counts.rows == 1 ? "row" : "rows",
                     forgets ? "forgotten" : "learnt", now.n_rows(), model_path));
    return 0;
  }

  Classifier changed(const Classifier& model, ReadCounts& counts, std::uint64_t& n_left_out) const {
    const Table table = read.open(data, model.plan());
    if (!read.skip_bad_rows()) require_classes(table);
    const Plan rows = plan_for(model.plan(), table);
    const OpenChunks open = rows_to_learn(model, rows, table, read.skip_bad_rows(), &counts);
    const unsigned threads = read.thread_count();
    if (forgets) return model.forget(rows, open, threads, progress("forgetting"));
    return faded(model).learn(rows, open, threads, progress("learning"), &n_left_out);
  }

  void report_calibration(const Classifier& now) const {
    if (now.calibration() != nullptr)
      note(fmt::format("the calibration stays{}; train --calibrate makes a new one",
                       since_calibration(*now.calibration())));
    else if (strict)
      note("the calibration is gone: the rows forgotten had a part in it; train --calibrate makes a new one");
    else
      note("the calibration is for other classes and is left out; train --calibrate makes a new one");
  }

  // What --strict cannot take back: the plan was made when the rows were there.
  static void report_decided(const Plan& plan) {
    std::vector<std::string> decided;
    for (const PartPlan& part : plan.parts) {
      if (part.needs_two_readings() || (part.text && part.text_options.fixed))
        decided.push_back(fmt::format("the words of '{}'", part.columns[0]));
    }
    if (!plan.structure.empty()) decided.emplace_back("the structure");
    if (decided.empty()) return;
    note(fmt::format("the plan stays, and with it what all rows have decided: {}", fmt::join(decided, ", ")));
  }

  Classifier faded(const Classifier& model) const {
    if (decay == 1) return model;
    note(
        fmt::format("old counts are multiplied by {}: from here on the sums are rounded, and rows cannot be "
                    "forgotten exactly",
                    decay));
    return model.faded(decay);
  }

  // What the rows have of the model's columns, and which of theirs are new to it.
  Plan plan_for(const Plan& model, const Table& table) const {
    FreshColumns how{types.empty() ? std::vector<ColumnType>() : parse_types(types), parse_list(ignore),
                     read.skip_bad_rows(), read.thread_count(), progress("looking")};
    const RowsToChange found =
        forgets ? rows_to_forget(model, table, how) : rows_to_update(model, table, how);
    report_roles(found.fresh);
    for (const std::string& each : notes_on_fresh(found.fresh)) note(each);
    return found.plan;
  }
};

Verb make(bool forgets, const std::string& name, const std::string& summary,
          std::vector<std::string> examples) {
  const auto self = std::make_shared<Change>();
  self->forgets = forgets;
  Verb verb{name, summary, std::move(examples), {}, [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "the model file, which is replaced").required = true;
  arguments.texts("DATA", "", self->data, "files of rows with their class, or directories; - is a pipe")
      .reads()
      .required = true;
  arguments.flag("--backup", self->backup, "keep the old model as MODEL~");
  if (forgets) {
    arguments.flag("--strict", self->strict, "drop the calibration too, which the rows had a part in");
  } else {
    arguments.number("--decay", "F", self->decay, 0, 1,
                     "multiply what was learnt before by F first, so that old rows weigh less; not exact");
    arguments.text("--types", "LIST", self->types,
                   "what columns are that the model has not met before: 'age=gaussian,job=categorical'");
    arguments.text("--ignore", "COLS", self->ignore, "new columns to leave out").names_columns();
  }
  self->refit.declare(arguments);
  self->read.declare(arguments);
  for (const char* flag : {"-o", "--output"})
    arguments.refuse_flag(flag, "it works in place, and MODEL is replaced; copy MODEL first to keep it");
  verb.matter = {"--backup", "--decay", "--types", "--ignore", "--strict", "--on-bad-row"};
  return verb;
}

}  // namespace

Verb make_update() {
  return make(false, "update", "learn more rows",
              {"priory update mail.priory today.csv", "priory update mail.priory today.csv --backup",
               "priory update mail.priory today.csv --decay 0.9"});
}

Verb make_forget() {
  return make(true, "forget", "unlearn rows, as if they had never been seen",
              {"priory forget mail.priory withdrawn.csv"});
}

}  // namespace priory::app
