// SPDX-License-Identifier: Apache-2.0
// priory train DATA... --target COL -o MODEL
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "training_data.h"

namespace priory::app {
namespace {

struct Train {
  std::vector<std::string> data, unlabelled;
  std::string output, unlabelled_weight = "1";
  bool with_em = false;
  ReadArguments read;
  PlanArguments shape;
  EmArguments em;

  int run() {
    const TrainingData rows(read, shape.finish(), data);
    if (with_em || !unlabelled.empty() || em.options.components > 1) return run_em(rows);
    if (const std::string option = em.given(); !option.empty() || unlabelled_weight != "1")
      throw Error(ErrorKind::usage,
                  fmt::format("{} is for learning by EM: with --unlabelled, --em or --components",
                              option.empty() ? "--unlabelled-weight" : option));
    const Classifier model =
        Classifier::train(rows.plan(), rows.opener(), read.thread_count(), progress("learning"));
    save(model, output);
    say(model, rows);
    return 0;
  }

  // Rows without a class help: their share in every class is learnt by EM.
  int run_em(const TrainingData& labelled) {
    ChunkSpec spec = chunk_spec(labelled.plan());
    spec.target.clear();
    spec.skip_bad_rows = read.skip_bad_rows();
    ReadCounts more;
    std::vector<OpenChunks> others;
    if (!unlabelled.empty()) {
      const Table table = read.open(unlabelled);
      others.emplace_back([table, spec, &more] { return open_chunks(table, spec, &more, true); });
    }
    const HiddenRows rows(labelled.plan(), {labelled.opener(!with_em)}, others, 0, read.thread_count(),
                          progress("reading"));
    EmOptions options = em.options;
    options.unlabelled_weight = weight_of(rows);
    const bool single = options.components == 1 || options.restarts == 1;
    if (options.components == 1 && options.restarts != EmOptions().restarts)
      note("--restarts has no effect: with one component EM begins with the rows that have a class");
    const EmResult result =
        train_with_unlabelled(rows, options, read.thread_count(), em.watch(single), progress("learning"));
    save(result.model, output);
    em.write_trace(result);
    report_counts(more);
    note(fmt::format("{} rows with a class, {} without", rows.n_labelled(),
                     rows.n_rows() - rows.n_labelled()));
    em.say(result);
    say(result.model, labelled);
    return result.interrupted ? 130 : 0;
  }

  double weight_of(const HiddenRows& rows) const {
    if (unlabelled_weight != "auto") return parse_weight();
    const std::vector<WeightTrial> trials = try_unlabelled_weights(
        rows, em.options, read.thread_count(), [](const EmStep&) { return !was_interrupted(); },
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

  void say(const Classifier& model, const TrainingData& rows) const {
    const Plan& plan = rows.plan();
    report_roles(plan);
    report_counts(rows.counts());
    note(fmt::format("{} rows, {} {}, {} {}: {}", model.n_rows(), model.classes().size(),
                     model.classes().size() == 1 ? "class" : "classes", plan.parts.size(),
                     plan.parts.size() == 1 ? "part" : "parts", output));
  }
};

}  // namespace

Verb make_train() {
  const auto self = std::make_shared<Train>();
  Verb verb{"train",
            "learn a model from rows with a class",
            {"priory train mail.csv --target label --text body -o mail.priory",
             "priory train iris.csv --target species --family gaussian -o iris.priory",
             "zcat votes.csv.gz | priory train - --target party -o votes.priory",
             "priory train few.csv --target label --unlabelled many.csv -o mail.priory"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.texts("DATA", "", self->data, "files of rows; - is a pipe").required = true;
  arguments.text("-o,--output", "MODEL", self->output, "the model file to write").required = true;
  arguments.group("Rows without a class");
  arguments.texts("--unlabelled", "DATA", self->unlabelled,
                  "files of rows without a class, to learn from as well");
  arguments.flag("--em", self->with_em, "rows of DATA whose class is empty are such rows");
  arguments.text("--unlabelled-weight", "L", self->unlabelled_weight,
                 "what such a row counts against one with a class; 1 when not given; auto tries some");
  arguments.count("--components", "N", self->em.options.components, "hidden classes within each class");
  self->em.declare(arguments);
  self->shape.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
