// SPDX-License-Identifier: Apache-2.0
// The options that turn posteriors into answers.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "command.h"

namespace priory::app {

void DecisionArguments::declare(Arguments& arguments) {
  arguments.group("Decision");
  arguments.text("--threshold", "P", threshold,
                 "two classes: choose the positive one from this probability on; 'a=0.9,b=0.5': the most "
                 "probable of the classes that reach theirs");
  arguments.text("--positive", "CLASS", positive, "two classes: the positive one; the last by default");
  arguments
      .text("--cost", "FILE", cost, "CSV of costs, a row for each actual class, a column for each predicted")
      .reads();
  arguments.number("--reject", "P", reject, 0, 1,
                   "choose no class where the chosen one has less probability");
}

namespace {

// The first column names the actual class, the header the predicted ones.
std::vector<std::vector<double>> read_costs(const std::string& path,
                                            const std::vector<std::string>& classes) {
  const Table table = Table::open({path});
  if (table.columns().empty()) throw Error(ErrorKind::data, path + ": costs are read from CSV");
  ChunkSpec spec;
  for (const std::string& label : classes) {
    ColumnSpec column;
    column.names = {label};
    spec.columns.push_back(column);
  }
  spec.target = table.columns()[0].name;
  spec.target_needed = true;
  spec.places = true;
  std::vector<std::vector<double>> cost(classes.size());
  const auto rows = open_chunks(table, spec);
  const auto decoder = rows->decoder();
  while (const auto batch = rows->next()) {
    decoder->decode(*batch, [&](const Chunk& chunk) {
      for (std::size_t row = 0; row < chunk.n_rows; ++row) {
        const std::string label((*chunk.target.dictionary)[chunk.target.codes[row]]);
        const auto at = std::find(classes.begin(), classes.end(), label);
        if (at == classes.end())
          throw Error(ErrorKind::data,
                      fmt::format("there is no class '{}'{}", label, did_you_mean(label, classes)),
                      chunk.places[row]);
        auto& costs = cost[static_cast<std::size_t>(at - classes.begin())];
        costs.clear();
        for (const Column& column : chunk.columns) costs.push_back(column.reals[row]);
      }
    });
  }
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const bool whole = !cost[k].empty() &&
                       std::none_of(cost[k].begin(), cost[k].end(), [](double x) { return std::isnan(x); });
    if (!whole)
      throw Error(ErrorKind::data,
                  fmt::format("{}: the costs of the class '{}' are missing", path, classes[k]));
  }
  return cost;
}

}  // namespace

std::optional<std::string> DecisionArguments::positive_name() const {
  return positive.empty() ? std::nullopt : std::optional(positive);
}

namespace {

// "0.9" or "a=0.9,b=0.5"
Decision by_thresholds(const std::string& text, const std::string& positive,
                       const std::vector<std::string>& classes) {
  std::vector<std::pair<std::string, double>> named;
  for (const OptionValue& each : parse_setting("threshold", text)) {
    if (each.column.empty()) return Decision::by_threshold(classes, positive, each.value);
    named.emplace_back(each.column, each.value);
  }
  return Decision::by_thresholds(classes, named);
}

}  // namespace

std::vector<std::vector<double>> DecisionArguments::costs(const std::vector<std::string>& classes) const {
  return cost.empty() ? std::vector<std::vector<double>>() : read_costs(cost, classes);
}

Decision DecisionArguments::decide(const std::vector<std::string>& classes) const {
  if (!cost.empty() && !threshold.empty())
    throw Error(ErrorKind::usage, "--threshold and --cost exclude each other");
  if (!positive.empty()) positive_class(classes, positive);
  Decision out;
  if (!cost.empty()) out = Decision::by_cost(costs(classes));
  if (!threshold.empty()) out = by_thresholds(threshold, positive, classes);
  return reject > 0 ? out.or_none_below(reject) : out;
}

std::optional<double> DecisionArguments::one_threshold() const {
  if (threshold.empty() || reject > 0) return std::nullopt;
  const std::vector<OptionValue> given = parse_setting("threshold", threshold);
  return given.size() == 1 && given[0].column.empty() ? std::optional(given[0].value) : std::nullopt;
}

void PosteriorArguments::declare(Arguments& arguments) {
  arguments.group("Probabilities");
  arguments.text("--class-prior", "RATES", class_prior,
                 "the classes come at other rates than in training: uniform, 'a=0.2,b=0.8', or estimate them "
                 "from the rows");
  arguments.flag("--raw", raw, "as the model has them, without its calibration");
}

Classifier PosteriorArguments::adjusted(const Classifier& loaded, const OpenChunks& open,
                                        unsigned threads) const {
  Classifier model = raw ? loaded.uncalibrated() : loaded;
  if (class_prior.empty()) return model;
  const std::vector<std::string>& classes = model.classes();
  std::vector<double> rates(classes.size(), 1 / static_cast<double>(classes.size()));
  if (class_prior == "estimate") {
    rates = estimate_rates(model, *open(), threads, progress("estimating rates"));
    std::string text;
    for (std::size_t c = 0; c < std::min<std::size_t>(classes.size(), 10); ++c)
      text += fmt::format("{}{}={:.4f}", c == 0 ? "" : ",", classes[c], rates[c]);
    note(fmt::format("the classes come at the rates {}{}", text, classes.size() > 10 ? ",..." : ""));
    return model.with_rates(rates);
  }
  const ClassPrior given = parse_prior(class_prior, 0);
  if (given.kind == PriorKind::empirical) return model;
  if (given.kind == PriorKind::uniform) return model.with_rates(rates);
  std::fill(rates.begin(), rates.end(), -1.0);
  for (const auto& [label, rate] : given.given) rates[find_class(classes, label)] = rate;
  const auto none = std::find(rates.begin(), rates.end(), -1.0);
  if (none != rates.end())
    throw Error(ErrorKind::usage,
                fmt::format("--class-prior gives no rate for the class '{}'",
                            classes[static_cast<std::size_t>(none - rates.begin())]),
                {}, "name every class: --class-prior 'a=0.2,b=0.8'");
  return model.with_rates(rates);
}

}  // namespace priory::app
