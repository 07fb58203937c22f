// SPDX-License-Identifier: Apache-2.0
// priory eval MODEL DATA: how well the model predicts rows whose class is known.
#include <fmt/format.h>

#include "ranks.h"
#include "report.h"

namespace priory::app {
namespace {

struct Eval {
  std::string model_path;
  std::vector<std::string> data;
  double beta = 0;
  std::size_t top_k = 0;
  bool normalise = false, losses = false;
  std::string curve_path, goal;
  OutputArguments output;
  ReportArguments report;
  BootstrapArguments bootstrap;
  RequireArguments require;
  ReadArguments read;
  DecisionArguments decision;
  PosteriorArguments posterior;

  int run() const {
    output.check();
    if (!report.path.empty() && ranks() != nullptr)
      throw Error(ErrorKind::usage, "--report is not made by several ranks", {}, "let one process do it");
    const Classifier model = load(model_path, Check::used);
    require_target(model.plan());
    check_goal(model);
    const Table table = read.open(data, model.plan());
    const EvaluationRows rows =
        evaluate_table(model, table, read, plain_decision(), posterior, !report.path.empty());
    report_counts(rows.counts);
    if (!is_first_rank()) return 0;  // the first one speaks for all
    report_unseen(rows.unseen);
    Measures measures = measure(model, rows.evaluation);
    measures.unseen = rows.unseen;
    if (!curve_path.empty())
      write_file(curve_path, [&](std::ostream& out) { write_curves(out, rows.evaluation); });
    TextStyle style;
    style.normalised = normalise;
    output.write(measures, style);
    if (!report.path.empty()) write_report(table, rows, measures);
    return require.check(figures(measures));
  }

  void check_goal(const Classifier& model) const {
    if (goal.empty()) return;
    positive_class(model.classes(), decision.positive);  // are there two?
    if (!decision.threshold.empty() || decision.reject > 0)
      throw Error(ErrorKind::usage, fmt::format("--best-threshold and {} exclude each other",
                                                decision.threshold.empty() ? "--reject" : "--threshold"));
    if ((goal == "cost") == decision.cost.empty())
      throw Error(ErrorKind::usage, goal == "cost" ? "--best-threshold cost needs --cost FILE"
                                                   : "--cost goes with --best-threshold cost only");
  }

  // With a best threshold to find, costs are for the goal.
  DecisionArguments plain_decision() const {
    DecisionArguments out = decision;
    if (!goal.empty()) out.cost.clear();
    return out;
  }

  Measures measure(const Classifier& model, const Evaluation& evaluation) const {
    if (goal.empty()) return measure(evaluation);
    const BestThreshold best = best_threshold(evaluation, goal_of(goal), decision.costs(model.classes()));
    const Decision decide = Decision::by_threshold(model.classes(), decision.positive, best.threshold);
    Measures out = measure(evaluation.decided(decide));
    out.best_threshold = best;
    return out;
  }

  Measures measure(const Evaluation& evaluation) const {
    MeasureOptions options;
    if (beta > 0) options.beta = beta;
    options.top_k = top_k;
    options.every_loss = losses;
    options.threads = read.thread_count();
    return bootstrap.measure(evaluation, options);
  }

  // Of the decision that the measures are of.
  void write_report(const Table& table, const EvaluationRows& rows, const Measures& measures) const {
    DecisionArguments used = plain_decision();
    if (measures.best_threshold) used.threshold = fmt::format("{}", measures.best_threshold->threshold);
    const Decision decide = used.decide(rows.model.classes());
    std::optional<Evaluation> decided;
    if (measures.best_threshold) decided = rows.evaluation.decided(decide);
    report.write({rows.model, model_path, table, data, decide, used.one_threshold(),
                  decided ? *decided : rows.evaluation, measures, rows.counts},
                 read);
  }

  static ThresholdGoal goal_of(const std::string& name) { return value_of_word<ThresholdGoal>(name); }

  void declare(Arguments& arguments) {
    arguments.model(model_path);
    arguments.rows(data).required = true;
    arguments.group("Output");
    output.declare(arguments);
    arguments.flag("--normalise", normalise, "text: the confusion matrix in shares of the actual class");
    arguments
        .text("--curve", "FILE", curve_path,
              "CSV of the ROC and precision-recall curve: class,threshold,tp,fp,tpr,fpr,precision; two "
              "classes: the threshold is the log odds, else the log posterior")
        .writes();
    arguments.text("--report", "FILE", report.path, "also an HTML file: figures, curves, rows to look at")
        .writes();
    report.declare(arguments);
    arguments.group("Measures");
    arguments.number("--beta", "B", beta, 1e-9, 1e9, "F-beta: recall counts B times as much as precision");
    arguments.count("--top-k", "K", top_k, "how often the class is among the K most probable");
    arguments.flag("--losses", losses, "hinge and exponential loss too; --json always has them");
    arguments.word(
        "--best-threshold", "GOAL", goal, words_of<ThresholdGoal>(),
        "two classes: decide by the threshold that is best on these rows for f1, youden (recall "
        "minus false positive rate) or cost (the least mean cost by --cost); for predict --threshold");
    bootstrap.declare(arguments);
    require.declare(arguments);
    decision.declare(arguments);
    posterior.declare(arguments);
    read.declare(arguments);
  }
};

}  // namespace

Verb make_eval() {
  const auto self = std::make_shared<Eval>();
  Verb verb{"eval",
            "how good a model is on rows whose class is known",
            {"priory eval mail.priory test.csv", "priory eval mail.priory test.csv --json | jq .accuracy",
             "priory eval mail.priory test.csv --threshold 0.9 --positive spam",
             "priory eval mail.priory test.csv --best-threshold f1 --curve roc.csv",
             "priory eval mail.priory test.csv --require 'roc_auc>=.85, recall[spam]>.9'"},
            {},
            [self] { return self->run(); }};
  self->declare(verb.arguments);
  verb.matter = {"--json",      "--report",   "--curve",   "--best-threshold",
                 "--threshold", "--positive", "--require", "--resamples"};
  return verb;
}

}  // namespace priory::app
