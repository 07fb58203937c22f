// SPDX-License-Identifier: Apache-2.0
// priory smooth MODEL [--alpha A] [--class-prior P] [-o MODEL]: the same counts, estimated otherwise.
#include <cmath>
#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

struct Smooth {
  std::string model_path, output;
  bool backup = false;
  PlanArguments shape;

  int run() const {
    const auto change = [this](const Classifier& model) { return smoothed(model); };
    if (backup && !output.empty())
      throw Error(ErrorKind::usage, "--backup keeps the model that is replaced; with -o none is");
    const Classifier changed =
        output.empty() ? change_file(model_path, change, backup) : change(load(model_path));
    if (!output.empty()) save(changed, output);
    note(fmt::format("estimated again from {:.10g} rows: {}", changed.n_rows(),
                     output.empty() ? model_path : output));
    return 0;
  }

  Classifier smoothed(const Classifier& model) const {
    const std::vector<OptionValue> settings = shape.finish_settings();
    if (settings.empty() && shape.class_prior.empty() && std::isnan(shape.prior_alpha) &&
        shape.unseen.empty())
      throw Error(ErrorKind::usage, "nothing to change: smooth needs an option of the estimate", {},
                  "priory smooth --help lists them");
    Plan plan = with_settings(model.plan(), settings);
    const double alpha = std::isnan(shape.prior_alpha) ? plan.prior.alpha : shape.prior_alpha;
    if (!shape.class_prior.empty()) plan.prior = parse_prior(shape.class_prior, alpha);
    plan.prior.alpha = alpha;
    if (!shape.unseen.empty()) plan.unseen = value_of_word<Unseen>(shape.unseen);
    note_left_behind(model);
    return model.reestimated(plan);
  }

  void declare(Arguments& arguments) {
    arguments.model(model_path);
    arguments.output_model(output, "the model file to write; without it MODEL is replaced");
    arguments.flag("--backup", backup, "keep the old model as MODEL~");
    // What is not given stays as the model has it.
    shape.class_prior.clear(), shape.unseen.clear(), shape.prior_alpha = NAN;
    shape.declare_estimate(arguments);
    Arguments all;
    shape.declare(all);
    arguments.refuse_all(all,
                         "it changes what is counted, for which the rows are needed; train again with it");
  }
};

}  // namespace

Verb make_smooth() {
  const auto self = std::make_shared<Smooth>();
  Verb verb{"smooth",
            "estimate a model anew from what it has counted",
            {"priory smooth mail.priory --alpha 0.3 -o sharp.priory",
             "priory smooth mail.priory --alpha 0.3,city=2 --class-prior uniform --backup"},
            {},
            [self] { return self->run(); }};
  self->declare(verb.arguments);
  verb.matter = {"--alpha", "--ridge", "--var-smoothing", "--class-prior", "--backup"};
  return verb;
}

}  // namespace priory::app
