// SPDX-License-Identifier: Apache-2.0
// The program: finds the verb, runs it, and turns what went wrong into a message and an exit code.
#include <cstdio>
#include <fmt/format.h>
#include <malloc.h>
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

struct MakeVerb {
  std::string_view name;
  Verb (*make)();
};

constexpr MakeVerb kVerbs[] = {
    {"train", make_train},   {"predict", make_predict}, {"explain", make_explain}, {"inspect", make_inspect},
    {"eval", make_eval},     {"cv", make_cv},           {"compare", make_compare}, {"report", make_report},
    {"schema", make_schema}, {"update", make_update},   {"forget", make_forget},   {"merge", make_merge},
    {"smooth", make_smooth}, {"diff", make_diff},       {"cluster", make_cluster}, {"sample", make_sample},
    {"query", make_query},   {"convert", make_convert}};

// The verb that is asked for; all, if it is none of them.
std::vector<Verb> verbs_for(std::string_view word) {
  std::vector<Verb> out;
  for (const MakeVerb& each : kVerbs) {
    if (each.name == word) return {each.make()};
  }
  for (const MakeVerb& each : kVerbs) out.push_back(each.make());
  return out;
}

// What is freed is kept for what comes next: to hand it back to the system and fetch it anew, page by page,
// costs a tenth of a short training.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // NOLINT: there is one thread yet
  mallopt(M_TRIM_THRESHOLD, 1 << 30);   // NOLINT
}

int run(int argc, char** argv) {
  keep_freed_memory();
  if (argc > 1 && std::string_view(argv[1]) == "--version") return write_version(), 0;
  const std::vector<Verb> verbs = verbs_for(argc > 1 ? argv[1] : "");
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
