// SPDX-License-Identifier: Apache-2.0
#include "evaluation_arguments.h"

#include <charconv>
#include <fmt/format.h>

#include "ranks.h"

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
  for (const std::string& each : failed) note(each);
  return failed.empty() ? 0 : 1;
}

EvaluationRows evaluate_table(const Classifier& model, const Table& table, const ReadArguments& read,
                              const DecisionArguments& decision, const PosteriorArguments& posterior,
                              bool again) {
  const Decision decide = decision.decide(model.classes());
  read.require_classes(table);
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target_needed = true;
  spec.skip_bad_rows = read.skip_bad_rows();
  spec.places = model.plan().unseen == Unseen::error;
  ReadCounts counts;
  const Classifier adjusted = posterior.adjusted(
      model, [&] { return open_chunks(table, spec, nullptr, true); }, read.thread_count());
  const auto rows = open_chunks(table, spec, &counts, again);
  Evaluation evaluation = evaluate(adjusted, *rows, decide, decision.positive_name(), read.thread_count(),
                                   progress("evaluating"));
  if (over_ranks(counts.rows) == 0)
    throw Error(ErrorKind::data, "there are no rows to evaluate", {table.paths()[0], 0, 0},
                "the file has a header only, or every row was skipped");
  return {adjusted, std::move(evaluation), counts};
}

}  // namespace priory::app
