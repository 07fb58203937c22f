// SPDX-License-Identifier: Apache-2.0
// priory train DATA... --target COL -o MODEL
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "priory/classifier.h"

#include "arguments/discriminative_arguments.h"
#include "arguments/pool_arguments.h"
#include "arguments/tune_arguments.h"
#include "ranks.h"

namespace priory::app {
namespace {

// What --search may choose for --discriminative: plans that have weights to fit.
constexpr const char* kWithLinearForm =
    "multinomial,complement,bernoulli,characters,gaussian-shared,gaussian-full,bins,categorical";

struct Train {
  std::vector<std::string> data, unlabelled;
  std::string output, unlabelled_weight = "1", calibration;
  bool with_em = false;
  TuneArguments tuning;
  PoolArguments pool;
  DiscriminativeArguments discriminative;
  ReadArguments read;
  PlanArguments shape;
  MemoryArguments memory;
  EmArguments em;

  int run() {
    const bool by_em = with_em || !unlabelled.empty() || em.options.components > 1;
    tuning.take_structure(shape);
    tuning.check();
    pool.check(tuning, discriminative, calibration);
    discriminative.check();
    tuning.settle(shape.leaves_choice() && !by_em && !discriminative.any() && !pool.wanted, memory);
    discriminative.take_from(em.options);
    if (discriminative.wanted && tuning.candidates.empty()) tuning.candidates = kWithLinearForm;
    const bool once = !by_em && !is_judged() && memory.bytes() == 0;
    TrainingOptions training = training_options(read);
    training.at_once = once;
    TrainingRows rows = shape.has_plan() ? training_rows(read, plan_given(), data)
                                         : training_rows(read, shape.finish(), data, training);
    for (const std::string& each : rows.notes()) note(each);
    tuning.settle_for(rows);
    const bool judged = is_judged();
    if (by_em) {
      if (judged)
        throw Error(
            ErrorKind::usage,
            "--search, --pool, --calibrate, --discriminative and --weights need rows left out, which EM "
            "cannot take out again",
            {}, "they go with rows that all have a class, and without --components");
      return rows.plan().structure.empty() ? run_em(rows) : run_network_em(rows);
    }
    if (const std::string option = em.given(); !option.empty() || unlabelled_weight != "1")
      throw Error(ErrorKind::usage,
                  fmt::format("{} is for learning by EM: with --unlabelled, --em or --components",
                              option.empty() ? "--unlabelled-weight" : option));
    if (judged) require_target(rows.plan());
    std::optional<Classifier> model = rows.learn_at_once();
    rows.fit_to({memory.bytes(), 1, copies(judged), read.thread_count(), tuning.choosing});
    model = model ? rows.named(*model) : judged ? learn_and_judge(rows) : rows.learn();
    save_model(*model, output);
    const std::string& why = tuning.unsearched;
    const bool is_plain = !judged || (!why.empty() && how_calibrated() == "none");
    say(*model, rows,
        (is_plain ? how_good(*model, rows) : "") + (why.empty() ? "" : "\n  nothing was searched: " + why));
    return discriminative.wanted && was_interrupted() ? 130 : 0;
  }

  bool is_judged() const {
    return tuning.choosing || how_calibrated() != "none" || discriminative.any() || pool.wanted;
  }

  // Weights of large models are judged by one fold: its sums, those of all, and a model at a time. (58
  // classes and 126,000 words take 9.1 KB a word at the peak; three copies are counted as 9.0.)
  std::size_t copies(bool judged) const {
    constexpr std::size_t kOfWeights = 3;
    if (discriminative.wanted && !tuning.choosing && how_calibrated() == "none") return kOfWeights;
    return judged ? kJudgingCopies : 1;
  }

  // A search ends with probabilities that mean what they say, if no other is given.
  std::string how_calibrated() const {
    return !calibration.empty() ? calibration : tuning.choosing ? "auto" : "none";
  }

