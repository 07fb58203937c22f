// SPDX-License-Identifier: Apache-2.0
// priory convert INPUT -o FILE: a network or a model in another format, which the ending of FILE names.
#include <cctype>
#include <fmt/format.h>

#include "command.h"
#include "files/network_file.h"

namespace priory::app {
namespace {

struct Convert {
  std::string input, output;
  SqlOptions sql;
  std::string dialect = std::string(name_of(SqlDialect::postgresql)), keep;

  int run() const {
    const std::string ending = output.substr(std::min(output.size(), output.rfind('.')));
    if (is_network_file(input))
      write_network(load_network(input), ending);
    else
      write_model(load(input), ending);
    return 0;
  }

  void write_network(const Network& network, const std::string& ending) const {
    if (ending == ".bif") return save(network, output);
    if (ending == ".json") return save_text(to_json(network), output);
    fail_ending("a network", {".bif", ".json"});
  }

  void write_model(const Classifier& model, const std::string& ending) const {
    if (ending == ".json") return save_text(to_json(model, {{}, spell_option}), output);
    if (ending == ".bif") return save(network_of(model), output);
    if (ending == ".c") return save_text(to_c(model, c_name()), output);
    if (ending == ".js" || ending == ".mjs") return save_text(to_javascript(model), output);
    if (ending == ".sql") return save_text(to_sql(model, sql_options()), output);
    if (ending == ".onnx") return write_onnx(to_onnx(model));
    fail_ending("this model", {".json", ".bif", ".c", ".js", ".sql", ".onnx"});
  }

  // The words beside the graph: first, so that no graph is there without them.
  void write_onnx(const OnnxModel& model) const {
    if (!model.vocabulary.empty()) save_text(model.vocabulary, output + ".vocabulary.json");
    save_text(model.file, output);
  }

  // Names of the C file begin with that of the file.
  std::string c_name() const {
    std::string out = output.substr(output.rfind('/') + 1);
    out.resize(out.rfind('.'));
    for (char& each : out) each = std::isalnum(static_cast<unsigned char>(each)) != 0 ? each : '_';
    return out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0 ? "model_" + out : out;
  }

  SqlOptions sql_options() const {
    SqlOptions out = sql;
    out.dialect = *value_named<SqlDialect>(dialect);
    out.keep = parse_list(keep);
    return out;
  }

  [[noreturn]] void fail_ending(const std::string& what, const std::vector<std::string>& known) const {
    throw Error(ErrorKind::usage, fmt::format("cannot write {} as '{}'", what, output), {},
                fmt::format("the ending says the format: {}", fmt::join(known, ", ")));
  }
};

}  // namespace

Verb make_convert() {
  const auto self = std::make_shared<Convert>();
  Verb verb{"convert",
            "a network or a model in another format",
            {"priory convert asia.bif -o asia.json", "priory convert mail.priory -o mail.json",
             "priory convert cars.priory -o cars.bif", "priory convert cars.priory -o cars.c",
             "priory convert cars.priory -o cars.sql --dialect sqlite --table offers --keep id",
             "priory convert cars.priory -o cars.onnx"},
            {},
            [self] { return self->run(); }};
  verb.arguments.text("INPUT", "", self->input, "a network in BIF, - for standard input, or a model file")
      .reads()
      .required = true;
  verb.arguments
      .text(
          "-o,--output", "FILE", self->output,
          "what to write: .bif a network, or a model that is one; .json the parameters as inspect --json has "
          "them; .c, .js, .sql or .onnx a program, query or graph that answers as the model does")
      .writes()
      .required = true;
  verb.arguments.word("--dialect", "NAME", self->dialect,
                      {kNames<SqlDialect>.begin(), kNames<SqlDialect>.end()}, "of .sql: the database");
  verb.arguments.text("--table", "NAME", self->sql.table, "of .sql: the table whose rows are classified");
  verb.arguments.text("--keep", "COLS", self->keep, "of .sql: columns of the table to pass through");
  return verb;
}

}  // namespace priory::app
