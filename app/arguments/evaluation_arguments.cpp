// SPDX-License-Identifier: Apache-2.0
#include "arguments/evaluation_arguments.h"

#include <charconv>
#include <fmt/format.h>

namespace priory::app {

void BootstrapArguments::declare(Arguments& arguments) {
  arguments.text("--resamples", "N", resamples,
                 "of the bootstrap that gives 95% intervals; 0: none; 1000 by default, or what takes about a "
                 "second");
  arguments.seed(seed);
}

BootstrapOptions BootstrapArguments::options(unsigned threads) const {
  BootstrapOptions out;
  out.seed = seed;
  out.threads = threads;
  if (resamples.empty()) return out;
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(resamples.data(), resamples.data() + resamples.size(), n);
  if (error != std::errc() || end != resamples.data() + resamples.size())
    throw Error(ErrorKind::usage, fmt::format("--resamples takes a whole number, not '{}'", resamples));
  out.resamples = n;
  return out;
}

Measures BootstrapArguments::measure(const Evaluation& evaluation, const MeasureOptions& measured) const {
  Measures out = evaluation.measure(measured);
  BootstrapOptions draws = options(measured.threads);
  draws.beta = measured.beta;
  if (draws.resamples != 0) out.intervals = intervals(evaluation, draws);
  return out;
}

void RequireArguments::declare(Arguments& arguments) {
  const auto take = [this](const std::string& text) {
    const std::vector<Requirement> more = parse_requirements(text);
    requirements_.insert(requirements_.end(), more.begin(), more.end());
  };
  arguments
      .call("--require", "GATE", take,
            "exit with 1 unless it holds: 'roc_auc>=.85, recall[spam]>.9'; several may be given")
      .repeats = true;
}

int RequireArguments::check(const std::vector<Figure>& figures) const {
  const std::vector<std::string> failed = failures(requirements_, figures);
  for (const std::string& each : failed) complain(each);
  return failed.empty() ? 0 : 1;
}

EvaluationRows evaluate_table(const Classifier& model, const Table& table, const ReadArguments& read,
                              const DecisionArguments& decision, const PosteriorArguments& posterior,
                              bool again) {
  TableEvaluationOptions options;
  options.decide = decision.decide(model.classes());
  options.positive = decision.positive_name();
  options.skip_bad_rows = read.skip_bad_rows();
  options.again = again;
  options.threads = read.thread_count();
  options.tick = progress("evaluating");
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::needed;
  reading.skip_bad_rows = read.skip_bad_rows();
  const Classifier adjusted = posterior.adjusted(model, rows_of(model, table, reading), read.thread_count());
  TableEvaluation judged = priory::evaluate_table(adjusted, table, options);
  return {adjusted, std::move(judged.evaluation), judged.counts, std::move(judged.unseen)};
}

}  // namespace priory::app
