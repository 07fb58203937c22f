// SPDX-License-Identifier: Apache-2.0
// priory cluster DATA... -k K -o MODEL: classes nobody has named, learnt by EM.
#include <fmt/format.h>
#include <optional>
#include <set>
#include <tuple>

#include "ranks.h"
#include "training_data.h"

namespace priory::app {
namespace {

constexpr std::size_t kMostClasses = 100000;
constexpr std::size_t kFewClasses = 10;  // that memory is set apart for where their number is to be found

struct Cluster {
  std::vector<std::string> data;
  std::string output, k, init, criterion = "bic";
  ReadArguments read;
  PlanArguments shape;
  MemoryArguments memory;
  EmArguments em;

  int run() {
    ClassRange range{1, 0, *value_named<ClassRange::Criterion>(criterion)};
    if (k != "auto") std::tie(range.least, range.most) = parse_range("-k", k, kMostClasses);
    const std::size_t least = range.least, most = range.most;
    if (!init.empty() && least != most)
      throw Error(ErrorKind::usage, "--init is a start for one number of classes: give -k one number");
    PlanOptions plan_options = shape.finish();
    plan_options.skip_bad_rows = read.skip_bad_rows();
    if (!init.empty() && em.options.restarts != EmOptions().restarts)
      note("--restarts has no effect: --init is the one start");
    if (least == most && criterion != "bic") note("--criterion has no effect: -k is one number");
    const std::optional<Plan> given = shape.has_plan() ? std::optional(plan_given()) : std::nullopt;
    TrainingRows source = given
                              ? TrainingRows(read.open(data, *given), *given, read.skip_bad_rows(), hidden())
                              : TrainingRows(read.open(data), plan_options, hidden());
    for (const std::string& each : source.notes()) note(each);
    if (memory.bytes() > 0) {
      source.fit_to({memory.bytes(), std::max(most, kFewClasses), kEmCopies, read.thread_count(), true},
                    false);
      memory.say(source.limits(source.plan()));
    }
    const HiddenRows rows(source.plan(), {}, {source.opener(false)}, source.room_for_rows(), source.threads(),
                          progress("reading"));
    std::optional<Start> start;
    if (!init.empty()) start = load_start(init);
    EmResult best = least == most ? fit(rows, least, start) : choose(rows, range);
    best.model = source.named(best.model, false);
    save_model(best.model, output);
    em.write_trace(best);
    say(best, source.plan(), source.counts());
    return best.interrupted ? 130 : 0;
  }

  TrainingOptions hidden() const {
    TrainingOptions out = training_options(read);
    out.target_needed = false, out.hidden = true;
    return out;
  }

  Plan plan_given() {
    if (memory.bytes() > 0)
      throw Error(ErrorKind::usage, "--max-memory chooses words, and --plan gives them");
    Plan out = shape.given_plan();
    if (out.target.empty() && out.structure.empty()) return out;
    throw Error(ErrorKind::usage,
                out.target.empty() ? fmt::format("the plan {} is of a network", shape.plan_file)
                                   : fmt::format("the plan {} has the target '{}', and cluster has none",
                                                 shape.plan_file, out.target),
                {}, "make one with priory plan without --target; train --plan takes this one");
  }

  // A floor under the variances where the user has not set another.
  EmOptions em_options() const {
    EmOptions out = em.options;
    const std::set<std::string> given = shape.given();
    out.variance_floor = !given.contains("ridge") && !given.contains("var-smoothing");
    return out;
  }

  EmResult fit(const HiddenRows& rows, std::size_t classes, const std::optional<Start>& start) const {
    EmOptions options = em_options();
    options.judge = !start;
    EmResult out = cluster(rows, classes, options, start ? &*start : nullptr, read.thread_count(),
                           em.watch(note), progress("learning"));
    em.say(out, note);
    if (out.tried.classes > 0) out.model = out.model.chosen_of({out.tried});
    return out;
  }

  // Fits every number of classes and keeps the best by the criterion; the held-out rows are learnt from in
  // the end.
  EmResult choose(const HiddenRows& rows, const ClassRange& range) const {
    const auto tell = [this](const EmResult& fitted) {
      detail(fmt::format("{} {}:", fitted.tried.classes, fitted.tried.classes == 1 ? "class" : "classes"));
      em.say(fitted, detail);
    };
    EmResult best = choose_classes(rows, range, em_options(), read.thread_count(), em.watch(detail),
                                   progress("learning"), tell);
    if (best.model.classes_tried().empty()) return best;  // interrupted in the first of them
    write_output(terminal_output() ? tried_table(best.model, true).text(terminal_width())
                                   : tried_table(best.model).csv());
    warn_of_end(best, range);
    best.interrupted = any_rank(was_interrupted());
    if (best.interrupted) note("interrupted: the best so far is kept");
    return best;
  }

  // At the end of a range, what lies beyond may be better.
  void warn_of_end(const EmResult& best, const ClassRange& range) const {
    const std::size_t chosen = best.tried.classes;
    const std::size_t tried = best.model.classes_tried().back().classes;
    if (best.interrupted) return;
    if (chosen == tried && (range.most > 0 || tried > 1))
      note(fmt::format("{} classes are the most that were tried: more may be better, as in -k {}-{}", chosen,
                       chosen, 2 * chosen));
    if (chosen == range.least && chosen > 1)
      note(fmt::format("{} classes are the fewest that were tried: fewer may be better, as in -k 1-{}",
                       chosen, chosen));
  }

  void say(const EmResult& result, const Plan& plan, const ReadCounts& counts) const {
    report_roles(plan);
    report_counts(counts);
    for (const std::string& each : result.warnings) note(each);
    std::string sizes;
    const std::vector<double> count = result.model.class_count();
    for (std::size_t c = 0; c < std::min<std::size_t>(count.size(), 10); ++c)
      sizes += fmt::format("{}{:.1f}", c == 0 ? "" : ", ", count[c]);
    if (count.size() > 10) sizes += ", ...";
    note(fmt::format("{} rows, {} hidden {} of {} rows, log-likelihood {:.6f}: {}", result.model.n_rows(),
                     count.size(), count.size() == 1 ? "class" : "classes", sizes, result.log_likelihood,
                     output));
  }
};

}  // namespace

Verb make_cluster() {
  const auto self = std::make_shared<Cluster>();
  Verb verb{"cluster",
            "find hidden classes in rows without one",
            {"priory cluster votes.csv -k 2 -o votes.priory",
             "priory cluster answers.csv -k auto -o answers.priory",
             "priory cluster iris.csv -k 3 --family gaussian --ignore species -o iris.priory"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments
      .text("-k,--classes", "K", self->k,
            "how many hidden classes, a range to choose from, such as 2-6, or auto")
      .required = true;
  arguments.output_model(self->output, "the model file to write").required = true;
  arguments
      .text("--init", "FILE", self->init, "begin with the parameters of this JSON, as inspect --json writes")
      .reads();
  arguments.word(
      "--criterion", "NAME", self->criterion, {"bic", "aic", "held-out"},
      "what chooses among several K: bic, aic or held-out (the likelihood of a fifth of the rows)");
  self->em.declare(arguments);
  self->shape.declare_plan(arguments);
  self->shape.declare(arguments, false);
  self->memory.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--init",   "--criterion", "--restarts", "--seed", "--types",
                 "--family", "--ignore",    "--alpha",    "--na"};
  return verb;
}

}  // namespace priory::app
