// SPDX-License-Identifier: Apache-2.0
// priory convert INPUT -o FILE: a network or a model in another format, which the ending of FILE names.
#include <fmt/format.h>

#include "command.h"
#include "network_file.h"

namespace priory::app {
namespace {

struct Convert {
  std::string input, output;

  int run() const {
    const std::string ending = output.substr(std::min(output.size(), output.rfind('.')));
    if (is_network_file(input))
      write_network(load_network(input), ending);
    else
      write_model(load(input), ending);
    return 0;
  }

  void write_network(const Network& network, const std::string& ending) const {
    if (ending == ".bif") return save(network, output);
    if (ending == ".json") return save_text(to_json(network), output);
    fail_ending("a network", {".bif", ".json"});
  }

  void write_model(const Classifier& model, const std::string& ending) const {
    if (ending == ".json") return save_text(to_json(model, {{}, spell_option}), output);
    if (ending == ".bif") return save(network_of(model), output);
    fail_ending("this model", {".json", ".bif"});
  }

  [[noreturn]] void fail_ending(const std::string& what, const std::vector<std::string>& known) const {
    throw Error(ErrorKind::usage, fmt::format("cannot write {} as '{}'", what, output), {},
                fmt::format("the ending says the format: {}", fmt::join(known, ", ")));
  }
};

}  // namespace

Verb make_convert() {
  const auto self = std::make_shared<Convert>();
  Verb verb{"convert",
            "a network or a model in another format",
            {"priory convert asia.bif -o asia.json", "priory convert mail.priory -o mail.json",
             "priory convert cars.priory -o cars.bif"},
            {},
            [self] { return self->run(); }};
  verb.arguments.text("INPUT", "", self->input, "a network in BIF, - for standard input, or a model file")
      .reads()
      .required = true;
  verb.arguments
      .text(
          "-o,--output", "FILE", self->output,
          "what to write: .bif a network, or a model that is one; .json the parameters as inspect --json has "
          "them")
      .writes()
      .required = true;
  return verb;
}

}  // namespace priory::app
