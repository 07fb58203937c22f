// SPDX-License-Identifier: Apache-2.0
#include "rows/bins.h"

#include <algorithm>
#include <cmath>

#include "priory/error.h"

namespace priory {

bool of_whole_numbers(std::span<const double> borders) {
  const auto halfway = [](double x) { return std::abs(x) < 0x1p51 && x - std::floor(x) == 0.5; };
  return std::ranges::all_of(borders, halfway);
}

std::uint32_t Bins::find(double x) const {
  return bin_of(x, borders);
}

std::string Bins::label(std::size_t k) const {
  if (size() == 1) return "any";
  if (k == 0) return "<" + number_text(borders[1]);
  if (k + 1 == size()) return ">=" + number_text(borders[k]);
  return "[" + number_text(borders[k]) + ", " + number_text(borders[k + 1]) + ")";
}

std::vector<std::string> Bins::labels() const {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < size(); ++k) out.push_back(label(k));
  return out;
}

Bins Bins::wider() const {
  if (joined.empty()) return {borders, {}};
  Bins out;
  for (const std::uint32_t first : joined) out.borders.push_back(borders[first]);
  out.borders.push_back(borders.back());
  return out;
}

bool Bins::sound() const {
  const auto finite = [](double x) { return std::isfinite(x); };
  const bool ascending = std::ranges::adjacent_find(borders, std::ranges::greater_equal()) == borders.end();
  if (borders.size() == 1 || !ascending || !std::ranges::all_of(borders, finite)) return false;
  if (joined.empty()) return true;
  return joined[0] == 0 && joined.back() < size() &&
         std::ranges::adjacent_find(joined, std::ranges::greater_equal()) == joined.end();
}

}  // namespace priory
