// SPDX-License-Identifier: Apache-2.0
// The options that turn posteriors into answers.
#include <algorithm>
#include <fmt/format.h>

#include "priory/front_end.h"

#include "command.h"

namespace priory::app {

void DecisionArguments::declare(Arguments& arguments) {
  arguments.group("Decision");
  arguments.text("--threshold", "P", threshold,
                 "two classes: choose the positive one from this probability on; 'a=0.9,b=0.5': the most "
                 "probable of the classes that reach theirs");
  arguments.text("--positive", "CLASS", positive, "two classes: the positive one; the last by default")
      .names_class();
  arguments
      .text("--cost", "FILE", cost, "CSV of costs, a row for each actual class, a column for each predicted")
      .reads();
  arguments.number("--reject", "P", reject, 0, 1,
                   "choose no class where the chosen one has less probability");
}

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
  return cost.empty() ? std::vector<std::vector<double>>() : read_costs(Table::open({cost}), classes);
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

OpenChunks no_rows() {
  return []() -> std::unique_ptr<Source<Chunk>> {
    throw Error(ErrorKind::usage, "--class-prior estimate needs rows, and --text is one text", {},
                "give the rates: --class-prior 'a=0.2,b=0.8'");
  };
}

Classifier PosteriorArguments::adjusted(const Classifier& loaded, const OpenChunks& open,
                                        unsigned threads) const {
  Classifier model = raw ? loaded.uncalibrated() : loaded;
  if (class_prior.empty()) return model;
  const std::vector<std::string>& classes = model.classes();
  if (class_prior == "estimate") {
    const std::vector<double> rates = estimate_rates(model, *open(), threads, progress("estimating rates"));
    std::string text;
    for (std::size_t c = 0; c < std::min<std::size_t>(classes.size(), 10); ++c)
      text += fmt::format("{}{}={:.4f}", c == 0 ? "" : ",", classes[c], rates[c]);
    note(fmt::format("the classes come at the rates {}{}", text, classes.size() > 10 ? ",..." : ""));
    return model.with_rates(rates);
  }
  const ClassPrior given = parse_prior(class_prior, 0);
  return given.kind == PriorKind::empirical ? model : model.with_rates(rates_of(model, given));
}

}  // namespace priory::app
