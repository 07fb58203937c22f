// SPDX-License-Identifier: Apache-2.0
// priory sample MODEL: rows drawn from what a model has learnt.
#include <fmt/format.h>
#include <sstream>

#include "command.h"

namespace priory::app {
namespace {

struct Sample {
  std::string model_path;
  SampleOptions options;
  bool json = false;

  int run() const {
    const Classifier model = load(model_path);
    const std::vector<bool> numbers = numbers_of(model.plan());
    std::optional<TextTable> table;
    bool begun = false;
    model.sample(options, [&](const Chunk& chunk) {
      if (was_interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
      if (terminal_output() && !json && !table) table.emplace(chunk.kept_names);
      if (!table && !json && !begun) write_output(csv_line(chunk.kept_names));
      begun = true;
      table ? add_rows(chunk, numbers, *table) : write_output(lines_of(chunk, numbers));
    });
    if (table) write_output(table->text(terminal_width()));
    return 0;
  }

  // Which columns of the output are, the first being the class.
  static std::vector<bool> numbers_of(const Plan& plan) {
    std::vector<bool> out = {false};
    for (const PartPlan& part : plan.parts)
      out.insert(out.end(), part.columns.size(), part.kind != CellKind::codes && !part.text);
    return out;
  }

  static std::vector<std::string> row_of(const Chunk& chunk, std::size_t row) {
    const auto begin = chunk.kept.begin() + static_cast<long>(row * chunk.kept_names.size());
    return {begin, begin + static_cast<long>(chunk.kept_names.size())};
  }

  std::string lines_of(const Chunk& chunk, const std::vector<bool>& numbers) const {
    std::string out;
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const std::vector<std::string> cells = row_of(chunk, row);
      out += json ? json_line(chunk.kept_names, cells, numbers) : csv_line(cells);
    }
    return out;
  }

  // People need no seventeen digits.
  static void add_rows(const Chunk& chunk, const std::vector<bool>& numbers, TextTable& table) {
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      std::vector<std::string> cells = row_of(chunk, row);
      for (std::size_t k = 0; k < cells.size(); ++k) {
        if (numbers[k]) cells[k] = fmt::format("{:.6g}", std::strtod(cells[k].c_str(), nullptr));
      }
      table.add_row(std::move(cells));
    }
  }

  static std::string json_line(const std::vector<std::string>& names, const std::vector<std::string>& cells,
                               const std::vector<bool>& numbers) {
    std::ostringstream out;
    JsonWriter writer(out);
    writer.begin_array().begin_object();
    for (std::size_t k = 0; k < cells.size(); ++k)
      numbers[k] ? writer.member(names[k], std::strtod(cells[k].c_str(), nullptr))
                 : writer.member(names[k], cells[k]);
    writer.end_object();
    std::string text = out.str();
    text.erase(0, text.find('{'));
    return text + '\n';
  }
};

}  // namespace

Verb make_sample() {
  const auto self = std::make_shared<Sample>();
  Verb verb{"sample",
            "rows drawn from a model",
            {"priory sample mail.priory", "priory sample iris.priory -n 1000 --seed 7 >more.csv",
             "priory sample mail.priory --class spam"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "a model file").required = true;
  arguments.group("Drawing");
  arguments.count("-n,--rows", "N", self->options.n_rows, "how many rows; 10 when not given");
  arguments.seed(self->options.seed);
  arguments.text("--class", "CLASS", self->options.label,
                 "only rows of this class; classes by their prior when not given");
  arguments.group("Output");
  arguments.flag("--json", self->json, "a JSON object a row");
  return verb;
}

}  // namespace priory::app
