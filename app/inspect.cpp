// SPDX-License-Identifier: Apache-2.0
// priory inspect MODEL: class counts, parameters, what tells the classes apart, and the linear view; of a
// network its variables.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iostream>
#include <sstream>

#include "arguments/output_arguments.h"
#include "files/network_file.h"

namespace priory::app {
namespace {

std::string what_of(const Plan& plan) {
  const std::string network = !is_network(plan) ? "" : fmt::format("network ({})", plan.structure);
  if (plan.target.empty()) return network.empty() ? "hidden class" : network;
  return fmt::format("{}target '{}'", network.empty() ? "" : network + ", ", plan.target);
}

struct Inspect {
  std::string model_path, label;
  std::vector<std::string> data;
  std::size_t top = 10;
  OutputArguments output;
  ReadArguments read;

  int run() {
    output.check();
    if (is_network_file(model_path)) return run_network();
    const Classifier model = load(model_path);
    std::optional<double> likelihood;
    if (!data.empty()) likelihood = log_likelihood(model);
    std::ostringstream out;
    if (output.as_rows())
      out << output.table(parameter_table(model));
    else
      output.as_json() ? void(out << to_json(model, {likelihood, spell_option}))
                       : write_text(out, model, likelihood);
    write_output(out.str());
    return 0;
  }

  int run_network() const {
    for (const auto& [given, flag] :
         {std::pair(!label.empty(), "--class"), std::pair(!data.empty(), "--data")}) {
      if (given)
        throw Error(ErrorKind::usage, fmt::format("{} is for models; {} is a network", flag, model_path));
    }
    const Network network = load_network(model_path);
    if (output.as_json())
      write_output(to_json(network));
    else
      write_output(output.as_rows() ? output.table(probability_table(network))
                                    : network_text(network, model_path, top, terminal_width()));
    return 0;
  }

  double log_likelihood(const Classifier& model) const {
    ReadingOptions reading;
    reading.target = ReadingOptions::Target::needed;
    reading.skip_bad_rows = read.skip_bad_rows();
    reading.again = false;
    ReadCounts counts;
    const auto rows = rows_of(model, read.open(data, model.plan()), reading, &counts)();
    const double out = model.log_likelihood(*rows, read.thread_count());
    report_counts(counts);
    return out;
  }

  void write_text(std::ostream& out, const Classifier& model, std::optional<double> likelihood) const {
    const std::size_t width = terminal_width();
    if (!label.empty()) return write_class(out, model, find_class(model.classes(), label), width);
    const std::optional<double> joint = full_joint_parameters(model);
    out << fmt::format("{}: {:.10g} rows, {}, {} free {}{}\n", model_path, model.n_rows(),
                       what_of(model.plan()), model.free_parameters(),
                       model.free_parameters() == 1 ? "parameter" : "parameters",
                       joint ? fmt::format(" (the full joint has {})", *joint) : "");
    if (likelihood) out << fmt::format("log-likelihood of the data: {}\n", *likelihood);
    if (const ConditionalFit* fit = model.conditional_fit())
      out << fmt::format("discriminative: weights fitted with --l2 {}{}, towards {}{}{}\n", fit->l2,
                         fit->l1 > 0 ? fmt::format(" --l1 {}", fit->l1) : "", name_of(fit->towards),
                         fit->balanced ? ", --balanced" : "", fit->nb_scaled ? ", --nb-scaled" : "");
    write_part_weights(out, model);
    if (model.calibration() != nullptr)
      out << fmt::format("calibrated by {}{}\n", name_of(model.calibration()->method),
                         since_calibration(*model.calibration()));
    if (model.plan().faded) out << "old counts have faded (update --decay): the sums are not exact\n";
    if (const std::size_t n = optional_columns(model.plan()).size(); n > 0 && !model.plan().open)
      out << fmt::format("{} came later: rows before have missing cells there\n",
                         n == 1 ? "1 column" : fmt::format("{} columns", n));
    if (model.tuning() != nullptr)
      out << fmt::format("tuned by {}: {} trials, in --json\n", model.tuning()->metric,
                         model.tuning()->trials.size());
    write_text_settings(out, model);
    if (!model.classes_tried().empty()) out << '\n' << tried_table(model, true).text(width);
    write_classes(out, model, width);
    write_numbers(out, model, width);
    write_tables(out, model, width);
    write_telling(out, model, width);
    if (model.has_linear()) write_weights(out, model, width);
  }