  // What would still choose something is refused.
  Plan plan_given() {
    if (tuning.asked)
      throw Error(ErrorKind::usage, "--search chooses settings, and --plan gives them", {},
                  "priory plan --search writes a plan with those that it chose");
    if (pool.wanted)
      throw Error(ErrorKind::usage, "--pool chooses models, and --plan gives one", {},
                  "the plan of a pool, --plan MODEL, has its members already: leave --pool out");
    if (memory.bytes() > 0)
      throw Error(ErrorKind::usage, "--max-memory chooses words, and --plan gives them", {},
                  "priory plan --max-memory writes a plan with those that have room");
    Plan out = shape.given_plan();
    if (!out.target.empty() || !out.structure.empty()) return out;
    throw Error(ErrorKind::usage, fmt::format("the plan {} has no target", shape.plan_file), {},
                "make one with priory plan --target COL; cluster --plan takes this one");
  }

  // Settings and probabilities are judged by rows that the model has not seen.
  Classifier learn_and_judge(TrainingRows& source) {
    const RowsOf rows_by = [&](const Plan& plan) { return source.labelled(plan); };
    if (pool.wanted) return pool.learn(source, tuning.candidates);
    if (tuning.choosing) return searched(source, rows_by);
    return as_given(source, rows_by);
  }

  Classifier as_given(const TrainingRows& source, const RowsOf& rows_by) const {
    const LabelledRows rows = rows_by(source.plan());
    const Plan plan = discriminative.of_parts ? discriminative.weighted(rows, source.plan(), source.threads())
                                              : source.plan();
    const Classifier model = fitted(source, plan, rows);
    return how_calibrated() == "none" ? model : model.calibrated(calibrated(rows, plan));
  }

  Classifier fitted(const TrainingRows& source, const Plan& plan, const LabelledRows& rows) const {
    const Classifier model = learn_from(source, plan, rows);
    return discriminative.wanted ? discriminative.fit(model, rows, source.threads(), memory.bytes()) : model;
  }

  Classifier learn_from(const TrainingRows& source, const Plan& plan, const LabelledRows& rows) const {
    return source.named(
        Classifier::train(source.fitted(plan), rows.open(), source.threads(), progress("learning")));
  }

  Classifier searched(TrainingRows& source, const RowsOf& rows_by) {
    Tuned tuned = tuning.choose(source, rows_by, shape.given(), calibration_methods(how_calibrated()),
                                read.thread_count());
    if (!tuned.unsearched.empty()) {
      tuning.unsearched = tuned.unsearched;
      tuning.choosing = false;
      return how_calibrated() == "none" && !discriminative.any() ? source.learn() : as_given(source, rows_by);
    }
    const Plan plan = discriminative.of_parts
                          ? discriminative.weighted(tuned.rows, tuned.plan, source.threads())
                          : tuned.plan;
    Classifier model = fitted(source, plan, tuned.rows);
    if (discriminative.any() && !calibration.empty() && calibration != "none")
      model = model.calibrated(calibrated(tuned.rows, plan));
    else if (!discriminative.any() && tuned.calibration.method != CalibrationMethod::none)
      model = model.calibrated(tuned.calibration);
    return model.tuned(std::move(tuned.record));
  }

  Calibration calibrated(const LabelledRows& rows, const Plan& plan) const {
    const Evaluation judged =
        discriminative.wanted
            ? judge_in_folds(rows, plan, discriminative.learn_by(plan, read.thread_count()),
                             read.thread_count(), progress("calibrating"))
            : judge_unseen(rows, plan, {}, kCalibrationRows, read.thread_count(), progress("calibrating"));
    std::vector<CalibrationMethod> methods = calibration_methods(calibration);
    if (calibration != "auto") methods.insert(methods.begin(), CalibrationMethod::none);
    const std::vector<CalibrationTrial> trials = try_calibrations(judged.rows(), methods);
    Calibration out =
        best_calibration(judged.rows(), std::span(methods).subspan(calibration == "auto" ? 0 : 1));
    const auto chosen = std::ranges::find(trials, out.method, &CalibrationTrial::method);
    note(fmt::format("calibrated ({}): log loss of unseen rows {:.4f}, before {:.4f}",
                     name_of(chosen->method), chosen->log_loss, trials[0].log_loss));
    return out;
  }

