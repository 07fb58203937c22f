// SPDX-License-Identifier: Apache-2.0
// The nomogram of a naive Bayes model of two classes: Možina, Demšar, Kattan, Zupan (2004), "Nomograms for
// visualization of naive Bayesian classifier". Their points are scaled log odds, which the page does.
#include <algorithm>
#include <cmath>

#include "priory/page.h"

namespace priory {
namespace {

constexpr std::size_t kPlaces = 61;  // on the line of a number

// From three deviations below the lower mean to three above the higher, as far as there are numbers; counts
// one by one, if they are few.
std::vector<double> places_of(const Marginal& a, const Marginal& b) {
  const Domain& all = a.support;
  double from = std::min(a.mean - 3 * a.deviation, b.mean - 3 * b.deviation);
  double to = std::min(std::max(a.mean + 3 * a.deviation, b.mean + 3 * b.deviation), all.high), step = 0;
  if (all.whole) {
    from = 0, to = std::max(1.0, std::ceil(to));
    step = std::max(1.0, std::ceil(to / static_cast<double>(kPlaces - 1)));
  } else {
    if (all.wraps) from = all.low, to = all.high;
    const double width = to - std::max(from, all.low);  // open ends have no density to show
    if (from <= all.low) from = all.open ? all.low + width / kPlaces : all.low;
    if (to >= all.high && all.open) to = all.high - width / kPlaces;
    step = (to - from) / static_cast<double>(kPlaces - 1);
  }
  std::vector<double> out;
  if (!(step > 0) || !std::isfinite(step)) return out;
  for (std::size_t k = 0; k < kPlaces; ++k) {
    const double x = from + step * static_cast<double>(k);
    if (x <= to + step / 2) out.push_back(std::min(x, all.high));
  }
  return out;
}

PageAxis axis_of(const Classifier& model, std::size_t at, const PartView& part, std::size_t positive) {
  PageAxis out{part.plan->columns[0], {}, {}, {}};
  const std::size_t negative = 1 - positive;
  if (part.plan->kind == CellKind::codes) {
    out.values = part.values;
    for (std::size_t v = 0; v < out.values.size(); ++v)
      out.log_odds.push_back(part.parameters[0].at(v, positive) - part.parameters[0].at(v, negative));
    return out;
  }
  out.numbers = places_of(model.marginal(at, positive), model.marginal(at, negative));
  for (const double x : out.numbers)
    out.log_odds.push_back(model.log_density(at, positive, x) - model.log_density(at, negative, x));
  return out;
}

}  // namespace

std::optional<PageNomogram> nomogram(const Classifier& model, std::size_t positive) {
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
    PageAxis axis = axis_of(model, k, part, positive);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(axis.log_odds.begin(), axis.log_odds.end(), finite)) return std::nullopt;
    out.axes.push_back(std::move(axis));
  }
  return out;
}

}  // namespace priory