  // Where parts do not count alike.
  static void write_part_weights(std::ostream& out, const Classifier& model) {
    std::string line;
    for (const PartPlan& part : model.plan().parts) {
      if (part.score_weight != 1)
        line += fmt::format("{}{} {:.4g}", line.empty() ? "" : ", ", part.label(), part.score_weight);
    }
    if (!line.empty()) out << fmt::format("weights of parts: {}\n", printable(line));
  }

  // Of texts that are not read as is usual.
  static void write_text_settings(std::ostream& out, const Classifier& model) {
    for (const PartView& part : model.parts()) {
      if (!part.plan->text || part.plan->text_options == TextOptions()) continue;
      std::string line;
      for (const auto& [name, value] : text_settings(part.plan->text_options, spell_option))
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", name, value);
      out << fmt::format("texts of '{}': {}\n", printable(part.plan->columns[0]), printable(line));
    }
  }

  static void write_classes(std::ostream& out, const Classifier& model, std::size_t width) {
    if (model.classes()[0].empty()) return;  // a network without a target
    TextTable table({"class", "rows", "prior"});
    const auto counts = model.class_count(), log_prior = model.log_prior();
    for (std::size_t c = 0; c < model.classes().size(); ++c) {
      table.add_row(
          {model.classes()[c], rounded_text(counts[c], 10), rounded_text(std::exp(log_prior[c]), 6)});
    }
    out << '\n' << table.text(width);
  }

  // Columns with a few figures a class: mean and variance, rate, probability.
  void write_numbers(std::ostream& out, const Classifier& model, std::size_t width) const {
    const std::vector<std::string> cells = model.cells();
    TextTable table({"column", "family", "class", "parameters"});
    std::size_t shown = 0;
    for (const PartView& part : model.parts()) {
      const bool numbers = part.plan->kind == CellKind::reals && part.values.empty();
      for (std::size_t j = 0; numbers && j < part.plan->columns.size(); ++j) {
        if (++shown > top) continue;
        for (std::size_t c = 0; c < std::min(cells.size(), top); ++c) {
          table.add_row({c == 0 ? part.plan->columns[j] : "", c == 0 ? part.plan->family : "", cells[c],
                         figures(part, j, c)});
        }
      }
    }
    if (shown > 0) out << '\n' << table.text(width);
    if (shown > top)
      out << fmt::format("and {} more columns (--top {} shows them, --json all)\n", shown - top, shown);
  }

  // What a class has of one column of numbers; of a covariance, the variance.
  static std::string figures(const PartView& part, std::size_t column, std::size_t cell) {
    std::string out;
    for (const Parameter& p : part.parameters) {
      const bool table = p.form == Form::table;
      const std::size_t row = p.form == Form::number ? 0
                              : table                ? column * (part.plan->columns.size() + 1)
                                                     : column;
      out +=
          fmt::format("{}{} {:.6g}", out.empty() ? "" : ", ", table ? "variance" : p.name, p.at(row, cell));
    }
    return out;
  }

  // "b | a" of a column given others, whose values stand before its own.
  static std::string label_of(const PartView& part) {
    const std::vector<std::string>& columns = part.plan->columns;
    if (part.n_given == 0 || part.n_given == columns.size()) return part.plan->label();
    return fmt::format("{} | {}", columns.back(), fmt::join(columns.begin(), columns.end() - 1, "+"));
  }

