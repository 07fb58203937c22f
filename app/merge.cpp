// SPDX-License-Identifier: Apache-2.0
// priory merge MODEL... -o MODEL: the model of all the rows that the models were trained on.
#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

struct Merge {
  std::vector<std::string> models;
  std::string output;

  int run() const {
    Classifier all = load(models[0]);
    if (models.size() > 1) note_left_behind(all);
    for (std::size_t k = 1; k < models.size(); ++k) all = merged(all, k);
    save(all, output);
    note(fmt::format("{} models, {:.10g} rows, {} classes: {}", models.size(), all.n_rows(),
                     all.classes().size(), output));
    return 0;
  }

  // When a model does not go with those before it, the first of them that it does not go with is named.
  Classifier merged(const Classifier& all, std::size_t k) const {
    const Classifier next = load(models[k]);
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
  return verb;
}

}  // namespace priory::app
