// SPDX-License-Identifier: Apache-2.0
// The nomogram of a naive Bayes model of two classes: Možina, Demšar, Kattan, Zupan (2004), "Nomograms for
// visualization of naive Bayesian classifier". Their points are scaled log odds, which the page does.
#include <algorithm>
#include <cmath>

#include "priory/report.h"

#include "report/reach.h"

namespace priory {
namespace {

constexpr std::size_t kPlaces = 61;  // on the line of a number

// As far as the rows reach, or the model itself.
Reach reach_of_axis(const Classifier& model, std::size_t at, const std::string& column,
                    const SampledRows* rows) {
  if (rows == nullptr) return reach_of(model, at, 0);
  const auto found = std::ranges::find(rows->columns, column, &SampledColumn::name);
  const Reach out = found == rows->columns.end() ? Reach{} : reach_of(found->cells);
  return out.is_empty() ? reach_of(model, at, 0) : out;
}

PageAxis axis_of(const Classifier& model, std::size_t at, const PartView& part, std::size_t positive,
                 const SampledRows* rows) {
  PageAxis out{part.plan->columns[0], {}, {}, {}};
  const std::size_t negative = 1 - positive;
  if (!part.values.empty()) {
    const Parameter& of_value =
        model.conditional_fit() == nullptr ? part.parameters[0] : part.parameters.back();
    out.values = part.values;
    for (std::size_t v = 0; v < out.values.size(); ++v)
      out.log_odds.push_back(of_value.at(v, positive) - of_value.at(v, negative));
    return out;
  }
  const Classifier spread = model.generative();
  out.numbers = places_in(reach_of_axis(spread, at, out.column, rows), kPlaces);
  for (const double x : out.numbers)
    out.log_odds.push_back(model.log_density(at, positive, x) - model.log_density(at, negative, x));
  return out;
}

}  // namespace

std::optional<PageNomogram> nomogram(const Classifier& model, std::size_t positive, const SampledRows* rows) {
  constexpr std::size_t kMostColumns = 40;
  if (model.classes().size() != 2 || model.components() != 1) return std::nullopt;
  const std::vector<double> log_prior = model.log_prior();
  PageNomogram out{model.classes()[positive],
                   model.classes()[1 - positive],
                   log_prior[positive] - log_prior[1 - positive],
                   {}};
  const std::vector<PartView> parts = model.parts();
  if (parts.size() > kMostColumns || !std::isfinite(out.bias)) return std::nullopt;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PartView& part = parts[k];
    if (part.plan->columns.size() != 1 || part.plan->kind == CellKind::bag) return std::nullopt;
    PageAxis axis = axis_of(model, k, part, positive, rows);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(axis.log_odds.begin(), axis.log_odds.end(), finite)) return std::nullopt;
    out.axes.push_back(std::move(axis));
  }
  return out;
}

}  // namespace priory
