// SPDX-License-Identifier: Apache-2.0
#include "arguments/tune_arguments.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/pool.h"

namespace priory::app {

void TuneArguments::declare(Arguments& arguments) {
  arguments.flag("--search,--tune", choosing,
                 "choose what is not given by rows left out: families, weights of words, pairs of words, "
                 "columns that depend on each other, smoothing, calibration");
  arguments.flag("--plain", plain, "choose nothing: each column by its values, alpha 1, no calibration");
  arguments.text("--metric", "FIGURE", metric,
                 "what --search goes by: log_loss when not given; accuracy, macro.f1, roc_auc, ...");
  arguments.text(
      "--candidates", "LIST", candidates,
      fmt::format("what --search may choose beside the plain model: {}", fmt::join(candidate_names(), ", ")));
  arguments.count("--max-trials", "N", most_trials, "candidates that --search tries at most");
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
  const std::vector<std::string> names = candidate_names();
  for (const std::string& each : candidates.empty() ? std::vector<std::string>() : parse_list(candidates)) {
    if (std::ranges::find(names, each) == names.end())
      throw Error(ErrorKind::usage,
                  fmt::format("--candidates: there is no '{}'{}", each, did_you_mean(each, names)));
  }
}

namespace {

std::string told(const Trial& trial, const std::string& metric) {
  return fmt::format("{} {:.6f} {}", metric, trial.value,
                     trial.options.empty() ? "as it began" : trial.options);
}

// The five best, best first; of trials on few rows and on many.
void tell_best(const TuningRecord& record) {
  constexpr std::size_t kTold = 5;
  const std::size_t n = record.trials.size() - 1;
  for (std::size_t k = 0; k < std::min(kTold, n); ++k) note(told(record.trials[n - 1 - k], record.metric));
  if (n > kTold) note(fmt::format("and {} more: priory inspect --json has all", n - kTold));
}

}  // namespace

Tuned TuneArguments::choose(const TrainingRows& source, const RowsOf& rows_of,
                            const std::set<std::string>& given,
                            const std::vector<CalibrationMethod>& calibrations, unsigned threads) const {
  TuneOptions options;
  options.metric = metric;
  options.fixed = given;
  options.calibrations = calibrations;
  options.most_rows = most_rows, options.most_trials = most_trials;
  options.threads = threads;
  if (!candidates.empty()) {
    const std::vector<std::string> list = parse_list(candidates);
    options.candidates = {list.begin(), list.end()};
  }
  const SearchSpace space{source.plan(), source.options(), rows_of,
                          [&](const PlanOptions& by) { return source.plan_of(by); }};
  Tuned out = tune(space, options, {}, progress("choosing"));
  if (out.record.trials.empty()) return out;
  tell_best(out.record);
  const Trial& best = out.record.trials.back();
  note(fmt::format("chosen of {} by {} {:.6f}: {}", out.record.trials.size() - 1, metric, best.value,
                   best.options.empty() ? "as it began" : best.options));
  note(
      fmt::format("to expect on new rows: accuracy {:.4f}, log loss {:.4f} (by {} rows, chosen without them)",
                  out.figures.accuracy, out.figures.log_loss, out.figures.rows));
  return out;
}

}  // namespace priory::app