  // Tables of probabilities of columns with values.
  void write_tables(std::ostream& out, const Classifier& model, std::size_t width) const {
    const std::vector<std::string> cells = model.cells();
    std::size_t shown = 0;
    for (const PartView& part : model.parts()) {
      const bool bins = part.plan->kind == CellKind::reals && !part.values.empty();
      if ((part.plan->kind != CellKind::codes && !bins) || ++shown > top) continue;
      std::vector<std::string> header = {fmt::format("{} ({})", label_of(part), part.plan->family)};
      for (std::size_t c = 0; c < std::min(cells.size(), top); ++c)
        header.push_back(cells[c].empty() ? "P" : "P( | " + cells[c] + ")");
      TextTable table(header);
      for (std::size_t v = 0; v < std::min(part.values.size(), top); ++v) {
        std::vector<std::string> row = {part.values[v]};
        for (std::size_t c = 0; c < std::min(cells.size(), top); ++c)
          row.push_back(rounded_text(std::exp(part.parameters[0].at(v, c)), 6));
        table.add_row(std::move(row));
      }
      out << '\n' << table.text(width);
    }
    if (shown > top)
      out << fmt::format("and {} more columns (--top {} shows them, --json all)\n", shown - top, shown);
  }

  void write_telling(std::ostream& out, const Classifier& model, std::size_t width) const {
    if (model.classes().size() < 2) return;
    std::size_t longest = 5;  // of the classes; what does not fit beside them is left out
    for (const std::string& each : model.classes()) longest = std::max(longest, each.size());
    const std::size_t room = std::max<std::size_t>(width, longest + 32) - longest - 2;
    bool any = false;
    TextTable table({"class", "what tells it from the others"});
    for (std::size_t c = 0; c < std::min<std::size_t>(model.classes().size(), 4 * top); ++c) {
      std::string features;
      for (const InformativeFeature& each : model.most_informative(c, std::min<std::size_t>(top, 8))) {
        if (!features.empty() && features.size() + each.feature.size() + 2 > room) break;
        features += (features.empty() ? "" : ", ") + each.feature;
      }
      table.add_row({model.classes()[c], features});
      any = any || !features.empty();
    }
    if (any) out << '\n' << table.text(width);
  }

  void write_class(std::ostream& out, const Classifier& model, std::size_t cell, std::size_t width) const {
    out << fmt::format("{}: {} of {} rows, prior {:.6g}\n", printable(model.classes()[cell]),
                       model.class_count()[cell], model.n_rows(), std::exp(model.log_prior()[cell]));
    TextTable table({"what tells it from the others", "log-odds", "nats"});
    for (const InformativeFeature& each : model.most_informative(cell, top))
      table.add_row({each.feature, fixed_text(each.log_odds, 4, true), fixed_text(each.information, 6)});
    out << table.text(width);
  }

  void write_weights(std::ostream& out, const Classifier& model, std::size_t width) const {
    LinearView view = model.linear();
    if (!std::isfinite(view.bias)) {
      out << "\nno linear view: a probability is zero (train with --alpha above 0)\n";
      return;
    }
    std::stable_sort(view.weights.begin(), view.weights.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.weight) > std::abs(b.weight); });
    out << fmt::format("\nP({} | x) = sigmoid(bias + sum of weight * feature), bias {:.6g}\n",
                       printable(model.classes()[1]), view.bias);
    TextTable table({"feature", "weight"});
    for (std::size_t k = 0; k < std::min(top, view.weights.size()); ++k)
      table.add_row({view.weights[k].feature, rounded_text(view.weights[k].weight, 6, true)});
    out << table.text(width);
    if (view.weights.size() > top)
      out << fmt::format("and {} more (--json shows all)\n", view.weights.size() - top);
  }
};

}  // namespace

Verb make_inspect() {
  const auto self = std::make_shared<Inspect>();
  Verb verb{"inspect",
            "what a model has learnt",
            {"priory inspect mail.priory", "priory inspect mail.priory --class spam --top 30",
             "priory inspect mail.priory --json", "priory inspect asia.bif"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.text("MODEL", "", self->model_path, "a model file, or a network in BIF").required = true;
  arguments.group("Output");
  arguments.text("--class", "CLASS", self->label, "only what tells this class from the others").names_class();
  arguments.count("--top", "N", self->top, "how many of each to show; 10 when not given");
  arguments.texts("--data", "DATA", self->data,
                  "also the log-likelihood of these rows (and their classes, unless they are hidden)");
  self->output.declare(arguments, "all parameters, for machines");
  self->read.declare(arguments);
  verb.matter = {"--class", "--top", "--data", "--json"};
  return verb;
}

}  // namespace priory::app
