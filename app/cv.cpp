// SPDX-License-Identifier: Apache-2.0
// priory cv DATA... --target COL: how good a model learnt from these rows is on rows it has not seen.
#include <charconv>
#include <fmt/format.h>

#include "arguments/discriminative_arguments.h"
#include "arguments/evaluation_arguments.h"
#include "arguments/tune_arguments.h"

namespace priory::app {
namespace {

// Words as a shell would split them: quotes keep spaces.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out;
  char quote = 0;
  bool inside = false;
  for (const char c : text) {
    if (quote == 0 && (c == ' ' || c == '\t')) {
      inside = false;
      continue;
    }
    if (!inside) out.emplace_back(), inside = true;
    if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == quote)
      quote = 0;
    else
      out.back() += c;
  }
  if (quote != 0) throw Error(ErrorKind::usage, fmt::format("--against: a quote is not closed in {}", text));
  return out;
}

// The options with some others in their place.
PlanArguments with_options(const PlanArguments& shape, const std::string& text) {
  PlanArguments out = shape;
  std::vector<Verb> verb = {{"cv", "", {}, {}, {}}};
  out.declare(verb[0].arguments);
  std::vector<std::string> words = split(text);
  words.insert(words.begin(), {"priory", "cv"});
  std::vector<char*> argv;
  argv.reserve(words.size());
  for (std::string& word : words) argv.push_back(word.data());
  parse(verb, static_cast<int>(argv.size()), argv.data());
  return out;
}

struct CrossValidate {
  std::vector<std::string> data, against;
  std::string folds = "10", group, calibration;
  std::size_t repeat = 1;
  OutputArguments output;
  ReadArguments read;
  PlanArguments shape;
  MemoryArguments memory;
  DecisionArguments decision;
  DiscriminativeArguments discriminative;
  TuneArguments tuning;
  BootstrapArguments bootstrap;
  RequireArguments require;

  // What became of one set of options.
  struct Result {
    std::vector<FoldFigures> folds;
    std::vector<Evaluation> repeats;  // all folds of each

    Measures measure(const BootstrapArguments& draws, unsigned threads) const {
      const MeasureOptions options{{}, 0, threads};
      if (repeats.size() == 1) return draws.measure(repeats[0], options);
      Evaluation all = repeats[0];  // rows that count several times have no intervals
      for (std::size_t r = 1; r < repeats.size(); ++r) all.merge(repeats[r]);
      return all.measure(options);
    }
  };

  int run() {
    output.check();
    discriminative.check();
    tuning.take_structure(shape);
    tuning.check();
    tuning.settle(shape.leaves_choice() && folds != "n" && !discriminative.any(), memory);
    std::vector<PlanArguments> others;
    for (const std::string& text : against) others.push_back(with_options(shape, text));
    TrainingOptions training = training_options(read);
    training.group = group;
    TrainingRows source = training_rows(read, shape.finish(), data, training);
    require_target(source.plan());
    tuning.settle_for(source);
    const std::size_t copies = folds == "n" ? kJudgingCopies : copies_of_folds(parse_folds());
    source.fit_to({memory.bytes(), 1, copies, read.thread_count(), !others.empty()});
    const Result result = judge(source, shape, source.options(), source.plan());
    memory.say(source.limits(source.plan()));
    std::vector<NamedComparison> comparisons;
    for (std::size_t k = 0; k < others.size(); ++k) {
      const PlanOptions options = others[k].finish();
      const Result other = judge(source, others[k], options, source.plan_of(options));
      comparisons.push_back(
          {"the options given", against[k],
           compare(result.repeats[0], other.repeats[0], bootstrap.options(read.thread_count()))});
    }
    const Measures measures = result.measure(bootstrap, read.thread_count());
    output.write(CrossValidation{result.folds, repeat, bootstrap.seed, measures, comparisons});
    report_roles(source.plan());
    report_counts(source.counts());
    return require.check(priory::figures(measures));
  }