  // Cells and classes that are missing are summed over, by EM.
  int run_network_em(TrainingRows& rows) {
    if (!unlabelled.empty() || unlabelled_weight != "1")
      throw Error(ErrorKind::usage,
                  "--structure goes with --em, not with --unlabelled: rows without a class stand in DATA");
    const EmResult result = train_network(rows.plan(), rows.opener(false), em.options, read.thread_count(),
                                          em.watch(note), progress("learning"));
    save_model(result.model, output);
    em.write_trace(result);
    em.say(result, note);
    say(result.model, rows);
    return result.interrupted ? 130 : 0;
  }

  // Rows without a class help: their share in every class is learnt by EM.
  int run_em(TrainingRows& labelled) {
    if (!unlabelled.empty()) labelled.add_unlabelled(read.open(unlabelled, labelled.plan()));
    labelled.fit_to(em_memory(), !with_em);
    const HiddenRows rows(labelled.plan(), {labelled.opener(!with_em)}, labelled.unlabelled(),
                          labelled.room_for_rows(), labelled.threads(), progress("reading"));
    EmOptions options = em.options;
    options.unlabelled_weight = weight_of(rows);
    if (options.components == 1 && options.restarts != EmOptions().restarts)
      note("--restarts has no effect: with one component EM begins with the rows that have a class");
    EmResult result =
        train_with_unlabelled(rows, options, read.thread_count(), em.watch(note), progress("learning"));
    result.model = labelled.named(result.model, !with_em);
    save_model(result.model, output);
    em.write_trace(result);
    report_counts(labelled.unlabelled_counts());
    note(fmt::format("{} rows with a class, {} without", rows.n_labelled(),
                     rows.n_rows() - rows.n_labelled()));
    em.say(result, note);
    say(result.model, labelled);
    return result.interrupted ? 130 : 0;
  }

  MemoryOptions em_memory() const {
    return {memory.bytes(), em.options.components, kEmCopies, read.thread_count(), true};
  }

  double weight_of(const HiddenRows& rows) const {
    if (unlabelled_weight != "auto") return parse_weight();
    const std::vector<WeightTrial> trials = try_unlabelled_weights(
        rows, em.options, read.thread_count(), [](const EmStep&) { return !any_rank(was_interrupted()); },
        progress("choosing the weight"));
    for (const WeightTrial& trial : trials)
      note(fmt::format("--unlabelled-weight {}: accuracy {:.4f}, log loss {:.4f} on {} rows, each left out",
                       trial.weight, trial.accuracy, trial.log_loss, trial.rows));
    return best_trial(trials).weight;
  }

  double parse_weight() const {
    double out = 0;
    const char* end = unlabelled_weight.data() + unlabelled_weight.size();
    const auto [at, error] = std::from_chars(unlabelled_weight.data(), end, out);
    if (error == std::errc() && at == end && out >= 0 && std::isfinite(out)) return out;
    throw Error(
        ErrorKind::usage,
        fmt::format("--unlabelled-weight takes a number from 0 on, or auto, not '{}'", unlabelled_weight));
  }

