// SPDX-License-Identifier: Apache-2.0
#include "report/reach.h"

#include <algorithm>
#include <cmath>

#include "model/class_density.h"

namespace priory {
namespace {

constexpr std::size_t kFewNumbers = 50;  // so many numbers are all drawn
constexpr double kOutermost = 0.01;      // of more, this share is not
constexpr std::size_t kSteps = 400;      // of a distribution that is summed up

bool is_whole(double x) {
  return x == std::trunc(x);
}

// Where the distribution of one class begins and ends, between `from` and `to`: its tails left out.
Reach without_tails(const std::vector<double>& places, const std::vector<double>& density) {
  double sum = 0;
  for (const double each : density) sum += each;
  if (!(sum > 0) || !std::isfinite(sum)) return {places.front(), places.back(), false};
  Reach out{places.front(), places.back(), false};
  double below = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (below < kOutermost / 2 * sum) out.low = places[k];
    below += density[k];
    if (below > (1 - kOutermost / 2) * sum) {
      out.high = places[k];
      break;
    }
  }
  return out;
}

// Three deviations to either side of every class, as far as there are numbers.
Reach widest(const Classifier& model, std::size_t part, std::size_t column) {
  const Domain all = model.marginal(part, 0, column).support;
  Reach out{HUGE_VAL, -HUGE_VAL, all.whole};
  for (std::size_t cell = 0; cell < model.classes().size() * model.components(); ++cell) {
    const Marginal at = model.marginal(part, cell, column);
    if (!std::isfinite(at.mean) || !std::isfinite(at.deviation)) return {};
    out.low = std::min(out.low, at.mean - 3 * at.deviation);
    out.high = std::max(out.high, at.mean + 3 * at.deviation);
  }
  if (all.wraps) return {all.low, all.high, false};
  if (all.whole) out.low = std::floor(out.low), out.high = std::ceil(out.high);
  const double inset = all.open ? 1.0 / kSteps : 0;  // open ends have no density to show
  out.low = std::max(out.low, all.low + inset * (std::min(out.high, all.high) - all.low));
  out.high = std::min(out.high, all.high - (std::isfinite(all.high) ? inset * (all.high - out.low) : 0));
  return out;
}

}  // namespace

Reach reach_of(std::vector<double> numbers) {
  std::erase_if(numbers, [](double x) { return !std::isfinite(x); });
  if (numbers.empty()) return {};
  const bool whole = std::ranges::all_of(numbers, is_whole);
  std::ranges::sort(numbers);
  const auto last = static_cast<double>(numbers.size() - 1);
  const double cut = numbers.size() > kFewNumbers ? kOutermost / 2 * last : 0;
  return {numbers[static_cast<std::size_t>(std::floor(cut))],
          numbers[static_cast<std::size_t>(std::ceil(last - cut))], whole};
}

Reach reach_of(const Classifier& model, std::size_t part, std::size_t column) {
  const Reach widest_reach = widest(model, part, column);
  if (widest_reach.is_empty()) return {};
  const std::vector<double> places = places_in(widest_reach, kSteps);
  if (places.size() < 2) return {};
  Reach out{HUGE_VAL, -HUGE_VAL, widest_reach.whole};
  for (std::size_t c = 0; c < model.classes().size(); ++c) {
    std::vector<double> density;
    density.reserve(places.size());
    for (const double x : places)
      density.push_back(std::exp(log_density_in_class(model, part, column, c, x)));
    const Reach own = without_tails(places, density);
    out.low = std::min(out.low, own.low), out.high = std::max(out.high, own.high);
  }
  return out;
}

std::vector<double> places_in(const Reach& reach, std::size_t most) {
  const auto steps = static_cast<double>(most - 1);
  const double width = reach.high - reach.low;
  const double step = reach.whole ? std::max(1.0, std::ceil(width / steps)) : width / steps;
  std::vector<double> out;
  if (!(step > 0) || !std::isfinite(step)) return out;
  for (std::size_t k = 0; k < most; ++k) {
    const double x = reach.low + step * static_cast<double>(k);
    if (x <= reach.high + step / 1024) out.push_back(std::min(x, reach.high));
  }
  return out;
}

}  // namespace priory
