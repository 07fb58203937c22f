// SPDX-License-Identifier: Apache-2.0
#include "tune_arguments.h"

#include <algorithm>
#include <fmt/format.h>

namespace priory::app {

void TuneArguments::declare(Arguments& arguments) {
  arguments.flag(
      "--tune", choosing,
      "choose what is not given: smoothing, event model and weights of words, pairs of words, prior");
  arguments.text("--metric", "FIGURE", metric,
                 "what --tune goes by: log_loss when not given; accuracy, macro.f1, roc_auc, ...");
  arguments.count("--tune-rows", "N", most_rows, "how many rows it leaves out; 20000 when not given");
}

Tuned TuneArguments::choose(const TrainingRows& source, const RowsOf& rows_of,
                            const std::set<std::string>& given, bool calibrated, unsigned threads) const {
  TuneOptions options;
  options.metric = metric;
  options.fixed = given;
  options.calibrated = calibrated;
  options.most_rows = most_rows;
  options.threads = threads;
  const auto tell = [&](const Trial& trial) {
    note(fmt::format("{} {:.6f}{} {}", metric, trial.value, trial.best ? " *" : "  ",
                     trial.options.empty() ? "as it began" : trial.options));
  };
  Tuned out = tune(source.plan(), rows_of, options, tell, progress("choosing"));
  const auto best = std::find_if(out.record.trials.rbegin(), out.record.trials.rend(),
                                 [](const Trial& trial) { return trial.best; });
  note(fmt::format("chosen of {} by {} {:.6f}: {}", out.record.trials.size(), metric, best->value,
                   best->options.empty() ? "as it began" : best->options));
  return out;
}

}  // namespace priory::app
