// SPDX-License-Identifier: Apache-2.0
#include "help/manual.h"

#include <algorithm>
#include <fmt/format.h>

#include "command.h"
#include "help/exit_codes.h"
#include "help/man_page.h"
#include "verbs.h"

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

// What it does, examples, and how it is called.
std::string help_head(const Verb& verb, std::size_t n_examples) {
  std::string out = fmt::format("priory {}: {}\n\nExamples:\n", verb.name, verb.summary);
  for (std::size_t k = 0; k < std::min(n_examples, verb.examples.size()); ++k)
    out += "  " + verb.examples[k] + "\n";
  return out + "\nUsage: " + usage_of(verb) + "\n";
}

bool matters(const Verb& verb, const Argument& argument) {
  const auto& named = verb.matter;
  return argument.positional() || argument.required ||
         std::find(named.begin(), named.end(), argument.long_flag()) != named.end();
}

// One line on a terminal: as many words of the help as have room.
std::string short_line(const std::string& heading, std::string help) {
  constexpr std::size_t kRoom = 80 - kHelpColumn;
  if (help.size() > kRoom) {
    constexpr std::size_t kMark = 4;  // bytes of a space and …
    help.resize(help.rfind(' ', kRoom - kMark));
    help.resize(help.find_last_not_of(" ,;:(") + 1);
    help += " …";
  }
  return help_line(heading, help);
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
      "`priory VERB INPUT... [options]`. Data goes to stdout, messages to stderr: a table on a terminal, CSV "
      "in a pipe,\nJSON with `--json`. `-` as a file is a pipe. `priory VERB --help` shows what is below.\n\n"
      "| exit code | meaning |\n|---|---|\n";
  for (const ExitCode& each : kExitCodes) out += fmt::format("| {} | {} |\n", each.code, each.meaning);
  for (const Verb& verb : verbs) {
    out += fmt::format("\n## {}\n\n`{}`: {}.\n\n<!-- not run: the files are not here -->\n```sh\n{}\n```\n",
                       verb.name, usage_of(verb), verb.summary, fmt::join(verb.examples, "\n"));
    by_group(
        verb, [&](const std::string& title) { out += fmt::format("\n| {} | |\n|---|---|\n", title); },
        [&](const Argument& each) {
          out += fmt::format("| `{}` | {} |\n", heading_of(each), escaped(each.help));
        });
  }
  return out;
}

// What all families have in common, and a table of them.
std::string families_head() {
  std::string out =
      "# Families\n\n<!-- Made by `priory manual families`; do not edit. -->\n\n"
      "A family models the cells of a column given the class. All logarithms are natural. V is the number of "
      "values or\nwords; n counts the rows of the class whose cell is not missing, or adds up their weights. "
      "An option takes a value\nfor all columns and values for single ones: `--alpha 1,city=0.5`.\n\n"
      "| family | models |\n|---|---|\n";
  for (const FamilyInfo& family : families())
    out += fmt::format("| {} | {} |\n", family.name, escaped(family.summary));
  return out;
}

// Other names, and several columns.
std::string remarks_of(const FamilyInfo& family) {
  std::string out;
  if (!family.aliases.empty()) {
    std::string names(family.aliases);
    for (std::size_t at = names.find(','); at != std::string::npos; at = names.find(',', at + 3))
      names.replace(at, 1, "`, `");
    out += fmt::format("- also called: `{}`\n", names);
  }
  if (family.groups)
    out +=
        "- columns: all that have the family are one part, x is the row of their numbers and d how many they "
        "are; `--parts\n  'a+b=NAME,c+d=NAME'` makes several parts\n";
  return out;
}

std::string families_page() {
  static constexpr std::string_view kKinds[] = {"a number", "one of some values",
                                                "a text, or the counts of several columns"};
  std::string out = families_head();
  for (const FamilyInfo& family : families()) {
    const bool over_texts = family.name == "bernoulli" && family.kind == CellKind::bag;
    out += fmt::format(
        "\n## {}{}\n\nA cell is {}.\n\n- adds to the log score of a class: `{}`\n- estimate: `{}`\n",
        family.name, over_texts ? " over texts" : "",
        over_texts ? "a text" : kKinds[static_cast<int>(family.kind)], family.density, family.estimator);
    out += remarks_of(family);
    out += "\n| option | default | meaning |\n|---|---|---|\n";
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

void write_short_help(const Verb& verb) {
  constexpr std::size_t kExamples = 3;
  std::string out = help_head(verb, kExamples) + "\n";
  std::size_t n_options = 0;
  for (const Argument& each : verb.arguments.all()) {
    if (!each.positional()) ++n_options;
    if (matters(verb, each)) out += short_line(heading_of(each), each.help);
  }
  write_output(out + fmt::format("\npriory {} --help shows all {} options.\n", verb.name, n_options));
}

void write_help(const Verb& verb) {
  std::string out = help_head(verb, verb.examples.size());
  by_group(
      verb, [&](const std::string& title) { out += "\n" + title + ":\n"; },
      [&](const Argument& each) { out += help_line(heading_of(each), each.help); });
  write_output(out);
}

namespace {

struct Manual {
  std::string page, folder;
  bool man = false;

  int run() const {
    if (!folder.empty() && !man) throw Error(ErrorKind::usage, "--into is for man pages", {}, "add --man");
    if (!folder.empty()) return write_all(), 0;
    write_output(man ? man_text() : markdown());
    return 0;
  }

  std::string markdown() const {
    if (page == "cli") return cli_page(all_verbs());
    if (page == "families") return families_page();
    throw Error(ErrorKind::usage, fmt::format("there is no page '{}': cli or families", page), {},
                "--man gives the man page of a verb");
  }

  std::string man_text() const {
    if (page.empty()) return man_page(all_verbs());
    const std::vector<Verb> found = verbs_for(page);
    if (found.size() == 1) return man_page(found[0]);
    throw Error(ErrorKind::usage, fmt::format("there is no verb '{}' to have a man page", page), {},
                "priory --help lists them");
  }

  void write_all() const {
    const std::vector<Verb> verbs = all_verbs();
    write_one("priory", man_page(verbs));
    for (const Verb& verb : verbs) write_one("priory-" + verb.name, man_page(verb));
    note(fmt::format("wrote {} man pages into {}", verbs.size() + 1, folder));
  }

  void write_one(const std::string& name, const std::string& text) const {
    write_file(fmt::format("{}/{}.1", folder, name), [&](std::ostream& out) { out << text; });
  }
};

}  // namespace

Verb make_manual() {
  const auto self = std::make_shared<Manual>();
  Verb verb{"manual",
            "pages made from what verbs and families declare: man pages, and two of docs/",
            {"priory manual --man train | man -l -", "priory manual --man --into ~/.local/share/man/man1",
             "priory manual cli"},
            {},
            [self] { return self->run(); }};
  verb.arguments.text("PAGE", "", self->page, "cli or families, in Markdown; with --man a verb, or nothing")
      .often({"cli", "families"});
  verb.arguments.group("Output");
  verb.arguments.flag("--man", self->man, "a man page, in mdoc");
  verb.arguments.text("--into", "FOLDER", self->folder, "write all man pages there");
  verb.matter = {"--man", "--into"};
  return verb;
}

}  // namespace priory::app
