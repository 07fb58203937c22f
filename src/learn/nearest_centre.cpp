// SPDX-License-Identifier: Apache-2.0
#include "learn/nearest_centre.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plan/chunk_layout.h"

namespace priory {

std::vector<std::size_t> centre_places(const Plan& plan) {
  std::map<std::string_view, std::size_t> place_of;
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (plan.parts[k].kind != CellKind::reals) continue;
    for (std::size_t j = 0; j < places[k].size(); ++j)
      place_of.emplace(plan.parts[k].columns[j], places[k][j]);
  }
  std::vector<std::size_t> out;
  for (const std::string& column : plan.centres.columns) {
    const auto at = place_of.find(column);
    out.push_back(at == place_of.end() ? kNotThere : at->second);
  }
  return out;
}

double number_at(const Chunk& chunk, std::size_t place, std::size_t row) {
  return place == kNotThere ? std::numeric_limits<double>::quiet_NaN() : chunk.columns[place].reals[row];
}

void whiten(const Centres& centres, std::span<const double> x, std::vector<double>& out) {
  const std::size_t d = x.size();
  out.assign(d, 0);
  const auto off = [&](std::size_t j) { return std::isnan(x[j]) ? 0 : x[j] - centres.mean[j]; };
  if (centres.whiten.size() == d) {
    for (std::size_t j = 0; j < d; ++j) out[j] = centres.whiten[j] * off(j);
    return;
  }
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i <= j; ++i) out[j] += centres.whiten[j * d + i] * off(i);
  }
}

std::uint32_t nearest(std::span<const double> whitened, std::span<const double> centres) {
  const std::size_t d = whitened.size();
  std::uint32_t out = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k * d < centres.size(); ++k) {
    double distance = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const double off = whitened[j] - centres[k * d + j];
      distance += off * off;
    }
    if (distance < least) least = distance, out = k;
  }
  return out;
}

NearestCentre::NearestCentre(const Plan& plan) : centres_(plan.centres), places_(centre_places(plan)) {
  for (std::size_t k = 0; k < centres_.of_class.size(); ++k) class_at_.emplace(centres_.of_class[k].first, k);
}

std::span<const double> NearestCentre::of_class(std::string_view label) const {
  const auto at = class_at_.find(label);
  return at == class_at_.end() ? std::span<const double>() : centres_.of_class[at->second].second;
}

std::uint32_t NearestCentre::find(const Chunk& chunk, std::size_t row, std::span<const double> centres,
                                  Scratch& scratch) const {
  if (centres.size() <= places_.size()) return 0;
  scratch.row.clear();
  for (const std::size_t place : places_) scratch.row.push_back(number_at(chunk, place, row));
  whiten(centres_, scratch.row, scratch.whitened);
  return nearest(scratch.whitened, centres);
}

}  // namespace priory
