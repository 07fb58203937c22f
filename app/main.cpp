// SPDX-License-Identifier: Apache-2.0
// The program: finds the verb, runs it, and turns what went wrong into a message and an exit code.
#include <cstdio>
#include <fmt/format.h>
#include <new>

#include "command.h"
#include "manual.h"

namespace priory::app {
namespace {

constexpr int kBug = 70;

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return 2;
    case ErrorKind::data:
      return 3;
    case ErrorKind::model:
      return 4;
    case ErrorKind::io:
      return 5;
    case ErrorKind::interrupted:
      return 130;
  }
  return kBug;
}

int run(int argc, char** argv) {
  const std::vector<Verb> verbs = {make_train(),   make_predict(), make_explain(), make_inspect(),
                                   make_eval(),    make_cv(),      make_compare(), make_report(),
                                   make_schema(),  make_update(),  make_forget(),  make_merge(),
                                   make_cluster(), make_sample()};
  if (argc == 3 && std::string_view(argv[1]) == "manual") return write_manual(verbs, argv[2]);
  const Verb* verb = parse(verbs, argc, argv);
  catch_interrupt();
  return verb == nullptr ? 0 : verb->run();
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
    return priory::app::exit_code(priory::ErrorKind::io);
  } catch (const std::exception& error) {
    fmt::print(stderr, "priory: a bug of ours, please report it: {}\n", error.what());
    return priory::app::kBug;
  }
}
