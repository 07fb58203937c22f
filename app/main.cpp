// SPDX-License-Identifier: Apache-2.0
// The program: finds the verb, runs it, and turns what went wrong into a message and an exit code.
#include <cstdio>
#include <fmt/format.h>

#include "command.h"
#include "manual.h"

namespace priory::app {
namespace {

constexpr int kUsage = 2, kBug = 70, kInterrupted = 130;

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return kUsage;
    case ErrorKind::data:
      return 3;
    case ErrorKind::model:
      return 4;
    case ErrorKind::io:
      return 5;
    case ErrorKind::interrupted:
      return kInterrupted;
  }
  return kBug;
}

// What the parser did not understand, with the nearest word that it would have.
std::string suggestion(const CLI::App& app, const std::vector<Verb>& verbs, const std::string& word) {
  std::vector<std::string> candidates;
  for (const Verb& verb : verbs) {
    if (!verb.parser->parsed()) {
      if (!word.starts_with("-")) candidates.push_back(verb.parser->get_name());
      continue;
    }
    for (const std::string& flag : all_flags(*verb.parser)) candidates.push_back(flag);
  }
  static_cast<void>(app);
  return did_you_mean(word.substr(0, word.find('=')), candidates);
}

int usage_error(const CLI::App& app, const std::vector<Verb>& verbs, const CLI::ParseError& error, int argc,
                char** argv) {
  std::string text = error.what();
  const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const bool no_verb =
      std::none_of(verbs.begin(), verbs.end(), [](const Verb& verb) { return verb.parser->parsed(); });
  if (extras || no_verb) {
    std::string word = argc > 1 ? argv[1] : "";
    if (!no_verb) {
      for (const Verb& verb : verbs) {
        if (verb.parser->parsed() && !verb.parser->remaining().empty()) word = verb.parser->remaining()[0];
      }
    }
    text = word.empty() ? "a verb is needed: train, predict, explain, inspect, eval or schema"
                        : fmt::format("{} '{}' is not known{}", no_verb ? "the verb" : "the option", word,
                                      suggestion(app, verbs, word));
  }
  fmt::print(stderr, "priory: {}\n  priory{} --help tells more\n", text,
             no_verb ? "" : fmt::format(" {}", app.get_subcommands()[0]->get_name()));
  return kUsage;
}

int run(int argc, char** argv) {
  CLI::App app("Priory: generative classification of text and tables", "priory");
  prepare_help(app);
  app.set_version_flag("--version", PRIORY_VERSION);
  app.require_subcommand(1);
  const std::vector<Verb> verbs = {add_train(app),   add_predict(app), add_explain(app),
                                   add_inspect(app), add_eval(app),    add_schema(app)};
  if (argc == 3 && std::string_view(argv[1]) == "manual") return write_manual(app, verbs, argv[2]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    return usage_error(app, verbs, error, argc, argv);
  }
  catch_interrupt();
  for (const Verb& verb : verbs) {
    if (verb.parser->parsed()) return verb.run();
  }
  return kUsage;
}

}  // namespace
}  // namespace priory::app

int main(int argc, char** argv) {
  try {
    return priory::app::run(argc, argv);
  } catch (const priory::Error& error) {
    fmt::print(stderr, "priory: {}\n", error.what());
    return priory::app::exit_code(error.kind());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "priory: not enough memory\n");
    return 5;
  } catch (const std::exception& error) {
    fmt::print(stderr, "priory: a bug of ours, please report it: {}\n", error.what());
    return priory::app::kBug;
  }
}
