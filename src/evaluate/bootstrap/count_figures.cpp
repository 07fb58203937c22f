// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "evaluate/bootstrap/resampled_figures.h"

namespace priory {

std::vector<std::uint64_t> resample_weights(const ScoredRows& rows, const RowGroups& groups) {
  std::vector<std::uint64_t> weights;
  weights.reserve(groups.size());
  for (const std::size_t row : groups.row) weights.push_back(rows.weight[row]);
  const std::uint64_t most = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  const int bits = static_cast<int>(std::bit_width(most)) + static_cast<int>(std::bit_width(rows.size()));
  for (std::uint64_t& weight : weights) weight >>= std::max(0, bits - 63);
  return weights;
}

CountFigures::CountFigures(const Evaluation& evaluation, const RowGroups& groups, bool per_class,
                           std::optional<double> beta)
    : n_classes_(evaluation.labels().size()),
      names_{"accuracy", "balanced_accuracy", "matthews", "kappa"},
      per_class_(per_class),
      beta_(beta) {
  const std::vector<std::uint32_t> order = evaluation.class_order(), position = class_positions(evaluation);
  const std::vector<std::uint64_t> weights = resample_weights(evaluation.rows(), groups);
  groups_.reserve(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const ScoredRows& rows = evaluation.rows();
    groups_.push_back({weights[g], position[rows.actual[groups.row[g]]], rows.predicted[groups.row[g]]});
  }
  add_names("macro.", "");
  add_names("weighted.", "");
  for (std::size_t k = 0; per_class && k < order.size(); ++k)
    add_names("", "[" + std::string(evaluation.labels()[order[k]]) + "]");
}

void CountFigures::add_names(const std::string& before, const std::string& after) {
  for (const char* name : {"precision", "recall", "f1"})
    names_.push_back(fmt::format("{}{}{}", before, name, after));
  if (beta_) names_.push_back(fmt::format("{}f_beta{}", before, after));
}

void CountFigures::add(const Averages& averages, std::vector<double>& out) const {
  out.insert(out.end(), {averages.precision, averages.recall, averages.f1});
  if (beta_) out.push_back(averages.f_beta);
}

std::vector<double> CountFigures::operator()(std::span<const std::uint64_t> counts) const {
  Tallies tallies(n_classes_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const std::uint64_t weight = counts[g] * group.weight;
    tallies[group.actual].actual += weight;
    tallies[group.predicted].predicted += weight;
    if (group.actual == group.predicted) tallies[group.actual].right += weight;
  }
  const Tally total = total_of(tallies);
  std::vector<double> out = {ratio(total.right, total.actual), balanced_accuracy(tallies), matthews(tallies),
                             kappa(tallies)};
  WeightedAverages macro, weighted;
  std::vector<double> of_classes;
  for (const Tally& tally : tallies) {
    const Averages of_class = averages_of(tally, beta_.value_or(1));
    macro.add(of_class, 1);
    weighted.add(of_class, static_cast<double>(tally.actual));
    if (per_class_) add(of_class, of_classes);
  }
  add(macro.value(), out);
  add(weighted.value(), out);
  out.insert(out.end(), of_classes.begin(), of_classes.end());
  return out;
}

}  // namespace priory
