// SPDX-License-Identifier: Apache-2.0
// The program: finds the verb, runs it, and turns what went wrong into a message and an exit code.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <new>
#include <unistd.h>

#include "command.h"
#include "help/completion.h"
#include "help/installation.h"
#include "ranks.h"
#include "verbs.h"

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

// What is freed is kept for what comes next: to hand it back to the system and fetch it anew, page by page,
// costs a tenth of a short training.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // NOLINT: there is one thread yet
  mallopt(M_TRIM_THRESHOLD, 1 << 30);   // NOLINT
}

void check_ranks(const Verb& verb) {
  constexpr std::string_view kShared[] = {"train", "cluster", "eval", "cv", "predict"};
  if (ranks() == nullptr || std::ranges::find(kShared, verb.name) != std::end(kShared)) return;
  throw Error(ErrorKind::usage, fmt::format("{} is not done by several ranks", verb.name), {},
              "train, cluster, eval, cv and predict are; start this one once");
}

// All have come to the end, and nobody has failed on the way.
void part(Ranks& all) {
  note(fmt::format("{} ranks, {} bytes exchanged", all.size(), all.sum(all.bytes_sent())));
}

int run(int argc, char** argv) {
  keep_freed_memory();
  if (argc > 1 && std::string_view(argv[1]) == "--version") return write_version(), 0;
  if (argc > 1 && std::string_view(argv[1]) == kCompleteWord) return complete({argv + 2, argv + argc});
  static const std::vector<Verb> verbs = verbs_for(argc > 1 ? argv[1] : "");
  const Verb* verb = parse(verbs, argc, argv);
  catch_interrupt();
  if (verb == nullptr) return 0;
  check_ranks(*verb);
  const int code = verb->run();
  if (ranks() != nullptr) part(*ranks());
  return code;
}

void say(const Error& error) {
  complain(error);
}

// The others wait for this rank in their next exchange: they learn there what has happened, and the first of
// them says it.
int fail(const Error& error) {
  if (ranks() == nullptr) return say(error), exit_code(error.kind());
  try {
    ranks()->fail(error);
  } catch (const AgreedError& agreed) {
    return say(agreed), exit_code(agreed.kind());
  }
}

int run_to_the_end(int argc, char** argv) {
  try {
    join_ranks();
    return run(argc, argv);
  } catch (const AgreedError& error) {
    return say(error), exit_code(error.kind());
  } catch (const Error& error) {
    if (was_interrupted() && error.kind() == ErrorKind::io)  // see catch_interrupt
      return fail(Error(ErrorKind::interrupted, "interrupted; nothing was written"));
    return fail(error);
  } catch (const std::bad_alloc&) {
    return fail(Error(ErrorKind::io, "not enough memory"));
  } catch (const std::exception& error) {
    tell(fmt::format("priory: a bug of ours, please report it: {}\n", error.what()));
    if (ranks() != nullptr) std::_Exit(kBug);  // without a farewell, so that the job ends
    return kBug;
  }
}

// A model file is mapped. When another program cuts it short meanwhile, what lies behind its new end cannot
// be read: there is nothing to go on with.
extern "C" void on_lost_page(int) {
  constexpr std::string_view kText =
      "priory: a file was cut short by another program while it was read\n"
      "  run it again when that program is done\n";
  static_cast<void>(::write(STDERR_FILENO, kText.data(), kText.size()) + 0);
  ::_exit(5);
}

// A file opened while one of the three is closed would get its number, and messages would go into it. What is
// put in their place fails as they would: nothing can be read from the input or written to the output.
void open_standard_streams() {
  for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(wanted, F_GETFD) >= 0) continue;
    const int fd =
        ::open("/dev/null", wanted == STDOUT_FILENO ? O_RDONLY : O_WRONLY);  // gets the lowest number
    if (fd > STDERR_FILENO) ::close(fd);
  }
}

}  // namespace
}  // namespace priory::app

int main(int argc, char** argv) {
  priory::app::open_standard_streams();
  std::signal(SIGBUS, priory::app::on_lost_page);
  const int code = priory::app::run_to_the_end(argc, argv);
  priory::app::leave_ranks();
  return code;
}
