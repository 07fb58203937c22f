// SPDX-License-Identifier: Apache-2.0
#include "manual.h"

#include <algorithm>
#include <fmt/format.h>

namespace priory::app {
namespace {

// An argument or option as people read it: "-o, --output MODEL" and what it means.
struct Entry {
  std::string name, meaning;
};

struct Section {
  std::string title;
  std::vector<Entry> entries;
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// " MODEL"; the parser appends what it checks ("N:POSITIVE"), which is its own business.
std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return "";
  const std::string type = option.get_type_name();
  return " " + type.substr(0, type.find(':'));
}

Entry entry_of(const CLI::Option& option) {
  if (option.get_positional())
    return {option.get_name(true) + (option.get_expected_max() > 1 ? "..." : ""), option.get_description()};
  return {replaced(option.get_name(false, true), ",", ", ") + value_of(option), option.get_description()};
}

std::vector<const CLI::App*> groups_of(const CLI::App& parser) {
  return parser.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); });
}

// What is given by place, the verb's own options, then those of each group.
std::vector<Section> sections_of(const CLI::App& parser) {
  std::vector<Section> out = {{"Arguments", {}}, {"Options", {}}};
  for (const CLI::Option* option : parser.get_options()) {
    if (option == parser.get_help_ptr()) continue;
    out[option->get_positional() ? 0 : 1].entries.push_back(entry_of(*option));
  }
  for (const CLI::App* group : groups_of(parser)) {
    out.push_back({group->get_group(), {}});
    for (const CLI::Option* option : group->get_options()) {
      if (option != group->get_help_ptr()) out.back().entries.push_back(entry_of(*option));
    }
  }
  std::erase_if(out, [](const Section& section) { return section.entries.empty(); });
  return out;
}

// "priory train DATA... -o MODEL [options]"
std::string usage_of(const CLI::App& parser) {
  std::string out = "priory " + parser.get_name();
  for (const CLI::Option* option : parser.get_options()) {
    const std::string name = entry_of(*option).name;
    if (option->get_positional())
      out += option->get_required() ? " " + name : " [" + name + "]";
    else if (option->get_required())
      out += " -" + option->get_snames().at(0) + value_of(*option);
  }
  return out + " [options]";
}

// Words in lines of at most `width`, all but the first indented.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t used = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (used > indent && used + 1 + word.size() > width)
      out += '\n' + std::string(indent, ' '), used = indent;
    else if (used > indent)
      out += ' ', ++used;
    out += word, used += word.size();
  }
  return out + '\n';
}

std::string listing(const Section& section, std::size_t width) {
  constexpr std::size_t kIndent = 26;
  std::string out = "\n" + section.title + ":\n";
  for (const Entry& entry : section.entries) {
    out += fmt::format("  {:<{}}", entry.name, kIndent - 2);
    if (entry.name.size() + 3 > kIndent) out += '\n' + std::string(kIndent, ' ');
    out += wrapped(entry.meaning, kIndent, width);
  }
  return out;
}

// Help that opens with examples and is not wider than the terminal.
class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    const std::size_t width = std::clamp<std::size_t>(terminal_width(), 60, 100);
    if (app->get_parent() == nullptr) return program_help(*app, width);
    std::string out = fmt::format("priory {}: {}\n\nExamples:\n{}\n\nUsage:\n  {}\n", app->get_name(),
                                  app->get_description(), app->get_footer(), usage_of(*app));
    for (const Section& section : sections_of(*app)) out += listing(section, width);
    return out;
  }

 private:
  static std::string program_help(const CLI::App& app, std::size_t width) {
    Section verbs{"Verbs", {}};
    for (const CLI::App* verb : app.get_subcommands({}))
      verbs.entries.push_back({verb->get_name(), verb->get_description()});
    return app.get_description() + "\n\nExamples:\n" + app.get_footer() +
           "\n\nUsage:\n  priory VERB INPUT... [options]\n" + listing(verbs, width) +
           "\n`priory VERB --help` tells more, `priory --version` the version.\n";
  }
};

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
      "| exit code | meaning |\n|---|---|\n| 0 | done |\n| 1 | a gate failed, or two things differ |\n"
      "| 2 | the command is wrong |\n| 3 | the data are wrong |\n| 4 | the model file is damaged, or none |\n"
      "| 5 | reading or writing failed |\n| 70 | a bug of ours |\n| 130 | interrupted |\n";
  for (const Verb& verb : verbs) {
    const CLI::App& parser = *verb.parser;
    out +=
        fmt::format("\n## {0}\n\n`{1}`: {2}.\n\n<!-- not run: the files are not here -->\n```sh\n{3}\n```\n",
                    parser.get_name(), usage_of(parser), parser.get_description(),
                    replaced("\n" + parser.get_footer(), "\n  ", "\n").substr(1));
    for (const Section& section : sections_of(parser)) {
      out += fmt::format("\n| {} | |\n|---|---|\n", section.title);
      for (const Entry& entry : section.entries)
        out += fmt::format("| `{}` | {} |\n", entry.name, escaped(entry.meaning));
    }
  }
  return out;
}

// What all families have in common, and a table of them.
std::string families_head() {
  std::string out =
      "# Families\n\n<!-- Made by `priory manual families`; do not edit. -->\n\n"
      "A family models the cells of a column given the class. All logarithms are natural. V is the number of "
      "values or\nwords; n counts the rows of the class whose cell is not missing, or adds up their weights. "
      "An "
      "option takes a value\nfor all columns and values for single ones: `--alpha 1,city=0.5`.\n\n"
      "| family | models |\n|---|---|\n";
  for (const FamilyInfo& family : families())
    out += fmt::format("| {} | {} |\n", family.name, escaped(family.summary));
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
        family.name, over_texts ? " over texts" : "", kKinds[static_cast<int>(family.kind)], family.density,
        family.estimator);
    out += "\n| option | default | meaning |\n|---|---|---|\n";
    for (const Option& option : family.options) {
      out += fmt::format("| `--{}` | {} | {} |\n", option.name,
                         option.flag ? "off" : fmt::format("{}", option.initial), escaped(option.help));
    }
  }
  return out;
}

}  // namespace

void prepare_help(CLI::App& app) {
  app.formatter(std::make_shared<ExamplesFirst>());
  app.footer(
      "  priory train mail.csv --target label --text body -o mail.priory\n"
      "  priory predict mail.priory new.csv\n"
      "  priory explain mail.priory --text \"free prize, call now\"");
}

std::vector<std::string> all_flags(const CLI::App& parser) {
  std::vector<std::string> out;
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  }
  for (const CLI::App* group : groups_of(parser)) {
    for (std::string& flag : all_flags(*group)) out.push_back(std::move(flag));
  }
  return out;
}

int write_manual(const CLI::App&, const std::vector<Verb>& verbs, const std::string& page) {
  if (page == "cli")
    write_output(cli_page(verbs));
  else if (page == "families")
    write_output(families_page());
  else
    throw Error(ErrorKind::usage, fmt::format("there is no page '{}': cli or families", page));
  return 0;
}

}  // namespace priory::app
