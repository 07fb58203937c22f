// SPDX-License-Identifier: Apache-2.0
#include "manual.h"

#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

constexpr std::size_t kHelpColumn = 28;

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column + word.size() > width && column > indent)
      out += "\n" + std::string(indent, ' '), column = indent;
    out += word;
    column += word.size() + 1;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!text.empty() && column + text.substr(0, text.find(' ')).size() <= width) out += ' ';
  }
  return out;
}

std::string heading_of(const Argument& argument) {
  std::string name = argument.flags;
  if (const std::size_t comma = name.find(','); comma != std::string::npos) name.insert(comma + 1, " ");
  return argument.value.empty() ? name : name + " " + argument.value;
}

std::string help_line(const std::string& heading, const std::string& help) {
  std::string out = "  " + heading;
  out += out.size() + 2 > kHelpColumn ? "\n" + std::string(kHelpColumn, ' ')
                                      : std::string(kHelpColumn - out.size(), ' ');
  return out + wrapped(help, kHelpColumn, 80) + "\n";
}

std::string usage_of(const Verb& verb) {
  std::string out = "priory " + verb.name;
  for (const Argument& each : verb.arguments.all()) {
    const std::string shown = each.positional()
                                  ? each.flags + (each.many ? "..." : "")
                                  : each.flags.substr(0, each.flags.find(',')) + " " + each.value;
    if (each.required)
      out += " " + shown;
    else if (each.positional())
      out += " [" + shown + "]";
  }
  return out + " [options]";
}

// Calls heading(title) before the first argument of every group, then line(argument).
template <class Heading, class Line>
void by_group(const Verb& verb, Heading&& heading, Line&& line) {
  std::string group;
  for (const Argument& each : verb.arguments.all()) {
    if (each.group != group) heading(group = each.group);
    line(each);
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' || c == '<' ? "\\" + std::string(1, c) : std::string(1, c);
  return out;
}

std::string cli_page(const std::vector<Verb>& verbs) {
  std::string out =
      "# The command line\n\n<!-- Made by `priory manual cli`; do not edit. -->\n\n"
      "`priory VERB INPUT... [options]`. Data goes to stdout, messages to stderr. A table on a terminal, CSV "
      "in a pipe,\n"
      "`--json` for machines. `-` is a pipe. Exit codes: 0 done; 1 a gate failed; 2 usage; 3 bad data; 4 bad "
      "model file;\n"
      "5 input or output failed; 70 a bug of ours; 130 interrupted.\n";
  for (const Verb& verb : verbs) {
    out += fmt::format(
        "\n## priory {}\n\nGives {}: `{}`\n\n<!-- not run: the form of a call -->\n```sh\n{}\n```\n",
        verb.name, verb.summary, usage_of(verb), fmt::join(verb.examples, "\n"));
    by_group(
        verb,
        [&](const std::string& title) {
          out += fmt::format("\n{}\n\n| argument | meaning |\n|---|---|\n", title);
        },
        [&](const Argument& each) {
          out += fmt::format("| `{}` | {} |\n", heading_of(each), escaped(each.help));
        });
  }
  return out;
}

std::string families_page() {
  static constexpr std::string_view kKinds[] = {"a number", "a value", "a text, or columns of counts"};
  std::string out =
      "# Families\n\n<!-- Made by `priory manual families`; do not edit. -->\n\n"
      "A family models the cells of a column given the class. `log` is natural; V is the number of values or "
      "words; n\n"
      "counts the rows (or weights) of the class that are not missing. Options take a value for all columns "
      "and values\n"
      "for single ones: `--alpha 1,city=0.5`.\n";
  for (const FamilyInfo& family : families()) {
    out += fmt::format(
        "\n## {}{}\n\nModels {}. A cell is {}.\n\n- log p: {}\n- estimate: {}\n\n| option | default | "
        "meaning |\n|---|---|---|\n",
        family.name, family.name == "bernoulli" && family.kind == CellKind::bag ? " over texts" : "",
        family.summary, kKinds[static_cast<int>(family.kind)], escaped(family.density),
        escaped(family.estimator));
    for (const Option& option : family.options) {
      out += fmt::format("| `--{}` | {} | {} |\n", option.name,
                         option.flag ? "off" : fmt::format("{}", option.initial), escaped(option.help));
    }
  }
  return out;
}

}  // namespace

void write_help(const std::vector<Verb>& verbs) {
  std::string out = "Priory: generative classification of text and tables\n\nExamples:\n";
  for (const Verb& verb : verbs) out += "  " + verb.examples[0] + "\n";
  out += "\nVerbs:\n";
  for (const Verb& verb : verbs) out += help_line(verb.name, verb.summary);
  write_output(out + "\npriory VERB --help tells more of a verb; --version tells the version.\n");
}

void write_help(const Verb& verb) {
  std::string out = fmt::format("priory {}: {}\n\nExamples:\n", verb.name, verb.summary);
  for (const std::string& example : verb.examples) out += "  " + example + "\n";
  out += "\nUsage: " + usage_of(verb) + "\n";
  by_group(
      verb, [&](const std::string& title) { out += "\n" + title + ":\n"; },
      [&](const Argument& each) { out += help_line(heading_of(each), each.help); });
  write_output(out);
}

void write_version() {
  write_output(fmt::format("priory {}\n", PRIORY_VERSION));
}

int write_manual(const std::vector<Verb>& verbs, const std::string& page) {
  if (page == "cli")
    write_output(cli_page(verbs));
  else if (page == "families")
    write_output(families_page());
  else
    throw Error(ErrorKind::usage, fmt::format("there is no page '{}': cli or families", page));
  return 0;
}

}  // namespace priory::app
