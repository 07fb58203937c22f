// SPDX-License-Identifier: Apache-2.0
#include "model/estimate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

#include "family/left_out.h"
#include "family/weighted_family.h"
#include "model/network_view.h"

namespace priory {
namespace {

double given_prior(const ClassPrior& prior, std::string_view label) {
  for (const auto& [name, p] : prior.given) {
    if (name == label) return p;
  }
  throw Error(ErrorKind::usage, fmt::format("‹class-prior› gives no probability for the class '{}'", label),
              {}, "name every class: ‹class-prior› 'a=0.2,b=0.8'");
}

void check_given(const ClassPrior& prior, const std::vector<std::string>& classes) {
  for (const auto& [name, p] : prior.given) {
    if (std::find(classes.begin(), classes.end(), name) != classes.end()) continue;
    throw Error(ErrorKind::usage, fmt::format("‹class-prior› names '{}', which is no class{}", name,
                                              did_you_mean(name, classes)));
  }
}

std::vector<double> estimate_prior(const NamedSums& statistics, const std::vector<std::string>& classes) {
  const ClassPrior& prior = statistics.plan().prior;
  check_given(prior, classes);
  std::vector<double> weight;
  for (std::size_t cell = 0; cell < classes.size() * statistics.plan().components; ++cell)
    weight.push_back(statistics.class_count().value(0, cell));
  return log_prior_of(prior, classes, std::move(weight));
}

Context estimate_context(const NamedSums& statistics) {
  Context out;
  for (std::size_t cell = 0; cell < statistics.class_count().cells(); ++cell)
    out.cell_count.push_back(statistics.class_count().value(0, cell));
  for (std::size_t k = 0; k < statistics.parts().size(); ++k) {
    const auto variance = statistics.parts()[k].family->pooled_variance(statistics.block(k));
    out.largest_variance = std::max(out.largest_variance, variance.value_or(0));
  }
  return out;
}

// Families say what they cannot use; what is left are sums beyond the largest double, and in a model file
// sums that no rows have.
void check_numbers(const PartModel& part) {
  for (const Matrix& matrix : part.parameters()) {
    if (!has_nan(matrix.data)) continue;
    throw Error(ErrorKind::data,
                fmt::format("column '{}': its sums are not those of countable rows", part.plan->label()), {},
                "scale its values down, or leave it out");
  }
}

// Estimates by value are checked as they are made. Sums beyond the largest double must be told when they are
// learnt, and are told by their total.
void check_totals(const PartModel& part) {
  for (const Sums& total : part.estimate->totals()) {
    for (std::size_t cell = 0; cell < total.cells(); ++cell) {
      if (!std::isfinite(total.value(0, cell))) return void(part.estimate->all());
    }
  }
}

// The options of the part's family that smooth an estimate.
std::string smoothing_flags(const PartModel& part) {
  std::string out;
  for (const Option& option : part.family->info().options) {
    for (const std::string_view name : {"alpha", "var-smoothing", "ridge", "shrinkage"}) {
      if (option.name == name) out += fmt::format("{}‹{}›", out.empty() ? "" : ", ", name);
    }
  }
  return out;
}

void check_parameters(const PartModel& part, const std::vector<std::string>& classes,
                      std::span<const double> log_prior) {
  const std::size_t components = log_prior.size() / classes.size();
  for (std::size_t cell = 0; cell < log_prior.size(); ++cell) {
    if (components > 1 && log_prior[cell] == kLogZero) continue;  // no row is nearest to it
    const std::string_view trouble = part.family->trouble(part.parameters(), cell);
    if (trouble.empty()) continue;
    const bool many = part.plan->columns.size() > 1;
    throw Error(ErrorKind::data,
                fmt::format("column{} '{}', class '{}': {}", many ? "s" : "", part.plan->label(),
                            classes[cell / components], trouble),
                {},
                fmt::format("smooth it ({}) or leave {} out (‹ignore› {})", smoothing_flags(part),
                            many ? "some" : "it", many ? "COLS" : part.plan->columns[0]));
  }
}

KnownPart selected_values(const NamedSums& statistics, std::size_t k) {
  std::vector<std::uint32_t> selected = statistics.selected_words(k);
  const PartVocabulary& part = statistics.parts()[k];
  if (selected.size() == part.values.size()) return {};
  if (selected.empty()) fail_without_words(statistics.plan().parts[k]);
  auto values = std::make_shared<Dictionary>();
  for (const std::uint32_t word : selected) values->insert(part.values[word]);
  return {Selection::of(std::move(selected)), std::move(values), {}};
}

PartModel estimate_part(const std::shared_ptr<const NamedSums>& statistics, std::size_t k,
                        const Context& context, KnownPart known) {
  const PartVocabulary& part = statistics->parts()[k];
  const PartPlan& plan = statistics->plan().parts[k];
  Settings settings(part.family->info().options);
  for (const auto& [name, value] : plan.settings) settings.set(name, value);
  PartModel out{part.family, &plan,   part.columns, known.values,   part.frozen,
                settings,    nullptr, part.names,   part.of_columns};
  if (known.selection.everything)  // lives as long as the statistics
    out.values = std::shared_ptr<const Dictionary>(statistics, &part.values);
  Context own = context;
  if (part.of_columns) own.combinations = part.of_columns->combinations();
  own.weights = plan.weights;
  if (plan.binned(0)) own.bins = plan.bins.data();  // lives as long as the statistics
  out.estimate = std::make_shared<const PartEstimate>(statistics, k, settings, own, std::move(known));
  if (plan.score_weight != 1) {
    out.weighted = std::make_shared<const WeightedFamily>(*part.family, plan.score_weight);
    out.family = out.weighted.get();
  }
  return out;
}

}  // namespace

namespace {

void take_given(const GivenParameters& given, Classifier::State& state) {
  state.log_prior = given.log_prior;
  for (std::size_t k = 0; k < state.parts.size(); ++k)
    state.parts[k].estimate =
        std::make_shared<const PartEstimate>(state.parts[k].family->complete(given.parts[k]));
}

}  // namespace

std::vector<double> log_prior_of(const ClassPrior& prior, std::span<const std::string> classes,
                                 std::vector<double> weight) {
  const std::size_t components = weight.size() / classes.size();
  for (double& each : weight) each += prior.alpha;
  double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  for (std::size_t c = 0; prior.kind != PriorKind::empirical && c < classes.size(); ++c) {
    const auto cells = weight.begin() + static_cast<long>(c * components);
    const double sum = std::accumulate(cells, cells + static_cast<long>(components), 0.0);
    const double p = prior.kind == PriorKind::given ? given_prior(prior, classes[c])
                                                    : 1 / static_cast<double>(classes.size());
    for (std::size_t k = 0; k < components; ++k)
      cells[static_cast<long>(k)] =
          sum > 0 ? p * (cells[static_cast<long>(k)] / sum) : p / static_cast<double>(components);
    total = 1;
  }
  for (double& each : weight) each = std::log(each / total);
  return weight;
}

namespace {

// Each member by itself, with a context of its own; the pool has their parts, for readers of the model.
std::shared_ptr<const Classifier::State> estimate_pool(std::shared_ptr<const NamedSums> statistics,
                                                       std::vector<KnownPart> known) {
  auto state = std::make_shared<Classifier::State>();
  for (const std::string_view label : statistics->classes().strings()) state->classes.emplace_back(label);
  state->log_prior = estimate_prior(*statistics, state->classes);
  auto first = std::make_move_iterator(known.begin());
  for (std::size_t m = 0; m < statistics->plan().pool.size(); ++m) {
    auto sums = std::make_shared<const NamedSums>(statistics->member(m));
    const auto last = known.empty() ? first : first + static_cast<long>(sums->parts().size());
    const auto member = estimate_unchecked(std::move(sums), std::vector<KnownPart>(first, last));
    first = last;
    state->parts.insert(state->parts.end(), member->parts.begin(), member->parts.end());
    state->members.push_back(member);
  }
  state->statistics = std::move(statistics);
  return state;
}

}  // namespace

std::shared_ptr<const Classifier::State> estimate_unchecked(std::shared_ptr<const NamedSums> statistics,
                                                            std::vector<KnownPart> known) {
  statistics->check_rows();
  if (!statistics->plan().pool.empty()) return estimate_pool(std::move(statistics), std::move(known));
  auto state = std::make_shared<Classifier::State>();
  for (const std::string_view label : statistics->classes().strings()) state->classes.emplace_back(label);
  state->components = statistics->plan().components;
  state->log_prior = estimate_prior(*statistics, state->classes);
  state->context = estimate_context(*statistics);
  state->adds_prior = state->classes.size() == 1;
  for (std::size_t k = 0; k < statistics->parts().size(); ++k) {
    state->parts.push_back(
        estimate_part(statistics, k, state->context,
                      known.empty() ? selected_values(*statistics, k) : std::move(known[k])));
    state->adds_prior = state->adds_prior || state->parts.back().family->with_prior();
  }
  const auto replaces_prior = [](const PartModel& part) { return part.family->replaces_prior(); };
  if (std::any_of(state->parts.begin(), state->parts.end(), replaces_prior)) state->adds_prior = false;
  if (statistics->given()) take_given(*statistics->given(), *state);
  state->statistics = std::move(statistics);
  if (is_network(state->statistics->plan())) state->network = std::make_shared<const NetworkView>(*state);
  return state;
}

GivenParameters given_of(const Classifier::State& state) {
  GivenParameters out{state.log_prior, {}};
  for (const PartModel& part : state.parts) {
    out.parts.emplace_back();
    std::copy_if(part.parameters().begin(), part.parameters().end(), std::back_inserter(out.parts.back()),
                 [](const Matrix& matrix) { return matrix.shown; });
  }
  return out;
}

std::shared_ptr<const Classifier::State> estimate(std::shared_ptr<const NamedSums> statistics,
                                                  std::vector<KnownPart> known) {
  auto state = estimate_unchecked(std::move(statistics), std::move(known));
  if (has_nan(state->log_prior))
    throw Error(ErrorKind::data, "the counts of the classes are not those of rows");
  for (const PartModel& part : state->parts) {
    if (part.estimate->by_value()) {
      check_totals(part);
      continue;
    }
    check_parameters(part, state->classes, state->log_prior);
    check_numbers(part);
  }
  return state;
}

std::string trouble_of(const Classifier::State& state, std::size_t cell) {
  for (const PartModel& part : state.parts) {
    const std::string_view trouble = part.family->trouble(part.parameters(), cell);
    if (!trouble.empty()) return fmt::format("column '{}': {}", part.plan->label(), trouble);
  }
  return {};
}

}  // namespace priory
