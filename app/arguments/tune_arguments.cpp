// SPDX-License-Identifier: Apache-2.0
#include "arguments/tune_arguments.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/pool.h"

#include "ranks.h"

namespace priory::app {

void TuneArguments::declare(Arguments& arguments) {
  arguments.flag(
      "--search,--tune", choosing,
      "choose what is not given by rows left out, as is done in any case without --plain: families, "
      "weights of words, pairs of words, columns that depend on each other, smoothing, calibration");
  arguments.flag("--plain", plain, "choose nothing: each column by its values, alpha 1, no calibration");
  declare_choice(arguments);
}

void TuneArguments::declare_choice(Arguments& arguments) {
  arguments.text("--metric", "FIGURE", metric,
                 "what the search goes by: log_loss when not given; accuracy, macro.f1, roc_auc, ...");
  arguments.text("--candidates", "LIST", candidates,
                 fmt::format("what the search may choose beside the plain model: {}",
                             fmt::join(candidate_names(), ", ")));
  arguments.count("--max-trials", "N", most_trials, "candidates that the search tries at most");
  arguments.count("--tune-rows", "N", most_rows, "how many rows it leaves out; 20000 when not given");
}

void TuneArguments::take_structure(PlanArguments& shape) {
  if (shape.options.structure != "auto") return;
  if (plain) throw Error(ErrorKind::usage, "--plain chooses nothing, and --structure auto chooses");
  shape.options.structure.clear();
  choosing = true;
  if (candidates.empty()) candidates = fmt::format("{}", fmt::join(structure_names(), ","));
}

void TuneArguments::check() const {
  if (plain && choosing)
    throw Error(ErrorKind::usage, "--plain chooses nothing, and --search chooses: give one of them");
  const TuneArguments usual;
  if (plain && (metric != usual.metric || !candidates.empty() || most_rows != usual.most_rows ||
                most_trials != usual.most_trials))
    throw Error(
        ErrorKind::usage,
        "--plain chooses nothing: --metric, --candidates, --max-trials and --tune-rows have no place");
  const std::vector<std::string> names = candidate_names();
  for (const std::string& each : candidates.empty() ? std::vector<std::string>() : parse_list(candidates)) {
    if (std::ranges::find(names, each) == names.end())
      throw Error(ErrorKind::usage,
                  fmt::format("--candidates: there is no '{}'{}", each, did_you_mean(each, names)));
  }
}

void TuneArguments::settle(bool may, const MemoryArguments& memory) {
  asked = choosing;
  if (choosing || plain || !may) return;
  if (ranks() != nullptr)
    unsearched = "several processes share the rows";
  else if (memory.bytes() > 0)
    unsearched = "the memory has a limit";
  else
    choosing = true;
}

void TuneArguments::settle_for(const TrainingRows& rows) {
  if (asked || !choosing || rows.searched_unasked()) return;
  choosing = false;
  unsearched = "the rows are many; --search takes its time";
}

namespace {

std::string told(const Trial& trial, const std::string& metric) {
  return fmt::format("{} {:.6f} {}", metric, trial.value,
                     trial.options.empty() ? "as it began" : trial.options);
}

// The five best, best first, or all; of trials on few rows and on many.
void tell_best(const TuningRecord& record) {
  const std::size_t told_of = is_verbose() ? record.trials.size() : 5;
  const std::size_t n = record.trials.size() - 1;
  for (std::size_t k = 0; k < std::min(told_of, n); ++k) note(told(record.trials[n - 1 - k], record.metric));
  if (n > told_of) note(fmt::format("and {} more: -v, or priory inspect --json, has all", n - told_of));
}

}  // namespace

SearchSpace TuneArguments::space(const TrainingRows& source, const RowsOf& rows_of) const {
  return {source.plan(), source.options(), rows_of,
          [&](const PlanOptions& by) { return source.plan_of(by); }};
}

TuneOptions TuneArguments::options(const std::set<std::string>& given,
                                   const std::vector<CalibrationMethod>& calibrations,
                                   unsigned threads) const {
  TuneOptions out;
  out.metric = metric;
  out.fixed = given;
  out.calibrations = calibrations;
  out.most_rows = most_rows, out.most_trials = most_trials;
  out.threads = threads;
  if (!candidates.empty()) {
    const std::vector<std::string> list = parse_list(candidates);
    out.candidates = {list.begin(), list.end()};
  }
  return out;
}

void TuneArguments::say(const Tuned& tuned) const {
  if (tuned.record.trials.empty()) return;
  tell_best(tuned.record);
  const Trial& best = tuned.record.trials.back();
  note(fmt::format("chosen of {} by {} {:.6f}: {}", tuned.record.trials.size() - 1, metric, best.value,
                   best.options.empty() ? "as it began" : best.options));
  note(
      fmt::format("to expect on new rows: accuracy {:.4f}, log loss {:.4f} (by {} rows, chosen without them)",
                  tuned.figures.accuracy, tuned.figures.log_loss, tuned.figures.rows));
}

Tuned TuneArguments::choose(const TrainingRows& source, const RowsOf& rows_of,
                            const std::set<std::string>& given,
                            const std::vector<CalibrationMethod>& calibrations, unsigned threads) const {
  Tuned out = tune(space(source, rows_of), options(given, calibrations, threads), {}, progress("choosing"));
  say(out);
  return out;
}

}  // namespace priory::app
