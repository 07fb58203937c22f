// SPDX-License-Identifier: Apache-2.0
#include "messages.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "priory/error.h"
#include "priory/report.h"

#include "arguments/arguments.h"
#include "command.h"
#include "ranks.h"

namespace priory::app {
namespace {

bool quiet = false, verbose = false;
const Arguments* verb_options = nullptr;  // of the verb; null: none was found

bool has_option(const Arguments& arguments, std::string_view setting) {
  return std::ranges::any_of(arguments.all(), [&](const Argument& each) {
    return !each.positional() && each.long_flag().substr(2) == setting;
  });
}

bool verb_has(std::string_view setting) {
  return verb_options == nullptr || has_option(*verb_options, setting);
}

// An option of another verb is named with it, unless the text says whose it is.
std::string spelt_with_verb(std::string_view setting) {
  const bool learnt = !verb_has(setting) && has_option(make_train().arguments, setting);
  return (learnt ? "train " : "") + spell_option(setting);
}

bool names_a_verb(std::string_view text) {
  constexpr std::string_view verbs[] = {"train", "learn", "cluster ", "inspect ", "predict "};
  return std::ranges::any_of(
      verbs, [&](std::string_view verb) { return text.find(verb) != std::string_view::npos; });
}

// Line by line, so that the lines of a message stay.
std::string harmless(std::string_view text) {
  constexpr std::size_t kMostLines = 20, kMostBytes = 800;
  std::string out;
  for (std::size_t n = 0; !text.empty(); ++n) {
    if (n == kMostLines || out.size() > 2 * kMostBytes) return out + "\n  ...";
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line = printable(text.substr(0, std::min(end, 4 * kMostBytes)));
    if (n > 0) out += '\n';
    out += line.size() > kMostBytes ? truncated(line, kMostBytes) : line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

void declare_messages(Arguments& arguments) {
  arguments.group("Messages");
  arguments.flag("-q,--quiet", quiet, "errors only: no notes and no warnings");
  arguments.flag("-v,--verbose", verbose, "more of what was found and done on the way");
}

bool is_quiet() {
  return quiet;
}

bool is_verbose() {
  return verbose && !quiet;
}

void tell(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

// Names and cells in a message come from anywhere: they do not act on the terminal, and fill no screens.
void complain(const std::string& text) {
  if (is_first_rank()) tell(fmt::format("priory: {}\n", harmless(spelt_for_shell(text))));
}

void complain(const Error& error) {
  const Error fitting = error.with_remedy(remedy_with(error.remedy(), verb_has));
  complain(fitting.text(names_a_verb(fitting.remedy()) ? spell_option : spelt_with_verb));
}

void speak_for(const Arguments& arguments) {
  verb_options = &arguments;
}

void note(const std::string& text) {
  if (!quiet) complain(text);
}

void detail(const std::string& text) {
  if (is_verbose()) complain(text);
}

std::string spell_option(std::string_view setting) {
  return fmt::format("--{}", setting);
}

std::string spelt_for_shell(std::string_view text) {
  return spelt(text, spell_option);
}

}  // namespace priory::app