  Result judge(const TrainingRows& source, const PlanArguments& by, const PlanOptions& options,
               const Plan& plan) const {
    const bool each_row = folds == "n";
    const std::size_t n_folds = each_row ? 0 : parse_folds();
    if (each_row && (repeat > 1 || !group.empty() || how_calibrated() != "none"))
      throw Error(ErrorKind::usage,
                  "--folds n leaves out every row once: --repeat, --group and --calibrate have no place");
    const unsigned threads = source.threads();
    const LabelledRows rows(source.fitted(plan), source.opener(plan, true), source.room_for_rows(), threads,
                            progress("reading"));
    const JudgingOptions judging{decision.decide(rows.classes()), decision.positive_name(),
                                 calibration_methods(how_calibrated())};
    if (each_row && discriminative.any())
      throw Error(ErrorKind::usage, "--folds n leaves out every row once: weights are fitted to folds", {},
                  "take a number of folds");
    if (!against.empty() && judging.decide.may_reject())
      throw Error(ErrorKind::usage, "--against compares answers: a row must not be left without one");
    if (each_row)
      return {{}, {leave_one_out(rows, plan, judging, rows.n_rows(), threads, progress("leaving out"))}};
    Result out{{}, std::vector<Evaluation>(repeat, Evaluation(rows.classes(), judging.positive))};
    for (std::size_t r = 0; r < repeat; ++r) {
      const auto fold_of_row = assign_folds(rows, {n_folds, !group.empty(), bootstrap.seed + r});
      const auto judged =
          tuning.choosing && by.leaves_choice() ? searched(source, by, options, fold_of_row, judging)
          : discriminative.any()
              ? cross_validate(rows, plan, fold_of_row, judging, discriminative.learn_by(plan, threads),
                               threads, progress("validating"))
              : cross_validate(rows, plan, fold_of_row, judging, threads, progress("validating"));
      for (std::size_t f = 0; f < judged.size(); ++f) {
        out.folds.push_back({r + 1, f + 1, judged[f].measure({{}, 0, threads})});
        out.repeats[r].merge(judged[f]);
      }
    }
    return out;
  }

  std::string how_calibrated() const {
    return !calibration.empty() ? calibration : tuning.choosing ? "auto" : "none";
  }

  // What train would make of the other folds, each time.
  std::vector<Evaluation> searched(const TrainingRows& source, const PlanArguments& by,
                                   const PlanOptions& options, const std::vector<std::uint32_t>& fold_of_row,
                                   const JudgingOptions& judging) const {
    const SearchSpace space{source.plan_of(options), options,
                            [&](const Plan& each) { return source.labelled(each); },
                            [&](const PlanOptions& other) { return source.plan_of(other); }};
    return cross_validate_best(space, tuning.options(by.given(), judging.calibrations, read.thread_count()),
                               fold_of_row, {judging.decide, judging.positive}, progress("choosing"));
  }

  std::size_t parse_folds() const {
    std::size_t out = 0;
    const char* end = folds.data() + folds.size();
    const auto [at, error] = std::from_chars(folds.data(), end, out);
    if (error == std::errc() && at == end && out >= 2) return out;
    throw Error(ErrorKind::usage, fmt::format("--folds takes a number from 2 on, or n, not '{}'", folds), {},
                "--folds n leaves out one row at a time");
  }
};

}  // namespace

Verb make_cv() {
  const auto self = std::make_shared<CrossValidate>();
  Verb verb{
      "cv",
      "how good a model of these rows is, by cross-validation",
      {"priory cv iris.csv --target species",
       "priory cv mail.csv --target label --text body --folds 5 --repeat 3",
       "priory cv visits.csv --target result --group patient", "priory cv votes.csv --target party --folds n",
       "priory cv mail.csv --target label --text body --against '--family complement'"},
      {},
      [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments.group("Folds");
  arguments.text("--folds", "K", self->folds, "how many; 10 when not given; n leaves out one row at a time");
  arguments.count("--repeat", "N", self->repeat, "deal the rows out anew and do it again");
  arguments.text("--group", "COL", self->group, "rows with the same value of this column are in one fold")
      .names_column();
  declare_calibrate(arguments, self->calibration);
  self->tuning.declare(arguments);
  arguments.texts("--against", "OPTIONS", self->against,
                  "compare, on the same folds, with a model that has these options too: "
                  "'--family complement --alpha 0.3'");
  arguments.group("Output");
  self->output.declare(arguments);
  self->bootstrap.declare(arguments);
  self->require.declare(arguments);
  self->decision.declare(arguments);
  self->discriminative.declare(arguments);
  self->shape.declare(arguments);
  self->memory.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--target", "--folds", "--repeat", "--group",   "--against",
                 "--family", "--types", "--json",   "--require", "--seed"};
  return verb;
}

}  // namespace priory::app