  // In a line, where it is quickly told; computed for people only.
  static std::string how_good(const Classifier& model, const TrainingRows& rows) {
    if (is_quiet() || ranks() != nullptr || model.classes().size() < 2) return "";
    const std::optional<Evaluation> judged = rows.judge_quickly();
    if (!judged) return "";
    const Measures measures = judged->measure();
    const std::vector<double> count = model.class_count();
    const auto largest = std::ranges::max_element(count);
    const bool all = measures.rows >= static_cast<std::size_t>(model.n_rows());
    return fmt::format("\n  leave-one-out{}: accuracy {:.4f}, log loss {:.4f}; always '{}': {:.4f}",
                       all ? "" : fmt::format(" ({} rows)", measures.rows), measures.accuracy,
                       measures.log_loss, model.classes()[static_cast<std::size_t>(largest - count.begin())],
                       *largest / model.n_rows());
  }

  // "4 gaussian, 1 text (multinomial); 2 left out"
  static std::string columns_by_kind(const Plan& plan) {
    std::map<std::string, std::set<std::string>> kinds;  // a column of a network stands in many tables
    for (const PartPlan& part : plan.parts)
      kinds[part.text ? fmt::format("text ({})", part.family) : part.family].insert(part.columns.begin(),
                                                                                    part.columns.end());
    std::string out;
    for (const auto& [kind, columns] : kinds)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", columns.size(), kind);
    return plan.ignored.empty() ? out : fmt::format("{}; {} left out", out, plan.ignored.size());
  }

  void say(const Classifier& model, const TrainingRows& rows, const std::string& quality = "") const {
    const Plan& plan = rows.plan();
    report_roles(plan);
    memory.say(rows.limits(model.plan()));
    report_counts(rows.counts());
    if (!plan.target.empty() && model.classes().size() == 1)
      note(fmt::format("there is one class only, '{}': it will be the answer for every row",
                       model.classes()[0]));
    const std::vector<PartPlan>& parts = model.plan().parts;  // a search may have chosen others
    const std::string next = plan.target.empty() ? fmt::format("priory query {} 'P(A | B=1)'", output)
                                                 : fmt::format("priory predict {} DATA", output);
    note(fmt::format("{} {}, {} {}, {} {}: {}\n  columns: {}{}\n  next: {}", model.n_rows(),
                     model.n_rows() == 1 ? "row" : "rows", model.classes().size(),
                     model.classes().size() == 1 ? "class" : "classes", parts.size(),
                     parts.size() == 1 ? "part" : "parts", output, columns_by_kind(model.plan()), quality,
                     next));
  }
};

}  // namespace

Verb make_train() {
  const auto self = std::make_shared<Train>();
  Verb verb{"train",
            "learn a model from rows with a class",
            {"priory train mail.csv --target label --text body -o mail.priory",
             "priory train iris.csv --target species --family gaussian -o iris.priory",
             "priory train mail/spam mail/ham -o mail.priory",
             "zcat votes.csv.gz | priory train - --target party -o votes.priory",
             "priory train mail.csv --target label --search -o m.priory",
             "priory train few.csv --target label --unlabelled many.csv -o mail.priory"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments.output_model(self->output, "the model file to write").required = true;
  arguments.group("Judged by rows left out");
  self->tuning.declare(arguments);
  self->pool.declare(arguments);
  declare_calibrate(arguments, self->calibration);
  self->discriminative.declare(arguments);
  arguments.group("Rows without a class");
  arguments
      .texts("--unlabelled", "DATA", self->unlabelled, "files of rows without a class, to learn from as well")
      .reads();
  arguments.flag("--em", self->with_em,
                 "rows of DATA whose class is empty are such rows; with --structure, other cells may be too");
  arguments.text("--unlabelled-weight", "L", self->unlabelled_weight,
                 "what such a row counts against one with a class; 1 when not given; auto tries some");
  arguments.count("--components", "N", self->em.options.components, "hidden classes within each class");
  self->em.declare(arguments);
  self->shape.declare_plan(arguments);
  self->shape.declare(arguments);
  self->memory.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--target", "--text",      "--types",      "--family", "--ignore",
                 "--tune",   "--calibrate", "--unlabelled", "--na",     "--quiet"};
  return verb;
}

}  // namespace priory::app
