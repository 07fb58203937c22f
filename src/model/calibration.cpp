// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "priory/classifier.h"

#include "core/log_space.h"
#include "model/log_odds.h"

namespace priory {

double CalibrationCurve::operator()(double log_odds) const {
  const auto above = std::upper_bound(from.begin(), from.end(), log_odds);
  if (above == from.begin()) return to.front();
  if (above == from.end()) return to.back();
  const auto k = static_cast<std::size_t>(above - from.begin());
  const double share = (log_odds - from[k - 1]) / (from[k] - from[k - 1]);
  return to[k - 1] + share * (to[k] - to[k - 1]);
}

namespace {

double log_sigmoid(double log_odds) {
  return log_odds > 0 ? -std::log1p(std::exp(-log_odds)) : log_odds - std::log1p(std::exp(log_odds));
}

void follow_curves(std::span<const CalibrationCurve> curves, std::span<double> log_posterior) {
  if (log_posterior.size() == 2) {
    const double odds = curves[0](log_odds(log_posterior, 1));
    log_posterior[0] = log_sigmoid(-odds), log_posterior[1] = log_sigmoid(odds);
    return;
  }
  std::vector<double> odds(curves.size());
  for (std::size_t c = 0; c < curves.size(); ++c) odds[c] = curves[c](log_odds(log_posterior, c));
  for (std::size_t c = 0; c < curves.size(); ++c) log_posterior[c] = log_sigmoid(odds[c]);
}

}  // namespace

void Calibration::apply(std::span<double> log_posterior) const {
  if (method == CalibrationMethod::none) return;
  if (method == CalibrationMethod::isotonic) {
    follow_curves(curves, log_posterior);
    normalise(log_posterior);
    if (slope == 1) return;
  }
  for (std::size_t c = 0; c < log_posterior.size(); ++c)
    log_posterior[c] = slope * log_posterior[c] + (bias.empty() ? 0 : bias[c]);
  normalise(log_posterior);
}

bool Calibration::fits(std::size_t n_classes) const {
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto sound = [&](const CalibrationCurve& curve) {
    return !curve.from.empty() && curve.from.size() == curve.to.size() &&
           std::ranges::all_of(curve.from, finite) && std::ranges::all_of(curve.to, finite) &&
           std::ranges::adjacent_find(curve.from, std::greater_equal<>()) == curve.from.end() &&
           std::ranges::is_sorted(curve.to);
  };
  if (!(slope > 0) || !finite(slope) || !std::ranges::all_of(bias, finite)) return false;
  const bool is_sigmoid = method == CalibrationMethod::sigmoid;
  const bool is_isotonic = method == CalibrationMethod::isotonic;
  return bias.size() == (is_sigmoid ? n_classes : 0) &&
         curves.size() == (is_isotonic ? (n_classes == 2 ? 1 : n_classes) : 0) &&
         std::ranges::all_of(curves, sound);
}

}  // namespace priory
