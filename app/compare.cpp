// SPDX-License-Identifier: Apache-2.0
// priory compare MODEL MODEL... DATA...: do models differ on rows whose class is known? Each is compared with
// the first.
#include <algorithm>
#include <fmt/format.h>

#include "arguments/evaluation_arguments.h"

namespace priory::app {
namespace {

struct Compare {
  std::vector<std::string> files;
  OutputArguments output;
  BootstrapArguments bootstrap;
  RequireArguments require;
  ReadArguments read;
  DecisionArguments decision;
  PosteriorArguments posterior;

  int run() const {
    output.check();
    const auto first_data =
        std::find_if_not(files.begin(), files.end(), [](const auto& path) { return looks_like_model(path); });
    const std::vector<std::string> models(files.begin(), first_data), data(first_data, files.end());
    check(models, data);
    const Classifier base = load(models[0], Check::used);
    require_target(base.plan());
    if (decision.decide(base.classes()).may_reject())
      throw Error(ErrorKind::usage,
                  "models are compared by their answers: a row must not be left without one");
    const Table table = read.open(data, base.plan());
    const EvaluationRows first = evaluate_table(base, table, read, decision, posterior, true);
    std::vector<NamedComparison> comparisons;
    for (std::size_t k = 1; k < models.size(); ++k) {
      const EvaluationRows other =
          evaluate_table(load(models[k], Check::used), table, read, decision, posterior, true);
      check_same(first.counts, other.counts);
      comparisons.push_back(
          {models[0], models[k],
           compare(first.evaluation, other.evaluation, bootstrap.options(read.thread_count()))});
    }
    output.write(comparisons);
    report_counts(first.counts);
    return gate(comparisons);
  }

  static void check(const std::vector<std::string>& models, const std::vector<std::string>& data) {
    if (models.size() < 2)
      throw Error(ErrorKind::usage, data.empty()
                                        ? "compare needs two models and rows"
                                        : fmt::format("compare needs two models first; {} is none", data[0]));
    if (data.empty()) throw Error(ErrorKind::usage, "compare needs files of rows after the models");
  }

  // A row that only one model can read would shift all that follow.
  static void check_same(const ReadCounts& a, const ReadCounts& b) {
    if (a.rows == b.rows && a.skipped == b.skipped) return;
    throw Error(ErrorKind::data,
                fmt::format("the models do not read the same rows: {} and {} of them", a.rows, b.rows), {},
                "without --on-bad-row skip the first row that one of them cannot read is told");
  }

  int gate(const std::vector<NamedComparison>& comparisons) const {
    int code = 0;
    for (const NamedComparison& each : comparisons)
      code = std::max(code, require.check(figures(each.comparison)));
    return code;
  }

  void declare(Arguments& arguments) {
    arguments
        .texts("FILES", "", files,
               "two models or more, then files of rows (- is a pipe); their bytes tell which is which")
        .required = true;
    arguments.group("Output");
    output.declare(arguments);
    arguments.group("Measures");
    bootstrap.declare(arguments);
    require.declare(arguments);
    decision.declare(arguments);
    posterior.declare(arguments);
    read.declare(arguments);
  }
};

}  // namespace

Verb make_compare() {
  const auto self = std::make_shared<Compare>();
  Verb verb{"compare",
            "whether models differ on rows whose class is known",
            {"priory compare old.priory new.priory test.csv",
             "priory compare old.priory new.priory test.csv --require 'accuracy.low>=0'"},
            {},
            [self] { return self->run(); }};
  self->declare(verb.arguments);
  verb.matter = {"--json", "--resamples", "--require", "--threshold", "--positive"};
  return verb;
}

}  // namespace priory::app
