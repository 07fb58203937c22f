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
    for (std::size_t k = 1; k < models.size(); ++k) {
      try {
        all = all.merge(load(models[k]));
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::data) throw;
        throw Error(ErrorKind::data, fmt::format("{} and {}: {}", models[0], models[k], error.message()), {},
                    error.remedy());
      }
    }
    save(all, output);
    note(fmt::format("{} models, {} rows, {} classes: {}", models.size(), all.n_rows(), all.classes().size(),
                     output));
    return 0;
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
  verb.arguments.texts("MODEL", "", self->models, "model files trained with the same options").required =
      true;
  verb.arguments.text("-o,--output", "MODEL", self->output, "the model file to write").required = true;
  return verb;
}

}  // namespace priory::app
