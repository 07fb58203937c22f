// SPDX-License-Identifier: Apache-2.0
// priory query INPUT 'QUERY'...: probabilities of data, of a model or of a network.
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "priory/front_end.h"

#include "arguments/output_arguments.h"
#include "files/network_file.h"

namespace priory::app {
namespace {

constexpr std::string_view kHelp =
    R"(P(A=1 | B=2 and not C=3)        a probability; or, in, !=, <, <= and parentheses too
P(A | B=2), P(A, B)             a table: a variable without a value has all its values
log P(...), odds P(...)         its natural logarithm, p / (1 - p)
argmax P(A, B | C=1)            the most probable values
independent(A; B | C)           whether A and B are independent given C
P(class | text:"free prize")    the words of a text
help, variables, quit
)";

struct QueryVerb {
  std::string input;
  std::vector<std::string> queries;
  std::string target, weight;
  ReadingRules rules;
  OutputArguments output;
  PosteriorArguments posterior;
  ReadArguments read;
  ReadCounts counts;
  const Tick* counting = nullptr;  // of the question that is being answered

  int run() {
    output.check();
    if (queries.empty() && input == "-")
      throw Error(ErrorKind::usage, "a query is needed: queries and rows cannot both come from the pipe", {},
                  "priory query - 'P(A | B=1)'");
    const JointDistribution joint = open();
    if (!queries.empty()) {
      for (const std::string& each : queries) answer(joint, each);
      return 0;
    }
    return isatty(STDIN_FILENO) != 0 ? converse(joint) : answer_lines(joint);
  }

  JointDistribution open() {
    if (looks_like_model(input)) return open_model();
    if (input != "-" && is_network_file(input)) return open_network();
    refuse_for("rows", {{"--class-prior", !posterior.class_prior.empty()}, {"--raw", posterior.raw}});
    return open_rows();
  }

  static void refuse_for(std::string_view what, const std::vector<std::pair<std::string_view, bool>>& given) {
    for (const auto& [flag, is_given] : given) {
      if (is_given) throw Error(ErrorKind::usage, fmt::format("{} has no meaning for {}", flag, what));
    }
  }

  JointDistribution open_model() {
    refuse_for("a model", {{"--target", !target.empty()}, {"--weight", !weight.empty()}});
    const auto no_rows = []() -> std::unique_ptr<Source<Chunk>> {
      throw Error(ErrorKind::usage, "--class-prior estimate needs rows, and query has none", {},
                  "give the rates: --class-prior 'a=0.2,b=0.8'");
    };
    return JointDistribution(posterior.adjusted(load(input, Check::used), no_rows, 1));
  }

  JointDistribution open_network() {
    refuse_for("a network", {{"--target", !target.empty()},
                             {"--weight", !weight.empty()},
                             {"--class-prior", !posterior.class_prior.empty()},
                             {"--raw", posterior.raw}});
    return JointDistribution(load_network(input));
  }

  JointDistribution open_rows() {
    const Table table = read.open({input});
    RowQueryOptions options;
    options.weight = weight, options.target = target;
    options.rules = rules;
    options.skip_bad_rows = read.skip_bad_rows();
    options.threads = read.thread_count({input});
    options.tick = [this](const Progress& at) {
      if (counting != nullptr) (*counting)(at);
    };
    return JointDistribution(table, options, &counts);
  }

  // The line of progress is gone before the answer, or what is wrong, is told.
  QueryAnswer ask(const JointDistribution& joint, const Query& query) {
    const Tick line = progress("counting");
    counting = &line;
    return joint.ask(query);
  }

  void answer(const JointDistribution& joint, const std::string& text) {
    const Query query(text);
    const QueryAnswer answer = ask(joint, query);
    write_output(shown(query, answer));
    for (const std::string& each : answer.notes) note(each);
    report_counts(counts);
  }

  // Lines of a pipe; the first that is wrong ends it.
  int answer_lines(const JointDistribution& joint) {
    for (std::string line; std::getline(std::cin, line);) {
      if (!blank(line)) answer(joint, line);
    }
    return 0;
  }

  static bool blank(const std::string& line) {
    const auto first = line.find_first_not_of(" \t\r");
    return first == std::string::npos || line[first] == '#';
  }

  // On a terminal: what is wrong is said, and the next one is asked for.
  int converse(const JointDistribution& joint) {
    std::fputs("ask, as in P(A=1 | B=2); help tells more, quit ends\n", stderr);
    std::string line;
    while (std::fputs("? ", stderr), std::getline(std::cin, line)) {
      if (line == "quit" || line == "exit") return 0;
      if (line == "help")
        write_output(kHelp);
      else if (line == "variables")
        write_output(listed(joint));
      else if (!blank(line))
        try_answer(joint, line);
    }
    std::fputs("\n", stderr);
    return was_interrupted() ? 130 : 0;
  }

  void try_answer(const JointDistribution& joint, const std::string& line) {
    try {
      answer(joint, line);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) throw;
      complain(error);
    }
  }

  std::string shown(const Query& query, const QueryAnswer& answer) const {
    if (output.as_json()) return to_json(query, answer);
    const bool people = output.format.empty() ? terminal_output() : output.format == "text";
    const auto table = to_table(query, answer, people);
    return table ? output.table(*table) : to_text(query, answer, people);
  }

  static std::string listed(const JointDistribution& joint) {
    TextTable out({"variable", "values"});
    for (const QueryVariable& each : joint.variables()) {
      const bool text = each.kind == QueryVariable::Kind::words;
      const bool found = each.kind == QueryVariable::Kind::open;
      const std::string values = text ? "words" : found ? "those of the rows" : "numbers";
      out.add_row(
          {each.name, each.values.empty() ? values : fmt::format("{}", fmt::join(each.values, ", "))});
    }
    return out.text(terminal_width());
  }
};

}  // namespace

Verb make_query() {
  const auto self = std::make_shared<QueryVerb>();
  Verb verb{"query",
            "probabilities of data, of a model or of a network",
            {"priory query weather.csv 'P(play=yes | outlook=sunny and not wind=weak)'",
             R"(priory query mail.priory 'P(class | text:"free prize")')",
             "priory query iris.priory 'P(petal_width > 1.5 | class=versicolor)' --json",
             "priory query asia.bif 'P(lung | smoke=yes)' 'argmax P(lung, bronc | dysp=yes)'",
             "priory query weather.csv 'independent(wind; play | outlook)'"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments
      .text("INPUT", "", self->input,
            "rows in any format that is read, a model file or a network (.bif); - is a pipe of rows")
      .required = true;
  arguments.texts("QUERY", "", self->queries,
                  "what is asked, see docs/query.md; without one, lines of standard input are queries");
  arguments.group("Output");
  self->output.declare(arguments);
  arguments.group("Rows");
  arguments.text("--target", "COL", self->target, "rows: the column that 'class' stands for").names_column();
  arguments.text("--weight", "COL", self->weight, "rows: a column that says how much each counts")
      .names_column();
  arguments.call(
      "--na", "LIST",
      [self](const std::string& value) {
        take_missing(value, self->rules.missing, self->rules.guess_missing);
      },
      "spellings of a missing cell, instead of NA,N/A,NaN,null and of those guessed; '+-,?' adds to them");
  self->posterior.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--target", "--weight", "--na", "--class-prior", "--json"};
  return verb;
}

}  // namespace priory::app
