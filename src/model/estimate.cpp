// SPDX-License-Identifier: Apache-2.0
#include "model/estimate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace priory {
namespace {

double given_prior(const ClassPrior& prior, std::string_view label) {
  for (const auto& [name, p] : prior.given) {
    if (name == label) return p;
  }
  throw Error(ErrorKind::usage, fmt::format("--class-prior gives no probability for the class '{}'", label),
              {}, "name every class: --class-prior 'a=0.2,b=0.8'");
}

void check_given(const ClassPrior& prior, const std::vector<std::string>& classes) {
  for (const auto& [name, p] : prior.given) {
    if (std::find(classes.begin(), classes.end(), name) != classes.end()) continue;
    throw Error(ErrorKind::usage, fmt::format("--class-prior names '{}', which is no class{}", name,
                                              did_you_mean(name, classes)));
  }
}

std::vector<double> estimate_prior(const Statistics& statistics, const std::vector<std::string>& classes) {
  const ClassPrior& prior = statistics.plan().prior;
  check_given(prior, classes);
  std::vector<double> weight;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (prior.kind == PriorKind::given)
      weight.push_back(given_prior(prior, classes[c]));
    else
      weight.push_back(prior.kind == PriorKind::uniform ? 1
                                                        : statistics.class_count().value(0, c) + prior.alpha);
  }
  const double total =
      prior.kind == PriorKind::given ? 1 : std::accumulate(weight.begin(), weight.end(), 0.0);
  for (double& each : weight) each = std::log(each / total);
  return weight;
}

Context estimate_context(const Statistics& statistics) {
  Context out;
  for (const PartStatistics& part : statistics.parts()) {
    out.largest_variance =
        std::max(out.largest_variance, part.family->pooled_variance(part.block).value_or(0));
  }
  return out;
}

bool has_nan(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

// Families say what they cannot use; what is left are sums beyond the largest double, and in a model file
// sums that no rows have.
void check_numbers(const PartModel& part) {
  for (const Matrix& matrix : part.parameters) {
    if (!has_nan(matrix.data)) continue;
    throw Error(ErrorKind::data,
                fmt::format("column '{}': its sums are not those of countable rows", part.plan->label()), {},
                "scale its values down, or leave it out");
  }
}

// The options of the part's family that smooth an estimate.
std::string smoothing_flags(const PartModel& part) {
  std::string out;
  for (const Option& option : part.family->info().options) {
    for (const std::string_view name : {"alpha", "var-smoothing", "ridge", "shrinkage"}) {
      if (option.name == name) out += fmt::format("{}--{}", out.empty() ? "" : ", ", name);
    }
  }
  return out;
}

void check_parameters(const PartModel& part, const std::vector<std::string>& classes) {
  for (std::size_t cell = 0; cell < classes.size(); ++cell) {
    const std::string_view trouble = part.family->trouble(part.parameters, cell);
    if (trouble.empty()) continue;
    const bool many = part.plan->columns.size() > 1;
    throw Error(ErrorKind::data,
                fmt::format("column{} '{}', class '{}': {}", many ? "s" : "", part.plan->label(),
                            classes[cell], trouble),
                {},
                fmt::format("smooth it ({}) or leave {} out (--ignore {})", smoothing_flags(part),
                            many ? "some" : "it", many ? "COLS" : part.plan->columns[0]));
  }
}

PartModel estimate_part(const std::shared_ptr<const Statistics>& statistics, std::size_t k,
                        const Context& context) {
  const PartStatistics& part = statistics->parts()[k];
  const PartPlan& plan = statistics->plan().parts[k];
  Settings settings(part.family->info().options);
  for (const auto& [name, value] : plan.settings) settings.set(name, value);
  const std::vector<std::uint32_t> selected = statistics->selected_words(k);
  PartModel out{part.family, &plan, part.first_column, nullptr, part.frozen, {}};
  if (selected.size() == part.values.size()) {
    out.values = std::shared_ptr<const Dictionary>(statistics, &part.values);  // lives as long as they
    out.parameters = part.family->estimate(part.block, settings, context);
    return out;
  }
  if (selected.empty()) {
    throw Error(ErrorKind::data,
                fmt::format("no word of column '{}' is left by --min-df, --max-df and --max-features",
                            plan.columns[0]));
  }
  auto values = std::make_shared<Dictionary>();
  for (const std::uint32_t word : selected) values->insert(part.values[word]);
  std::vector<std::uint32_t> cells(statistics->classes().size());
  std::iota(cells.begin(), cells.end(), 0U);
  out.values = std::move(values);
  out.parameters =
      part.family->estimate(part.block.select(part.family->statistics(), selected, cells), settings, context);
  return out;
}

}  // namespace

std::shared_ptr<const Classifier::State> estimate(std::shared_ptr<const Statistics> statistics) {
  auto state = std::make_shared<Classifier::State>();
  for (const std::string_view label : statistics->classes().strings()) state->classes.emplace_back(label);
  state->log_prior = estimate_prior(*statistics, state->classes);
  if (has_nan(state->log_prior))
    throw Error(ErrorKind::data, "the counts of the classes are not those of rows");
  const Context context = estimate_context(*statistics);
  state->adds_prior = state->classes.size() == 1;
  for (std::size_t k = 0; k < statistics->parts().size(); ++k) {
    state->parts.push_back(estimate_part(statistics, k, context));
    check_parameters(state->parts.back(), state->classes);
    check_numbers(state->parts.back());
    state->adds_prior = state->adds_prior || state->parts.back().family->generative();
  }
  state->statistics = std::move(statistics);
  return state;
}

}  // namespace priory
