// SPDX-License-Identifier: Apache-2.0
// priory merge MODEL... -o MODEL: the model of all the rows that the models were trained on.
#include <algorithm>
#include <fmt/format.h>

#include "arguments/refit_arguments.h"

namespace priory::app {
namespace {

struct Merge {
  std::vector<std::string> models;
  std::string output;
  RefitArguments refit;
  ReadArguments read;

  int run() const {
    const Classifier first = load(models[0]);
    const bool fitted = first.conditional_fit() != nullptr && !refit.with.empty();
    Classifier all = fitted ? first.generative() : first;
    if (models.size() > 1) note_left_behind(all);
    std::vector<Plan> plans = {all.plan()};
    for (std::size_t k = 1; k < models.size(); ++k) {
      const Classifier loaded = load(models[k]), next = fitted ? loaded.generative() : loaded;
      plans.push_back(next.plan());
      all = merged(all, next, k);
    }
    check_features(plans);
    if (fitted)
      all = refit.fit(first, all, read);
    else
      refit.refuse_idle();
    save(all, output);
    note(fmt::format("{} models, {:.10g} rows, {} classes: {}", models.size(), all.n_rows(),
                     all.classes().size(), output));
    return 0;
  }

  // A model that has no column in common with any other is about something else.
  void check_features(const std::vector<Plan>& plans) const {
    for (std::size_t k = 0; plans.size() > 1 && k < plans.size(); ++k) {
      const auto is_kin = [&](const Plan& other) {
        return &other != &plans[k] && share_a_feature(plans[k], other);
      };
      if (plans[k].parts.empty() || std::ranges::any_of(plans, is_kin)) continue;
      const bool two = plans.size() == 2;
      throw Error(
          ErrorKind::data,
          fmt::format("{} and {} share no feature", models[k], two ? models[1] : "the others"), {},
          fmt::format("models are merged that were trained on rows with the same columns; {} has: {}, {}: {}",
                      models[k], listed(plans[k]), two ? models[1] : models[k == 0 ? 1 : 0],
                      listed(plans[two || k == 0 ? 1 : 0])));
    }
  }

  static std::string listed(const Plan& plan) {
    constexpr std::size_t kNamed = 5;
    std::vector<std::string> names = feature_columns(plan);
    const bool more = names.size() > kNamed;
    if (more) names.resize(kNamed);
    return fmt::format("{}{}", fmt::join(names, ", "), more ? ", ..." : "");
  }

  // When a model does not go with those before it, the first of them that it does not go with is named.
  Classifier merged(const Classifier& all, const Classifier& next, std::size_t k) const {
    try {
      return all.merge(next, k == 1 ? models[0] : "what comes before", models[k]);
    } catch (const Error& error) {
      for (std::size_t j = 0; k > 1 && error.kind() == ErrorKind::data && j < k; ++j)
        load(models[j]).merge(next, models[j], models[k]);
      throw;
    }
  }
};

}  // namespace

Verb make_merge() {
  const auto self = std::make_shared<Merge>();
  Verb verb{"merge",
            "one model of what several have learnt",
            {"priory merge monday.priory tuesday.priory -o week.priory"},
            {},
            [self] { return self->run(); }};
  verb.arguments.texts("MODEL", "", self->models, "model files trained with the same options")
      .reads()
      .required = true;
  verb.arguments.output_model(self->output, "the model file to write").required = true;
  self->refit.declare(verb.arguments);
  self->read.declare(verb.arguments);
  verb.matter = {"--force", "--with"};
  return verb;
}

}  // namespace priory::app
