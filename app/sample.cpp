// SPDX-License-Identifier: Apache-2.0
// priory sample MODEL: rows drawn from what a model has learnt, or from a network in a BIF file.
#include <fmt/format.h>
#include <sstream>

#include "command.h"
#include "network_file.h"

namespace priory::app {
namespace {

struct Sample {
  std::string model_path;
  SampleOptions options;
  bool json = false;

  int run() const {
    if (is_network_file(model_path)) return run_network();
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

  int run_network() const {
    if (!options.label.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("--class is for models with classes; {} is a network", model_path));
    const Network network = load_bif(model_path);
    std::vector<std::string> names, cells;
    for (const Variable& variable : network.variables()) names.push_back(variable.name);
    std::optional<TextTable> table;
    if (terminal_output() && !json) table.emplace(names);
    if (!table && !json) write_output(csv_line(names));
    const std::vector<bool> numbers(names.size(), false);
    std::string lines;
    network.sample(options.n_rows, options.seed, [&](std::span<const std::size_t> row) {
      cells.clear();
      for (std::size_t k = 0; k < row.size(); ++k) cells.push_back(network.variables()[k].states[row[k]]);
      if (table) return table->add_row(cells);
      lines += json ? json_line(names, cells, numbers) : csv_line(cells);
      if (lines.size() < kBlock) return;
      if (was_interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
      write_output(lines);
      lines.clear();
    });
    write_output(table ? table->text(terminal_width()) : lines);
    return 0;
  }

  static constexpr std::size_t kBlock = 1 << 16;  // bytes written at once

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
             "priory sample mail.priory --class spam", "priory sample asia.bif -n 1000"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "a model file, or a network in BIF").required = true;
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
