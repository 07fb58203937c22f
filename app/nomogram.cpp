// SPDX-License-Identifier: Apache-2.0
// The nomogram of a naive Bayes model of two classes: Možina, Demšar, Kattan, Zupan (2004), "Nomograms for
// visualization of naive Bayesian classifier". Their points are scaled log odds, which the page does.
#include <algorithm>
#include <cmath>
#include <functional>

#include "portrait.h"

namespace priory::app {
namespace {

constexpr std::size_t kPlaces = 61;  // on the line of a number

double number_of(const PartView& part, const std::string& name, std::size_t cell) {
  const auto found = std::find_if(part.parameters.begin(), part.parameters.end(),
                                  [&](const Parameter& each) { return each.name == name; });
  return found == part.parameters.end() ? std::nan("") : found->at(0, cell);
}

// Log density up to what all classes share, mean and deviation.
struct Curve {
  double mean = 0, deviation = 0;
  bool whole = false;  // counts
  double most = HUGE_VAL;
  std::function<double(double)> log_density = {};
};

std::optional<Curve> curve_of(const PartView& part, std::size_t cell) {
  const auto get = [&](const char* name) { return number_of(part, name, cell); };
  if (part.plan->family == "gaussian") {
    const double mean = get("mean"), variance = get("variance");
    return Curve{mean, std::sqrt(variance), false, HUGE_VAL,
                 [=](double x) { return -0.5 * ((x - mean) * (x - mean) / variance + std::log(variance)); }};
  }
  if (part.plan->family == "poisson") {
    const double rate = get("rate");
    return Curve{rate, std::sqrt(rate), true, HUGE_VAL, [=](double x) { return x * std::log(rate) - rate; }};
  }
  if (part.plan->family == "binomial") {
    const double p = get("probability"), n = get("trials");
    return Curve{n * p, std::sqrt(n * p * (1 - p)), true, n,
                 [=](double x) { return x * std::log(p) + (n - x) * std::log1p(-p); }};
  }
  return std::nullopt;
}

// From three deviations below the lower mean to three above the higher; counts one by one, if they are few.
std::vector<double> places_of(const Curve& a, const Curve& b) {
  const auto low = [](const Curve& c) { return c.mean - 3 * c.deviation; };
  const auto high = [](const Curve& c) { return std::min(c.mean + 3 * c.deviation, c.most); };
  double from = std::min(low(a), low(b)), to = std::max(high(a), high(b)), step = 0;
  if (a.whole) {
    from = 0, to = std::max(1.0, std::ceil(to));
    step = std::max(1.0, std::ceil(to / static_cast<double>(kPlaces - 1)));
  } else {
    step = (to - from) / static_cast<double>(kPlaces - 1);
  }
  std::vector<double> out;
  if (!(step > 0) || !std::isfinite(step)) return out;
  for (std::size_t k = 0; k < kPlaces; ++k) {
    const double x = from + step * static_cast<double>(k);
    if (x <= to + step / 2) out.push_back(std::min(x, a.most));
  }
  return out;
}

std::optional<PageAxis> axis_of(const PartView& part, std::size_t positive) {
  PageAxis out{part.plan->columns[0], {}, {}, {}};
  const std::size_t negative = 1 - positive;
  if (part.plan->kind == CellKind::codes) {
    out.values = part.values;
    for (std::size_t v = 0; v < out.values.size(); ++v)
      out.log_odds.push_back(part.parameters[0].at(v, positive) - part.parameters[0].at(v, negative));
    return out;
  }
  const auto own = curve_of(part, positive), other = curve_of(part, negative);
  if (!own || !other) return std::nullopt;
  out.numbers = places_of(*own, *other);
  for (const double x : out.numbers) out.log_odds.push_back(own->log_density(x) - other->log_density(x));
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
  for (const PartView& part : parts) {
    if (part.plan->columns.size() != 1 || part.plan->kind == CellKind::bag) return std::nullopt;
    const std::optional<PageAxis> axis = axis_of(part, positive);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!axis || !std::all_of(axis->log_odds.begin(), axis->log_odds.end(), finite)) return std::nullopt;
    out.axes.push_back(*axis);
  }
  return out;
}

}  // namespace priory::app
