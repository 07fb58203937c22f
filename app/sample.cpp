// SPDX-License-Identifier: Apache-2.0
// priory sample MODEL: rows drawn from what a model has learnt, or from a network in a BIF file.
#include <fmt/format.h>
#include <optional>
#include <span>

#include "command.h"
#include "files/network_file.h"

namespace priory::app {
namespace {

// Rows as they are written: a table on a terminal, when all are there; else lines, some at a time.
class RowWriter {
 public:
  RowWriter(DrawnColumns columns, bool json) : columns_(std::move(columns)), json_(json) {
    if (json_) return;
    if (terminal_output())
      table_.emplace(columns_.names);
    else
      lines_ = csv_line(columns_.names);
  }

  void add(std::vector<std::string> cells) {
    if (table_) return table_->add_row(rounded(std::move(cells)));
    lines_ += json_ ? json_line(columns_, cells) : csv_line(cells);
    if (lines_.size() >= kBlock) flush();
  }

  void finish() {
    if (table_) lines_ = table_->text(terminal_width());
    flush();
  }

 private:
  static constexpr std::size_t kBlock = 1 << 16;  // bytes written at once

  void flush() {
    write_output(lines_);
    lines_.clear();
  }

  // People need no seventeen digits.
  std::vector<std::string> rounded(std::vector<std::string> cells) const {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (columns_.numbers[k]) cells[k] = fmt::format("{:.6g}", std::strtod(cells[k].c_str(), nullptr));
    }
    return cells;
  }

  DrawnColumns columns_;
  bool json_;
  std::optional<TextTable> table_;
  std::string lines_;
};

void stop_if_interrupted() {
  if (was_interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
}

struct Sample {
  std::string model_path;
  SampleOptions options;
  bool json = false;

  int run() const {
    is_network_file(model_path) ? run_network() : run_model();
    return 0;
  }

  void run_model() const {
    const Classifier model = load(model_path);
    write_rows([&](const TakeDrawn& take) { draw_rows(model, options, take); });
  }

  void run_network() const {
    if (!options.label.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("--class is for models with classes; {} is a network", model_path));
    const Network network = load_network(model_path);
    write_rows([&](const TakeDrawn& take) { draw_rows(network, options, take); });
  }

  void write_rows(const std::function<void(const TakeDrawn&)>& draw) const {
    std::optional<RowWriter> writer;
    draw([&](const DrawnColumns& columns, std::span<const std::string> cells) {
      stop_if_interrupted();
      if (!writer) writer.emplace(columns, json);
      writer->add({cells.begin(), cells.end()});
    });
    if (writer) writer->finish();
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
  arguments
      .text("--class", "CLASS", self->options.label,
            "only rows of this class; classes by their prior when not given")
      .names_class();
  arguments.group("Output");
  arguments.flag("--json", self->json, "a JSON object a row");
  verb.matter = {"--rows", "--seed", "--class", "--json"};
  return verb;
}

}  // namespace priory::app
