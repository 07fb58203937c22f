// SPDX-License-Identifier: Apache-2.0
#include "manual.h"

#include <fmt/format.h>

namespace priory::app {
namespace {

class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string examples = app->get_footer();
    std::string out = app->get_description() + "\n\n";
    if (!examples.empty()) out += "Examples:\n" + examples + "\n\n";
    return out + make_usage(app, name) + make_positionals(app) + make_groups(app, mode) +
           make_subcommands(app, mode);
  }
  std::string make_footer(const CLI::App*) const override { return ""; }

  // A group of options: its title, and a line for each.
  std::string make_expanded(const CLI::App* group) const override {
    std::string out = "\n" + group->get_group() + ":\n";
    for (const CLI::Option* option : group->get_options()) out += make_option(option, false);
    return out;
  }
};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' || c == '<' ? "\\" + std::string(1, c) : std::string(1, c);
  return out;
}

void write_options(std::string& out, const CLI::App& parser, const std::string& title) {
  std::string rows;
  for (const CLI::Option* option : parser.get_options()) {
    const std::string name = option->get_name(true, true);
    if (name.empty() || name.find("--help") != std::string::npos) continue;
    const bool takes_value = option->get_type_size() != 0 && !option->get_positional();
    rows += fmt::format("| `{}{}` | {} |\n", name, takes_value ? " " + option->get_type_name() : "",
                        escaped(option->get_description()));
  }
  if (!rows.empty()) out += fmt::format("\n{}\n\n| option | meaning |\n|---|---|\n{}", title, rows);
  for (const CLI::App* group :
       parser.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); })) {
    write_options(out, *group, group->get_group());
  }
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
    out += fmt::format("\n## priory {}\n\n{}.\n\n<!-- not run: examples of form -->\n```sh\n",
                       verb.parser->get_name(), verb.parser->get_description());
    for (std::size_t at = 0; at < verb.parser->get_footer().size();) {
      const std::string& examples = verb.parser->get_footer();
      const std::size_t end = std::min(examples.find('\n', at), examples.size());
      out += examples.substr(at + 2, end - at - 2) + "\n";
      at = end + 1;
    }
    out += "```\n";
    write_options(out, *verb.parser, "Arguments");
  }
  return out;
}

std::string families_page() {
  static constexpr std::string_view kKinds[] = {"a number", "a value", "a text, or columns of counts"};
  std::string out =
      "# Families\n\n<!-- Made by `priory manual families`; do not edit. -->\n\n"
      "A family models the cells of a column given the class. `log p` is natural; V is the number of values "
      "or words; n\n"
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

void prepare_help(CLI::App& app) {
  app.formatter(std::make_shared<ExamplesFirst>());
  app.get_formatter()->column_width(28);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("OPTIONS", "options");
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->label("REQUIRED", "(needed)");
  app.footer(
      "  priory train mail.csv --target label --text body -o mail.priory\n"
      "  priory predict mail.priory new.csv >labels.csv\n"
      "  priory explain mail.priory --text \"free prize, call now\"");
}

std::vector<std::string> all_flags(const CLI::App& parser) {
  std::vector<std::string> out;
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  }
  for (const CLI::App* group :
       parser.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); })) {
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
