// SPDX-License-Identifier: Apache-2.0
// priory sample MODEL: rows drawn from what a model has learnt, or from a network in a BIF file.
#include <fmt/format.h>
#include <sstream>

#include "command.h"
#include "network_file.h"

namespace priory::app {
namespace {

// Rows as they are written: a table on a terminal, when all are there; else lines, some at a time.
class RowWriter {
 public:
  RowWriter(std::vector<std::string> names, std::vector<bool> numbers, bool json)
      : names_(std::move(names)), numbers_(std::move(numbers)), json_(json) {
    if (json_) return;
    if (terminal_output())
      table_.emplace(names_);
    else
      lines_ = csv_line(names_);
  }

  void add(std::vector<std::string> cells) {
    if (table_) return table_->add_row(rounded(std::move(cells)));
    lines_ += json_ ? json_line(cells) : csv_line(cells);
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
      if (numbers_[k]) cells[k] = fmt::format("{:.6g}", std::strtod(cells[k].c_str(), nullptr));
    }
    return cells;
  }

  std::string json_line(const std::vector<std::string>& cells) const {
    std::ostringstream out;
    JsonWriter writer(out);
    writer.begin_array().begin_object();
    for (std::size_t k = 0; k < cells.size(); ++k)
      numbers_[k] ? writer.member(names_[k], std::strtod(cells[k].c_str(), nullptr))
                  : writer.member(names_[k], cells[k]);
    writer.end_object();
    std::string text = out.str();
    text.erase(0, text.find('{'));
    return text + '\n';
  }

  std::vector<std::string> names_;
  std::vector<bool> numbers_;
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
    std::optional<RowWriter> writer;
    model.sample(options, [&](const Chunk& chunk) {
      stop_if_interrupted();
      if (!writer) writer.emplace(chunk.kept_names, numbers_of(model.plan(), chunk.kept_names), json);
      for (std::size_t row = 0; row < chunk.n_rows; ++row) writer->add(row_of(chunk, row));
    });
    if (writer) writer->finish();
  }

  void run_network() const {
    if (!options.label.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("--class is for models with classes; {} is a network", model_path));
    const Network network = load_bif(model_path);
    std::vector<std::string> names;
    for (const Variable& variable : network.variables()) names.push_back(variable.name);
    RowWriter writer(names, std::vector<bool>(names.size(), false), json);
    network.sample(options.n_rows, options.seed, [&](std::span<const std::size_t> row) {
      stop_if_interrupted();
      std::vector<std::string> cells;
      for (std::size_t k = 0; k < row.size(); ++k) cells.push_back(network.variables()[k].states[row[k]]);
      writer.add(std::move(cells));
    });
    writer.finish();
  }

  // Which columns of the output are: those that some part takes for numbers or counts.
  static std::vector<bool> numbers_of(const Plan& plan, const std::vector<std::string>& names) {
    std::set<std::string> numeric;
    for (const PartPlan& part : plan.parts) {
      if (part.kind != CellKind::codes && !part.text)
        numeric.insert(part.columns.begin(), part.columns.end());
    }
    std::vector<bool> out;
    out.reserve(names.size());
    for (const std::string& name : names) out.push_back(numeric.contains(name));
    return out;
  }

  static std::vector<std::string> row_of(const Chunk& chunk, std::size_t row) {
    const auto begin = chunk.kept.begin() + static_cast<long>(row * chunk.kept_names.size());
    return {begin, begin + static_cast<long>(chunk.kept_names.size())};
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
